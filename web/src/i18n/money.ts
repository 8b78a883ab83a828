// Money by Intl: whole minor units in, text in the reader's language out.
import { locale } from './text.svelte';

const MINOR_PER_UNIT = 100;
const formats = new Map<string, Intl.NumberFormat>();

/** Play money is no currency of the world: it is written as a number after its own sign. */
const OWN_SIGNS: Record<string, string> = { PLAY: 'P\u00a0' };

function format(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${locale()} ${currency} ${decimals}`;
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale(), {
      ...(currency in OWN_SIGNS ? {} : { style: 'currency', currency: currency || 'EUR', currencyDisplay: 'narrowSymbol' }),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    } as Intl.NumberFormatOptions);
  formats.set(key, made);
  return made;
}

const written = (minor: number, currency: string, decimals: number): string =>
  (OWN_SIGNS[currency] ?? '') + format(currency, decimals).format(minor / MINOR_PER_UNIT);

/** €25.00: balances and results. */
export const money = (minor: number, currency: string): string => written(minor, currency, 2);

/** €25, €2.50: what lies on the cloth. */
export const short = (minor: number, currency: string): string => written(minor, currency, minor % MINOR_PER_UNIT ? 2 : 0);

/** +€25.00, −€10.00: what a round brought. */
export const signed = (minor: number, currency: string): string => `${minor < 0 ? '−' : '+'}${money(Math.abs(minor), currency)}`;

/** 1, 25, 1k: what stands on a chip. */
export function onChip(minor: number): string {
  const units = minor / MINOR_PER_UNIT;
  if (units >= 1000) return `${Number((units / 1000).toFixed(1))}k`;
  return String(units);
}

/** What an amount in another currency is in mine; rates are fractions such as `107/100` (B5). */
export function converted(minor: number, from: string, mine: string, rates: Record<string, string>): number {
  if (!from || from === mine) return minor;
  const [over, under] = (rates[from] ?? '1').split('/').map(Number);
  return Math.round((minor * (over ?? 1)) / (under ?? 1));
}
