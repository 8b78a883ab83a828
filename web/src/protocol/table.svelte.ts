// One table as this person sees it: the common view, and what is only theirs.
import { apply, DEALER, emptyView, type AnyEvent } from './apply';
import type { MyBets, MyHands, MyResult, Snapshot, TableInfo, TableView } from './types';

/** What the screen draws; a plan of motion is made from two of these. */
export type Scene = { view: TableView; bets: MyBets; hands: MyHands; result: MyResult | null };
/** `jump`: no motion wanted, the table is shown anew. */
export type Change = { before: Scene; after: Scene; event: AnyEvent | null; jump: boolean };

const KEPT_TOTALS = 6;

const noBets = (table: string): MyBets => ({
  type: 'MyBets',
  table,
  bets: [],
  total_minor: 0,
  can: [],
  seats: [],
  locked: false,
  repeat_minor: 0,
  limits_level: '',
});
const noHands = (table: string): MyHands => ({ type: 'MyHands', table, turn: 0, hands: [] });

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<TableView>(emptyView());
  bets: MyBets = $state.raw(noBets(''));
  hands: MyHands = $state.raw(noHands(''));
  result = $state.raw<MyResult | null>(null);
  /** The dealer's last totals, newest last. */
  totals = $state.raw<string[]>([]);
  /** The regulator's ids of my part in this round (A10). */
  session = $state('');
  participation = $state('');
  /** Why this window is no longer at the table: opened elsewhere, or closed. */
  left = $state('');
  epoch = '';
  n = 0;
  private listeners = new Set<(change: Change) => void>();

  constructor(readonly key: string) {
    this.bets = noBets(key);
    this.hands = noHands(key);
  }

  get scene(): Scene {
    return { view: this.view, bets: this.bets, hands: this.hands, result: this.result };
  }

  /** Called with the scene before and after each change. */
  watch(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private change(make: () => void, event: AnyEvent | null = null, jump = false): void {
    const before = this.scene;
    make();
    const after = this.scene;
    for (const listener of this.listeners) listener({ before, after, event, jump });
  }

  show(snapshot: Snapshot): void {
    this.change(
      () => {
        this.info = snapshot.info;
        this.epoch = snapshot.epoch;
        this.n = snapshot.n;
        this.view = snapshot.view;
        this.bets = snapshot.bets ?? noBets(this.key);
        this.hands = snapshot.hands ?? noHands(this.key);
        this.result = snapshot.result;
        this.participation = snapshot.participation_id;
        this.left = '';
      },
      null,
      true,
    );
  }

  /** False: something between is missing, and the table has to be asked for again. */
  happen(n: number, event: AnyEvent): boolean {
    if (n <= this.n) return true;
    if (n > this.n + 1) return false;
    this.n = n;
    this.change(() => this.take(event), event);
    return true;
  }

  private take(event: AnyEvent): void {
    if (event.type === 'RoundEnded') this.keepTotal();
    this.view = apply(this.view, event);
    if (event.type === 'RoundOpened' || event.type === 'RoundVoided') this.hands = noHands(this.key);
    if (event.type === 'CardDealt') this.result = null;
  }

  /** Said with the first bet of a round. */
  takePart(session: string, participation: string): void {
    this.session = session;
    this.participation = participation;
  }

  private keepTotal(): void {
    const total = this.view.lines[DEALER]?.total;
    if (total) this.totals = [...this.totals, total.split('/').at(-1)!].slice(-KEPT_TOTALS);
  }

  mine(message: MyBets | MyHands | MyResult): void {
    this.change(() => {
      if (message.type === 'MyBets') this.bets = message;
      else if (message.type === 'MyHands') this.hands = message;
      else this.result = message;
    });
  }
}
