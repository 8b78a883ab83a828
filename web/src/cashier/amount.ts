// What somebody types as an amount: `25`, `25.5`, `1.284,50`, `€ 1,284.50`. Minor units, or nothing: what can be
// read in two ways, and what is below nothing, is no amount.
const MOST_MINOR = 10 ** 12;
const SIGNS = /^(\p{Sc}|[A-Z]{1,4})\s*|\s*(\p{Sc}|[A-Z]{1,4})$/gu;
/** Thousands by three, then one or two decimals; three after the only sign are a thousand's. */
const AMOUNT = /^(\d{1,3}(?:[.,\s'’]\d{3})+|\d*)(?:[.,](\d{0,2}))?$/;

export function minorOf(text: string): number | null {
  const found = AMOUNT.exec(text.trim().replace(SIGNS, ''));
  if (!found) return null;
  const [, whole = '', decimals = ''] = found;
  const minor = Number(whole.replace(/\D/g, '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
  return minor > 0 && minor <= MOST_MINOR ? minor : null;
}
