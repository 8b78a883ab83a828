// Which table needs me most: the question with the least time left, then a window in which I have not bet yet.
import { boxes, decidable } from '../table/boxes';
import type { Scene } from '../protocol/table.svelte';
import type { TableInfo } from '../protocol/types';

export type Need = { kind: 'answer' | 'bets' | 'none'; at_ms: number };
const NEVER = Number.POSITIVE_INFINITY;
const RANK: Record<Need['kind'], number> = { answer: 0, bets: 1, none: 2 };

/** Insurance or a decision; where I played the last round, also the bets of this one. */
export function need(scene: Scene, info: TableInfo): Need {
  const { view, bets } = scene;
  const at_ms = view.deadline?.at_ms ?? NEVER;
  if (view.pause || view.closed) return { kind: 'none', at_ms: NEVER };
  if (uninsured(scene) || asked(scene, info)) return { kind: 'answer', at_ms };
  if (view.phase === 'betting' && !bets.bets.length && bets.repeat_minor > 0) return { kind: 'bets', at_ms };
  return { kind: 'none', at_ms: NEVER };
}

const uninsured = ({ view, hands }: Scene): boolean =>
  view.phase === 'insurance' && hands.hands.some((hand) => hand.insurance_minor !== null && hand.insured === null);

const asked = (scene: Scene, info: TableInfo): boolean => decidable(boxes(scene, info)).some((hand) => hand.asked);

/** Most urgent first; what needs nothing stays in the order in which it was opened. */
export function byNeed<T>(all: readonly T[], needOf: (each: T) => Need): T[] {
  const needs = new Map(all.map((each) => [each, needOf(each)]));
  return [...all].sort((a, b) => {
    const [one, other] = [needs.get(a)!, needs.get(b)!];
    return RANK[one.kind] - RANK[other.kind] || (one.at_ms === other.at_ms ? 0 : one.at_ms - other.at_ms);
  });
}

/** Forward: the table that needs me most, else the next one; backward: the one before. */
export function turnTo<T>(all: readonly T[], here: T, step: 1 | -1, needOf: (each: T) => Need): T | undefined {
  const waiting = byNeed(
    all.filter((each) => each !== here && needOf(each).kind === 'answer'),
    needOf,
  );
  if (step > 0 && waiting.length) return waiting[0];
  return all[(all.indexOf(here) + step + all.length) % all.length];
}
