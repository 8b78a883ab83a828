// What each choice was worth, best first, with what it would have cost.
import type { ChoiceWorth } from '../protocol/types';

export type Value = { action: string; value: number; cost: number; mine: boolean; share: number };

/** A free action is worth what the house's odds call by its plain name. */
const plainName = (action: string, values: Record<string, number>): string => (action in values ? action : action.replace(/^free-/, ''));

export function values(choice: ChoiceWorth): Value[] {
  const mine = plainName(choice.action, choice.values);
  const all = Object.entries(choice.values);
  const best = Math.max(...all.map(([, value]) => value));
  return all
    .map(([action, value]) => ({ action, value, cost: best - value, mine: action === mine, share: share(value) }))
    .sort((a, b) => b.value - a.value);
}

/** From losing two bets to winning two, as a bar. */
const share = (value: number): number => Math.round(Math.min(100, Math.max(3, ((value + 1.15) / 2.3) * 100)));
