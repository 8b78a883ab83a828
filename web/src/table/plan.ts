// Motion as a plan: the difference of two states, made into moves with times. It owns no state and
// delays nothing: what is drawn is already the later state, and a move only says where a thing came from.
import { isSplit, type BoxModel, type HandModel } from './boxes';

/** What lies on the cloth, as far as motion is concerned. */
export type Laid = { cards: Record<string, string[]>; chips: Record<string, number>; won: Record<string, number> };

export type Move = { delay_ms: number; lasts_ms: number } & (
  | { kind: 'deal'; card: string }
  | { kind: 'flip'; card: string }
  | { kind: 'part'; card: string; from: string }
  | { kind: 'stake'; spot: string }
  | { kind: 'pay'; spot: string }
  | { kind: 'take'; spot: string }
);

export type Pace = 'normal' | 'fast' | 'instant';

const DEAL_MS = 210;
const FLIP_MS = 200;
const CHIP_MS = 250;
/** From the house to the spot, a moment there, on to the player. */
const PAY_MS = 1100;
const STEP_MS = 160;
const WHOLE_MS = 2500;
const SPEED: Record<Pace, number> = { normal: 1, fast: 0.5, instant: 0 };

export function laid(boxes: BoxModel[], dealer: string[]): Laid {
  const on: Laid = { cards: { dealer }, chips: {}, won: {} };
  for (const box of boxes) {
    for (const hand of box.hands) on.cards[hand.line] = hand.cards;
    // After a split every hand has a stack of its own, and the spot none.
    const split = isSplit(box);
    if (split) for (const hand of box.hands) stackOf(on, hand);
    for (const spot of split ? box.sides : [box.main, ...box.sides]) {
      on.chips[spot.id] = spot.amount_minor + spot.golden_minor;
      if (spot.won_minor !== null) on.won[spot.id] = spot.won_minor;
    }
  }
  return on;
}

export const handStack = (line: string): string => `hand/${line}`;

function stackOf(on: Laid, hand: HandModel): void {
  on.chips[handStack(hand.line)] = (hand.mine?.stake_minor ?? 0) + (hand.mine?.golden_minor ?? 0);
  if (hand.paid) on.won[handStack(hand.line)] = hand.paid.returned_minor - hand.paid.stake_minor;
}

/** The order of the dealing: first cards of all hands, then second cards; the dealer after the players. */
function newCards(before: Laid, after: Laid): { line: string; index: number }[] {
  const fresh = Object.entries(after.cards).flatMap(([line, cards]) =>
    cards.map((_, index) => ({ line, index })).filter(({ index }) => index >= (before.cards[line]?.length ?? 0)),
  );
  const last = (line: string): number => (line === 'dealer' ? 1 : 0);
  return fresh.sort((a, b) => a.index - b.index || last(a.line) - last(b.line) || a.line.localeCompare(b.line));
}

/** The first card of a split line was the parent's. */
const isParted = (before: Laid, line: string, index: number): boolean =>
  index === 0 && line.length > 1 && !(line in before.cards) && line.slice(0, -1) in before.cards;

function cardMoves(before: Laid, after: Laid): Move[] {
  const moves: Move[] = [];
  let dealt = 0;
  const fresh = newCards(before, after);
  const step = Math.min(STEP_MS, (WHOLE_MS - DEAL_MS) / Math.max(1, fresh.length));
  for (const { line, index } of fresh) {
    const card = `${line}/${index}`;
    if (isParted(before, line, index)) {
      const from = `${line.slice(0, -1)}/${line.endsWith('a') ? 0 : 1}`;
      moves.push({ kind: 'part', card, from, delay_ms: 0, lasts_ms: DEAL_MS });
    } else {
      moves.push({ kind: 'deal', card, delay_ms: dealt * step, lasts_ms: DEAL_MS });
      dealt += 1;
    }
  }
  return moves;
}

function flips(before: Laid, after: Laid): Move[] {
  return Object.entries(after.cards).flatMap(([line, cards]) =>
    cards.flatMap((card, index): Move[] =>
      before.cards[line]?.[index] === '??' && card !== '??'
        ? [{ kind: 'flip', card: `${line}/${index}`, delay_ms: 0, lasts_ms: FLIP_MS }]
        : [],
    ),
  );
}

/** The first hand of a split keeps the chips that lay there: only the second one's come from the player. */
const isSplitOff = (before: Laid, spot: string): boolean => /^hand\/\d+a$/.test(spot) && !(spot in before.chips);

function chipMoves(before: Laid, after: Laid): Move[] {
  const moves: Move[] = [];
  for (const [spot, amount] of Object.entries(after.chips)) {
    if (amount > (before.chips[spot] ?? 0) && !isSplitOff(before, spot))
      moves.push({ kind: 'stake', spot, delay_ms: 0, lasts_ms: CHIP_MS });
  }
  for (const [spot, won] of Object.entries(after.won)) {
    if (spot in before.won || won === 0) continue;
    moves.push(won > 0 ? { kind: 'pay', spot, delay_ms: 0, lasts_ms: PAY_MS } : { kind: 'take', spot, delay_ms: 0, lasts_ms: CHIP_MS });
  }
  return moves;
}

/** Everything that moves. A new round is laid out at once: nothing of the old one flies. */
export function plan(before: Laid, after: Laid, pace: Pace = 'normal'): Move[] {
  const speed = SPEED[pace];
  if (!speed) return [];
  const moves = [...cardMoves(before, after), ...flips(before, after), ...chipMoves(before, after)];
  return moves.map((move) => ({ ...move, delay_ms: move.delay_ms * speed, lasts_ms: move.lasts_ms * speed }));
}
