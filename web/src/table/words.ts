// Sentences about a table: places, totals, what was paid and why.
import { money, short, signed } from '../i18n/money';
import { maybe, t, type Key } from '../i18n/text.svelte';
import { KINDS } from '../protocol/facts';
import type { MyResult, TableInfo } from '../protocol/types';
import { worths, written } from './values';

export const spaced = (total: string): string => total.replace('/', ' / ');
/** What counts in a comparison: the better of two. */
export const best = (total: string): string => total.split('/').at(-1) ?? '';

export function place(info: TableInfo, position: number, line = ''): string {
  const half = line.slice(String(position).length);
  const suffix = half.toUpperCase();
  const { seats, alone } = KINDS[info.kind];
  if (seats) return t('place.seat', { n: position }) + suffix;
  if (alone) return t('place.hand', { n: position }) + suffix;
  if (info.positions > 1) return t('place.position', { n: position }) + suffix;
  return half ? t('place.hand', { n: suffix }) : t('place.one');
}

export const betName = (bet: string): string => maybe(`bet.${bet}`) ?? bet;
export const betShort = (bet: string): string => maybe(`short.${bet}`) ?? betName(bet);

/** `aa+a`: several hands judged apart. */
export const madeName = (outcome: string): string =>
  maybe(`made.${outcome}`) ??
  outcome
    .split('+')
    .map((each) => maybe(`made.${each}`) ?? each)
    .join(' + ');

export const actionName = (action: string): string => maybe(`action.${action}`) ?? action;
export const didName = (action: string): string => maybe(`did.${action}`) ?? action;
export const outcomeName = (outcome: string): string => maybe(`outcome.${outcome}`) ?? outcome;
export const zeroName = (zero: string): string => (zero ? t(`zero.${zero}` as Key) : '');

/** A hand's own word for what time running out does: `hit` and `stand` are decisions, `hits` is an answer. */
const ZERO: Record<string, string> = { hit: 'hits', stand: 'stands', decline: 'declines' };
export const zeroOf = (own: string, table: string): string => zeroName(ZERO[own] ?? (own || table));

/** "Hit was best: −0.540." or what another choice was worth more. */
export function verdictLine({ action, actions, values }: { action: string; actions: string[]; values: Record<string, number> }): string {
  const all = worths(values, actions);
  const mine = all.find((each) => each.action === action);
  if (!mine) return '';
  const said = { action: actionName(action), value: written(mine.value) };
  if (mine.best) return t('values.verdict.best', said);
  return t('values.verdict', { ...said, best: actionName(all[0]!.action), cost: written(mine.cost, false) });
}

export type Line = { text: string; amount: string; kind: 'win' | 'push' | 'loss' };

const kindOf = (net: number): Line['kind'] => (net > 0 ? 'win' : net < 0 ? 'loss' : 'push');

/** One line a hand and a side bet, wins first: what was paid and why. */
export function resultLines(info: TableInfo, result: MyResult, dealer: string, currency: string): Line[] {
  const hands = result.hands.map((each) => {
    const where = place(info, each.position, each.line);
    const at = each.behind ? t('result.behind', { n: each.position }) : where;
    const text = t(`why.${each.reason}` as Key, { place: at, total: each.total, dealer: best(dealer) });
    return line(text, each.returned_minor, each.stake_minor, each.golden_returned_minor, currency);
  });
  const sides = result.side_bets.map((each) => {
    const text = t('result.bet', { bet: betName(each.bet), outcome: madeName(each.outcome) });
    return line(text, each.returned_minor, each.stake_minor, each.golden_returned_minor, currency);
  });
  const order = { win: 0, push: 1, loss: 2 };
  return [...hands, ...sides].sort((a, b) => order[a.kind] - order[b.kind]);
}

function line(text: string, back: number, stake: number, golden: number, currency: string): Line {
  const net = back - stake;
  const gold = golden ? ` + ${t('money.golden', { amount: short(golden, currency) })}` : '';
  const amount = net === 0 ? money(back, currency) : signed(net, currency);
  return { text, amount: amount + gold, kind: kindOf(net) };
}

/** #14:32:07 GMT (A5). */
export const startedAt = (ms: number): string => `#${gmt(ms)}`;
export const gmt = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} GMT`;
