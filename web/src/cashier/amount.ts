// What somebody types as an amount: `25`, `25.5`, `1.284,50`, `€ 1,284.50`. Minor units, or nothing.
const MOST_MINOR = 10 ** 12;

export function minorOf(text: string): number | null {
  const bare = text.replace(/[^\d.,]/g, '');
  if (!bare) return null;
  const sign = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const decimals = sign < 0 ? '' : bare.slice(sign + 1);
  // The last sign parts the decimals only if one or two follow it; three are a thousand's.
  const parted = sign >= 0 && decimals.length <= 2;
  const whole = (parted ? bare.slice(0, sign) : bare).replace(/[.,]/g, '');
  const minor = Number(whole || '0') * 100 + (parted ? Number(decimals.padEnd(2, '0')) : 0);
  return minor > 0 && minor <= MOST_MINOR ? minor : null;
}
