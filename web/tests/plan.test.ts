import { describe, expect, it } from 'vitest';
import type { BoxModel, HandModel } from '../src/table/boxes';
import { laid, plan, type Laid } from '../src/table/plan';

const on = (cards: Record<string, string[]>, chips: Record<string, number> = {}, won: Record<string, number> = {}): Laid => ({
  cards,
  chips,
  won,
});
const kinds = (before: Laid, after: Laid) =>
  plan(before, after).map((move) => ('card' in move ? `${move.kind} ${move.card}` : `${move.kind} ${move.spot}`));

const line = (name: string, stake_minor: number, returned_minor?: number) =>
  ({
    line: name,
    cards: [],
    mine: { stake_minor, golden_minor: 0 },
    paid: returned_minor === undefined ? null : { stake_minor, returned_minor },
  }) as unknown as HandModel;
const box = (hands: HandModel[], amount_minor: number) =>
  ({ position: 1, hands, main: { id: '1/main', amount_minor, golden_minor: 0, won_minor: null }, sides: [] }) as unknown as BoxModel;

describe('a plan of motion is the difference of two states', () => {
  it('is empty where nothing changed', () => {
    const same = on({ 1: ['8h', '8d'], dealer: ['9c', '??'] }, { '1/main': 500 });
    expect(plan(same, same)).toEqual([]);
  });

  it('deals a card that was not there', () => {
    expect(kinds(on({ 1: ['8h'] }), on({ 1: ['8h', '8d'] }))).toEqual(['deal 1/1']);
  });

  it('deals in the order of the table: first cards, the dealer last, then second cards', () => {
    const all = on({ 2: ['Kd', '7h'], dealer: ['9c', '??'], 1: ['8h', '8d'] });
    expect(kinds(on({}), all)).toEqual(['deal 1/0', 'deal 2/0', 'deal dealer/0', 'deal 1/1', 'deal 2/1', 'deal dealer/1']);
  });

  it('is over within two and a half seconds however many cards there are', () => {
    const many = on(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, ['8h', '8d', '2c']])));
    const ends = plan(on({}), many).map((move) => move.delay_ms + move.lasts_ms);
    expect(Math.max(...ends)).toBeLessThanOrEqual(2500);
  });

  it('turns the hole card over, and only that', () => {
    expect(kinds(on({ dealer: ['9c', '??'] }), on({ dealer: ['9c', '4d'] }))).toEqual(['flip dealer/1']);
  });

  it('parts a pair: the first cards of split hands come from the hand they were in', () => {
    const moves = plan(on({ 1: ['8h', '8d'] }), on({ '1a': ['8h'], '1b': ['8d'] }));
    expect(moves).toMatchObject([
      { kind: 'part', card: '1a/0', from: '1/0' },
      { kind: 'part', card: '1b/0', from: '1/1' },
    ]);
  });

  it('moves chips to a spot when its stake grew, and not when it shrank', () => {
    expect(kinds(on({}, { '1/main': 500 }), on({}, { '1/main': 1000 }))).toEqual(['stake 1/main']);
    expect(kinds(on({}, { '1/main': 1000 }), on({}, { '1/main': 500 }))).toEqual([]);
  });

  it('pays a win, takes a loss and leaves a push', () => {
    expect(kinds(on({}), on({}, {}, { '1/main': 500, '2/main': -500, '3/main': 0 }))).toEqual(['pay 1/main', 'take 2/main']);
  });

  it('pays once: a result that was there before does not move again', () => {
    const paid = on({}, {}, { '1/main': 500 });
    expect(plan(paid, paid)).toEqual([]);
  });

  it('after a split every hand has its own stack; the first keeps what lay there, the second is laid by the player', () => {
    const before = laid([box([line('1', 500)], 500)], []);
    const after = laid([box([line('1a', 500), line('1b', 500)], 1000)], []);
    expect(after.chips).toEqual({ 'hand/1a': 500, 'hand/1b': 500 });
    expect(plan(before, after).filter((move) => 'spot' in move)).toMatchObject([{ kind: 'stake', spot: 'hand/1b' }]);
  });

  it('pays and takes hand by hand after a split', () => {
    const before = laid([box([line('1a', 500), line('1b', 500)], 1000)], []);
    const after = laid([box([line('1a', 500, 1000), line('1b', 500, 0)], 1000)], []);
    expect(plan(before, after)).toMatchObject([
      { kind: 'pay', spot: 'hand/1a' },
      { kind: 'take', spot: 'hand/1b' },
    ]);
  });

  it('is half as long when fast, and empty when instant', () => {
    const [move] = plan(on({}), on({ 1: ['8h'] }), 'fast');
    expect(move!.lasts_ms).toBe(105);
    expect(plan(on({}), on({ 1: ['8h'] }), 'instant')).toEqual([]);
  });
});
