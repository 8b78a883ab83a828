// My deposits and withdrawals; more are asked for when somebody gets there (A8).
import { api } from '../protocol/api';
import type { CashMove } from '../protocol/types';
import { merged } from './moves';

const PAGE = 20;

export class Moves {
  list = $state.raw<CashMove[]>([]);
  done = $state(false);
  away = $state(false);
  private before: number | null = null;
  private asking = false;

  async more(): Promise<void> {
    if (this.asking || this.done) return;
    this.asking = true;
    const answer = await api.moves(this.before, PAGE);
    this.asking = false;
    this.away = !answer.ok;
    if (!answer.ok) return;
    this.list = merged(this.list, answer.value.moves);
    this.before = answer.value.before;
    this.done = this.before === null;
  }

  /** Something has just come in or gone out. */
  async refresh(): Promise<void> {
    const answer = await api.moves(null, PAGE);
    if (answer.ok) this.list = merged(this.list, answer.value.moves);
  }
}
