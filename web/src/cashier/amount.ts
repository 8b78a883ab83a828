// What somebody types as an amount: `25`, `25.5`, `1.284,50`, `€ 1,284.50`. Minor units, or why it is none: what can be
// read in two ways, and what is below nothing, is no amount.
const MOST_MINOR = 10 ** 12;
const SIGNS = /^(\p{Sc}|[A-Z]{1,4})\s*|\s*(\p{Sc}|[A-Z]{1,4})$/gu;
/** Thousands by three, then one or two decimals. */
const AMOUNT = /^(\d{1,3}(?:[.,\s'’]\d{3})+|\d*)(?:[.,](\d{0,2}))?$/;
/** A thousand and more to one reader, one and some decimals to another: `1.234`. */
const UNCLEAR = /^\d{1,3}[.,]\d{3}$/;

export type Misread = 'nothing' | 'unread' | 'unclear' | 'large';

function read(text: string): number | Misread {
  const bare = text.trim().replace(SIGNS, '');
  if (!bare) return 'nothing';
  if (UNCLEAR.test(bare)) return 'unclear';
  const found = AMOUNT.exec(bare);
  if (!found) return 'unread';
  const [, whole = '', decimals = ''] = found;
  const minor = Number(whole.replace(/\D/g, '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
  if (minor > MOST_MINOR) return 'large';
  return minor > 0 ? minor : 'unread';
}

export function minorOf(text: string): number | null {
  const amount = read(text);
  return typeof amount === 'number' ? amount : null;
}

/** Why it is no amount, as the end of a sentence's key; nothing where it is one. */
export function misread(text: string): Misread | '' {
  const amount = read(text);
  return typeof amount === 'number' ? '' : amount;
}
