// Why not: the refusal's code in the reader's language, with its amounts as money.
import { short } from './money';
import { maybe, type Params } from './text.svelte';

export type Refused = { code: string; why: string; data?: Record<string, unknown> };

/** Of some areas the house tells no more than the area: `store/*`. */
export function refusal(what: Refused, currency: string): string {
  return maybe(`refused.${what.code}`, params(what, currency)) ?? maybe(`refused.${what.code.split('/')[0]}/*`) ?? what.why;
}

/** Of a bet these are money, whatever they are called; `most` hands are not. */
const OF_A_BET = new Set(['least', 'most', 'stake', 'step']);
const isMoney = (code: string, key: string): boolean => key.endsWith('_minor') || (code.startsWith('bet/') && OF_A_BET.has(key));

/** Why a round is void: in words of ours where the house says it itself, else as somebody wrote it. */
export const because = (reason: string): string => maybe(`because.${reason}`) ?? reason;

/** `most_minor: 500000` fills `{most}` with €5,000; an action has a name, and so has a reason. */
function params({ code, data = {} }: Refused, currency: string): Params {
  const found: Params = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'number') found[key.replace(/_minor$/, '')] = isMoney(code, key) ? short(value, currency) : value;
    else if (typeof value === 'string') found[key] = maybe(`action.${value}`) ?? because(value);
  }
  return found;
}
