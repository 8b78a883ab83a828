// A replayed round as steps: bets, deal, each decision, the cards it brought, the dealer, the result.
// A decision is shown as the table was when it was made; its cards are the next step.
import { apply, DEALER, emptyView } from '../protocol/apply';
import type { Scene } from '../protocol/table.svelte';
import type { Chosen, Frame, MyBets, MyHands, Replay, TableInfo, TableView } from '../protocol/types';

export type Kind = 'bets' | 'deal' | 'decision' | 'cards' | 'dealer' | 'result';
/** `at`: so many frames have happened. `to`: which lines got cards. */
export type Step = { kind: Kind; at: number; chosen: Chosen | null; to: string[] };

const shows = (frame: Frame, type: string): boolean => frame.events.some((event) => event.type === type);
const visible = (frame: Frame): boolean => shows(frame, 'CardDealt') || shows(frame, 'HoleCardShown') || shows(frame, 'LineSplit');

function linesOf(frames: readonly Frame[]): string[] {
  const dealt = frames.flatMap((frame) => frame.events.flatMap((event) => (event.type === 'CardDealt' ? [event.to] : [])));
  return [...new Set(dealt)];
}

/** What lay between two decisions, or after the last one. */
function between(frames: readonly Frame[], from: number, to: number, opening: boolean): Step[] {
  const part = frames.slice(from, to);
  const turned = part.findIndex((frame) => shows(frame, 'HoleCardShown'));
  const cut = turned < 0 ? to : from + turned;
  const steps: Step[] = [];
  const add = (kind: Kind, begin: number, end: number): void => {
    const own = frames.slice(begin, end);
    if (own.some(visible)) steps.push({ kind, at: end, chosen: null, to: linesOf(own) });
  };
  add(opening ? 'deal' : 'cards', from, cut);
  add('dealer', cut, to);
  return steps;
}

export function steps(frames: readonly Frame[]): Step[] {
  const last = frames.length - 1;
  const found: Step[] = [{ kind: 'bets', at: 1, chosen: null, to: [] }];
  let from = 1;
  for (let at = 1; at < last; at += 1) {
    const { chosen } = frames[at]!;
    if (!chosen) continue;
    found.push(...between(frames, from, at, from === 1), { kind: 'decision', at, chosen, to: [] });
    from = at;
  }
  found.push(...between(frames, from, last, from === 1), { kind: 'result', at: frames.length, chosen: null, to: [] });
  return found;
}

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

/** The table after so many frames: index 0 is the empty table. */
export function scenes(replay: Replay): Scene[] {
  const table = replay.info.key;
  const bets = replay.bets ?? noBets(table);
  let view: TableView = emptyView();
  const found: Scene[] = [{ view, bets, hands: noHands(table), result: null }];
  for (const frame of replay.frames) {
    view = frame.events.reduce(apply, view);
    found.push({ view, bets, hands: frame.hands ?? noHands(table), result: null });
  }
  found[found.length - 1] = { ...found.at(-1)!, result: replay.result };
  return found;
}

/** Only the side bets that somebody shown had: the others are no part of this round. */
export function playedInfo(replay: Replay): TableInfo {
  const seated = replay.frames[0]?.events.flatMap((event) => (event.type === 'SeatChanged' ? (event.holder?.bets ?? []) : [])) ?? [];
  const spots = [...(replay.bets?.bets ?? []), ...seated].map((bet) => bet.spot.split('/')[1]);
  return { ...replay.info, side_bets: replay.info.side_bets.filter((side) => spots.includes(side.bet)) };
}

export const dealerOf = (scene: Scene): string => scene.view.lines[DEALER]?.total ?? '';

/** The two first cards, where they are a pair: `8`, `10`, `A`. */
export function pairOf(scene: Scene, line: string): string {
  const cards = scene.view.lines[line]?.cards ?? [];
  if (cards.length !== 2) return '';
  const [one, other] = cards.map((card) => rank(card));
  return one === other ? one! : '';
}

const rank = (card: string): string => ('TJQK'.includes(card[0]!) ? '10' : card[0]!);
