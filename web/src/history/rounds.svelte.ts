// My rounds, newest first; more are asked for when somebody gets there (A6).
import { api } from '../protocol/api';
import type { PlayedRound } from '../protocol/types';

const PAGE = 40;

export class Rounds {
  list = $state.raw<PlayedRound[]>([]);
  done = $state(false);
  wrong = $state(false);
  private before: number | null = null;
  private asking = false;

  async more(): Promise<void> {
    if (this.asking || this.done) return;
    this.asking = true;
    const answer = await api.history(this.before, PAGE);
    this.asking = false;
    this.wrong = !answer.ok;
    if (!answer.ok) return;
    this.list = [...this.list, ...answer.value.rounds];
    this.before = answer.value.before;
    this.done = this.before === null;
  }
}

/** Calls when the element comes into sight, and again whenever it does. */
export function seen(onseen: () => void): (element: Element) => () => void {
  return (element) => {
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onseen(), {
      rootMargin: '300px',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  };
}
