// What each choice is worth, in units of the initial bet: best first, with what a lesser one costs.
import { locale } from '../i18n/text.svelte';

export type Worth = { action: string; value: number; cost: number; best: boolean; share: number };

/** The house's odds call a free action by its plain name where both mean the same. */
export const worthOf = (values: Record<string, number>, action: string): number | undefined =>
  values[action] ?? values[action.replace(/^free-/, '')];

const ALIKE = 5e-7;

export function worths(values: Record<string, number>, actions: readonly string[]): Worth[] {
  const known = actions.flatMap((action) => {
    const value = worthOf(values, action);
    return value === undefined ? [] : [{ action, value }];
  });
  const top = Math.max(...known.map(({ value }) => value));
  return known
    .map(({ action, value }) => ({ action, value, cost: top - value, best: top - value < ALIKE, share: share(value) }))
    .sort((a, b) => b.value - a.value);
}

/** From losing a bet and a bit to winning as much, as a bar. */
const share = (value: number): number => Math.round(Math.min(100, Math.max(3, ((value + 1.15) / 2.3) * 100)));

/** +0.118, −0.540: with its sign, always three digits. */
export function written(value: number, plus = true): string {
  const digits = Math.abs(value).toLocaleString(locale(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return `${value < 0 ? '−' : plus ? '+' : ''}${digits}`;
}
