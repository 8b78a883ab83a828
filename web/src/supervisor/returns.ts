// What a game returned beside what it must return: whether chance explains the difference, and where it is drawn.
import type { ReturnNow } from '../protocol/types';

export type Verdict = 'inside' | 'outside' | 'notyet';

export function verdict(found: ReturnNow): Verdict {
  if (found.exact === null || found.band === null) return 'notyet';
  return Math.abs(found.live - found.exact) <= found.band ? 'inside' : 'outside';
}

export type Picture = { exact: number; low: number; high: number; live: number };

/** In percent of the drawing's width: the exact figure in the middle, the band half as wide as it at least. */
export function picture(found: ReturnNow): Picture | null {
  if (found.exact === null || found.band === null) return null;
  const reach = Math.max(found.band * 2, Math.abs(found.live - found.exact) * 1.15, 1e-9);
  const x = (value: number): number => 50 + ((value - found.exact!) / reach) * 50;
  return { exact: 50, low: x(found.exact - found.band), high: x(found.exact + found.band), live: x(found.live) };
}
