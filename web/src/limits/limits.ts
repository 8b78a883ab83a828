// Limits as the page shows them: one entry for each kind and period that has or had one.
import type { LimitNow, LimitChange } from '../protocol/types';

export type LimitKind = LimitChange['kind'];
export type Period = LimitChange['period'];
export const KINDS: LimitKind[] = ['deposit', 'loss', 'stake', 'time'];
export const PERIODS: Period[] = ['day', 'week', 'month'];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Those that count, and those that will; the shortest period first. */
export function ofKind(limits: readonly LimitNow[], kind: LimitKind): LimitNow[] {
  const own = limits.filter((limit) => limit.kind === kind && (limit.amount !== null || limit.next_ms > 0));
  return own.sort((a, b) => PERIODS.indexOf(a.period as Period) - PERIODS.indexOf(b.period as Period));
}

/** How much of it is gone, from 0 to 1. Winning more than one lost uses nothing. */
export const share = (limit: LimitNow): number => (limit.amount ? Math.min(1, Math.max(0, limit.used / limit.amount)) : 0);
/** Of a limit that counts: how much of it there is left. */
export const left = (limit: LimitNow): number => Math.max(0, (limit.amount ?? 0) - Math.max(0, limit.used));

export const hoursAndMinutes = (ms: number): { h: number; m: number } => {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  return { h: Math.floor(minutes / 60), m: minutes % 60 };
};

/** Hours as typed, `1.5` or `1,5`, in milliseconds. */
export function msOf(text: string): number | null {
  const hours = Number(text.trim().replace(',', '.'));
  return Number.isFinite(hours) && hours > 0 ? Math.round(hours * HOUR_MS) : null;
}

/** A change that binds less than what counts now has to wait. */
export const loosens = (now: number | null, next: number | null): boolean => now !== null && (next === null || next > now);

/** What binds first, of each kind that a player at a table wants to know of. */
export function nearest(limits: readonly LimitNow[]): LimitNow[] {
  const counting = limits.filter((limit) => limit.amount !== null);
  return AT_TABLE.flatMap((kind) =>
    counting
      .filter((limit) => limit.kind === kind)
      .sort((a, b) => left(a) - left(b))
      .slice(0, 1),
  );
}
const AT_TABLE: LimitKind[] = ['loss', 'stake', 'time'];

/** Less than a tenth: worth a warning. */
export const isShort = (limit: LimitNow): boolean => left(limit) * 10 < (limit.amount ?? 0);
