// Why not: the refusal's code in the reader's language, with its amounts as money.
import { short } from './money';
import { maybe, type Params } from './text.svelte';

export type Refused = { code: string; why: string; data?: Record<string, unknown> };

export function refusal(what: Refused, currency: string): string {
  return maybe(`refused.${what.code}`, amounts(what.data ?? {}, currency)) ?? what.why;
}

/** `most_minor: 500000` fills `{most}` with €5,000. */
function amounts(data: Record<string, unknown>, currency: string): Params {
  const params: Params = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'number' && key.endsWith('_minor')) params[key.slice(0, -6)] = short(value, currency);
    else if (typeof value === 'number' || typeof value === 'string') params[key] = value;
  }
  return params;
}
