import { describe, expect, it } from 'vitest';
import { minorOf, misread } from '../src/cashier/amount';
import en from '../src/i18n/words/pages.en';
import it_ from '../src/i18n/words/pages.it';
import { grids, letter, letters, where } from '../src/help/chart';
import { anchor } from '../src/help/page';
import { effect, merged, open } from '../src/cashier/moves';
import { hoursAndMinutes, isShort, left, loosens, msOf, nearest, ofKind, share } from '../src/limits/limits';
import type { CashMove } from '../src/protocol/types';
import { detailsOf, linkOf, subjectOf, sumsOf } from '../src/supervisor/deeds';
import { changes, reserved, taken, usualKeys } from '../src/settings/draft';
import { picture, verdict } from '../src/supervisor/returns';
import { DEFAULTS } from '../src/table/keys';

describe('an amount as it is typed', () => {
  it.each([['25', 2500], ['25.5', 2550], ['25,50', 2550], ['1.284,50', 128_450], ['€ 1,284.50', 128_450], ['1 000', 100_000], ['1,000.00', 100_000], ['1.234.567', 123_456_700], ['.5', 50], ['25.', 2500], ['25 EUR', 2500], ['P 25', 2500], ["1'000", 100_000], ['1 000,5', 100_050]])('%s', (text, minor) => expect(minorOf(text)).toBe(minor)); // prettier-ignore
  it.each(['', 'abc', '0', '0.00', '-5', '1e3', '1.2.3', '12,5555', '5 and 5', '1.234', '99999999999999'])('%j is none', (text) =>
    expect(minorOf(text)).toBeNull(),
  );
  it.each(['1.234', '1,234', '€ 12,500', '0.500', '999.999'])('%j could be thousands or decimals, and is asked for again', (text) =>
    expect(misread(text)).toBe('unclear'),
  );
  it.each(['99999999999', '99.999.999.999,00'])('%j is too large, which is not the same as no amount', (text) =>
    expect(misread(text)).toBe('large'),
  );
  it.each([
    ['', 'nothing'],
    [' ', 'nothing'],
    ['abc', 'unread'],
    ['0', 'unread'],
    ['1.2345', 'unread'],
    ['25', ''],
  ])('%j: %s', (text, why) => expect(misread(text)).toBe(why));
  it('is refused in a sentence of its own in both languages', () => {
    for (const words of [en, it_])
      for (const why of ['nothing', 'unread', 'unclear', 'large'] as const) expect(words[`cashier.${why}`]).toBeTruthy();
  });
});

const row = (letter: string) => Object.fromEntries(['2', '3', '4', '5', '6', '7', '8', '9', '10', 'A'].map((up) => [up, letter]));

describe('the strategy chart', () => {
  const chart = {
    hard: { 5: row('H'), 6: row('H'), 16: { ...row('H'), 2: 'S' }, 17: row('S'), 18: row('S') },
    soft: { 13: row('H'), 18: row('Ds') },
    pairs: { 8: row('P'), 10: row('S'), A: row('P') },
  };
  const [hard, soft, pairs] = grids(chart);
  it('joins rows at its ends that are played alike', () => expect(hard!.rows.map((each) => each.label)).toEqual(['17+', '16', '6−']));
  it('has soft hands by their other card, and aces as the highest pair', () => {
    expect(soft!.rows.map((each) => each.label)).toEqual(['A, 7', 'A, 2']);
    expect(pairs!.rows.map((each) => each.label)).toEqual(['A, A', '10s', '8, 8']);
  });
  it('has ten columns, the ace last', () => expect(hard!.rows[1]!.cells).toEqual(['S', 'H', 'H', 'H', 'H', 'H', 'H', 'H', 'H', 'H']));
  it('says what a letter falls back to', () => {
    expect(letter('Ds')).toEqual({ main: 'D', rest: 's' });
    expect(letters(grids(chart))).toEqual(['Ds', 'H', 'P', 'S']);
  });
  it('finds a hand: hard, soft, pair, against an ace', () => {
    expect(where('16', '10')).toEqual({ grid: 'hard', row: '16', up: '10' });
    expect(where('4/14', '1/11')).toEqual({ grid: 'soft', row: '14', up: 'A' });
    expect(where('16', '9', '8')).toEqual({ grid: 'pairs', row: '8', up: '9' });
    expect(hard!.rows.find((each) => each.totals.includes('18'))?.label).toBe('17+');
  });
  it('one row alone is not joined to itself', () =>
    expect(grids({ hard: { 9: row('H') }, soft: {}, pairs: {} })[0]!.rows.map((each) => each.label)).toEqual(['9']));
});

it('a heading makes an anchor', () => expect(anchor('Side bet: 21+3, più')).toBe('side-bet-21-3-più'));

describe('deposits and withdrawals', () => {
  const move = (cursor: number, more: Partial<CashMove> = {}): CashMove => ({
    cursor,
    at_ms: cursor,
    kind: 'deposit',
    amount_minor: 100,
    wallet_minor: 100,
    state: 'done',
    ...more,
  });
  it('stand newest first and once, whatever page they came with', () => {
    expect(merged([move(3), move(2)], [move(4), move(3)]).map((each) => each.cursor)).toEqual([4, 3, 2]);
    expect(merged([move(3)], [move(2), move(1)]).map((each) => each.cursor)).toEqual([3, 2, 1]);
  });
  it('are as they were told last', () => expect(merged([move(3)], [move(3, { state: 'returned' })])[0]!.state).toBe('returned'));
  it('add, take, or did nothing in the end', () =>
    expect([move(1), move(2, { kind: 'withdrawal' }), move(3, { kind: 'withdrawal', state: 'returned' })].map(effect)).toEqual([
      100, -100, 0,
    ]));
  it('on their way have left the balance already, or not come to it yet', () => {
    const [coming, going] = [move(1, { state: 'pending' }), move(2, { kind: 'withdrawal', state: 'pending' })];
    expect([coming, going].map(effect)).toEqual([0, -100]);
    expect([coming, going, move(3, { state: 'returning' })].every(open)).toBe(true);
  });
  it('refused or given back come to nothing', () => {
    const states = (['refused', 'returning', 'returned'] as const).map((state) => move(1, { state }));
    expect(states.map(effect)).toEqual([0, 0, 0]);
    expect(states.map(open)).toEqual([false, true, false]);
  });
});

const house = import.meta.glob<string>('../../src/ventuno/{bank/acts,cli/staff,server/left_open}.py', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const [acts, staff, leftOpen] = Object.entries(house)
  .sort()
  .map(([, text]) => text) as [string, string, string];
const all = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, found]) => found!))];

describe('the audit log', () => {
  it('has words for every act that the house writes, for its details and for its own reason', () => {
    const deeds = all(acts, /(?:Act\(\s*\w+\.by, |_cared\()"([a-z ]+)"/g);
    const details = [...all(acts, /"([a-z_]+)": (?:command|len)/g), ...all(acts, /(\w+)="\w+"[,)]/g)];
    const reasons = [...all(staff, /"--reason", default="([^"]+)"/g), ...all(leftOpen, /: Final = "([a-z]+ [a-z ]+)"/g)];
    expect(deeds).toEqual(expect.arrayContaining(['void', 'set role', 'enrol second factor', 'use recovery code', 'set limit']));
    expect(details).toEqual(expect.arrayContaining(['left', 'role', 'value_minor', 'until_ms']));
    expect(reasons).toHaveLength(6);
    const keys = [
      ...deeds.map((each) => `deed.${each}`),
      ...details.map((each) => `detail.${each}`),
      ...reasons.map((each) => `reason.${each}`),
    ];
    expect(keys.filter((key) => !(key in en) || !(key in it_))).toEqual([]);
  });
  const spoken = { money: (minor: number) => `€${minor / 100}`, date: (ms: number) => `day ${ms}`, time: (ms: number) => `${ms} ms` };
  it('leads to what an act was on', () => {
    expect(subjectOf('table infinite')).toEqual({ kind: 'table', name: 'infinite' });
    expect(linkOf(subjectOf('player 12'))).toBe('/supervisor/players?player=12');
    expect(linkOf(subjectOf('round 1M7H'))).toBe('/round/1M7H');
    expect(subjectOf('the house')).toEqual({ kind: 'other', name: 'the house' });
  });
  it('has what a void of an open round gives back: money of each currency, then golden chips', () => {
    const money = (minor: number, currency: string) => `${currency} ${minor / 100}`;
    expect(sumsOf({ stakes: { EUR: 1500, GBP: 200 }, golden: {} }, money, 'golden chips')).toEqual(['EUR 15', 'GBP 2']);
    expect(sumsOf({ stakes: { EUR: 0 }, golden: { EUR: 500 } }, money, 'golden chips')).toEqual(['EUR 5 golden chips']);
  });
  it('has amounts as money, moments as dates, a limit on time as time', () => {
    expect(detailsOf({ value_minor: 500, count: 3, bonus: '' }, spoken)).toEqual([
      { name: 'value_minor', value: '€5' },
      { name: 'count', value: '3' },
    ]);
    expect(detailsOf({ until_ms: 77 }, spoken)).toEqual([{ name: 'until_ms', value: 'day 77' }]);
    expect(detailsOf({ until_ms: 0 }, spoken)).toEqual([]);
    expect(detailsOf({ held_ms: 9 }, spoken)).toEqual([{ name: 'held_ms', value: '9 ms' }]);
    expect(detailsOf({ kind: 'time', amount: 9 }, spoken)[1]).toEqual({ name: 'amount', value: '9 ms' });
    expect(detailsOf({ kind: 'loss', amount: 900 }, spoken)[1]).toEqual({ name: 'amount', value: '€9' });
    expect(detailsOf({ 'limits 1': '["gold",100,500000,100,50000]' }, spoken)).toEqual([
      { name: 'limits', value: 'gold €1–€5000, €1–€500' },
    ]);
  });
});

describe('limits', () => {
  const limit = (period: string, amount: number | null, used = 0, next_ms = 0) => ({
    kind: 'deposit',
    period,
    amount,
    used,
    next_amount: null,
    next_ms,
  });
  it('are shown shortest period first, also one that is only to come', () => {
    const found = ofKind([limit('month', 9), limit('day', 5), limit('week', null), limit('week', null, 0, 77)], 'deposit');
    expect(found.map((each) => each.period)).toEqual(['day', 'week', 'month']);
  });
  it('winning more than one lost uses nothing', () => {
    expect(share(limit('day', 100, -50))).toBe(0);
    expect(left(limit('day', 100, -50))).toBe(100);
    expect(left(limit('day', 100, 130))).toBe(0);
  });
  it('at the table are told by what binds first, money and time only', () => {
    const all = [
      limit('day', 100, 20),
      { ...limit('day', 100, 20), kind: 'loss' },
      { ...limit('week', 300, 290), kind: 'loss' },
      { ...limit('day', 9, 0), kind: 'time' },
      { ...limit('month', null, 0, 77), kind: 'stake' },
    ];
    expect(nearest(all).map((each) => [each.kind, each.period, left(each)])).toEqual([
      ['loss', 'week', 10],
      ['time', 'day', 9],
    ]);
    expect(nearest(all).map(isShort)).toEqual([true, false]);
  });
  it('count hours as typed', () => {
    expect(msOf('1,5')).toBe(5_400_000);
    expect(msOf('x')).toBeNull();
    expect(hoursAndMinutes(5_400_000)).toEqual({ h: 1, m: 30 });
  });
  it('no limit is looser than any, and a first limit is tighter', () => {
    expect(loosens(100, null)).toBe(true);
    expect(loosens(100, 99)).toBe(false);
    expect(loosens(null, 99)).toBe(false);
  });
});

describe('settings that are being changed', () => {
  it('are only what differs from what counts now, or is usual', () => {
    expect(changes({ felt: 'ink', volume: 70, pace: 'fast' }, { pace: 'fast' }, { felt: 'green', volume: 70, pace: 'normal' })).toEqual({
      felt: 'ink',
    });
  });
  it('a key does one thing', () => {
    expect(taken(DEFAULTS, 'hit', 'S')).toBe('stand');
    expect(taken(DEFAULTS, 'hit', 'h')).toBeNull();
    expect(taken(DEFAULTS, 'hit', 'x')).toBeNull();
  });
  it('the keys of B8 stay what they are', () => {
    expect([' ', '5', 'Escape', 'Delete', 'Backspace', 'Tab', 'F5'].every(reserved)).toBe(true);
    expect(['x', 'Enter', ';'].some(reserved)).toBe(false);
  });
  it('keys as usual are only those that are not', () => expect(usualKeys({ key_hit: 'x' })).toEqual({ key_hit: 'h' }));
});

describe('the live return', () => {
  const found = { game: 'g', staked_minor: 1, returned_minor: 1, live: 0.97, exact: 0.99, band: 0.03, rounds: 3 };
  it('is explained by chance inside its band only', () => {
    expect(verdict(found)).toBe('inside');
    expect(verdict({ ...found, live: 0.95 })).toBe('outside');
    expect(verdict({ ...found, exact: null, band: null })).toBe('notyet');
  });
  it('is drawn with the exact figure in the middle, and never beyond the edges', () => {
    const drawn = picture({ ...found, live: 0.1 })!;
    expect(drawn.exact).toBe(50);
    expect(drawn.live).toBeGreaterThanOrEqual(0);
    expect(drawn.low).toBeLessThan(50);
    expect(drawn.high).toBeGreaterThan(50);
  });
});
