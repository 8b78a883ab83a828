// What the others chose in exactly this situation (D7): whole percents that add up to a hundred.
import type { Choice, MyHand } from '../protocol/types';

export function shares(choices: readonly Choice[], hand: MyHand): Record<string, number> | null {
  const golden = hand.golden_minor > 0 && hand.stake_minor === 0;
  const same = choices.filter((each) => each.line === hand.line && each.size === hand.size);
  const match = same.find((each) => each.golden === golden) ?? same[0];
  if (!match) return null;
  return percents(match.chosen);
}

/** Largest remainders: no share is shown that would make the sum 99 or 101. */
export function percents(counts: Record<string, number>): Record<string, number> | null {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (!total) return null;
  const exact = Object.entries(counts).map(([key, count]) => [key, (count * 100) / total] as const);
  const out = Object.fromEntries(exact.map(([key, share]) => [key, Math.floor(share)]));
  let left = 100 - Object.values(out).reduce((sum, share) => sum + share, 0);
  for (const [key] of [...exact].sort(([, a], [, b]) => (b % 1) - (a % 1))) {
    if (left <= 0) break;
    out[key]! += 1;
    left -= 1;
  }
  return out;
}
