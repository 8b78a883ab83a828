import { describe, expect, it } from 'vitest';
import { shared } from '../src/table/sharing';

const before = {
  seats: [
    { name: 'Ada', cards: ['As', 'Kd'] },
    { name: 'Bo', cards: [] as string[] },
  ],
  pause: null as string | null,
};

describe('what has not changed stays the same object', () => {
  it('is the earlier value where all of it is equal', () => {
    expect(shared(before, structuredClone(before))).toBe(before);
  });
  it('is new along the way to what changed, and only there', () => {
    const after = structuredClone(before);
    after.seats[1]!.cards.push('7h');
    const found = shared(before, after);
    expect(found).toEqual(after);
    expect(found.seats[0]).toBe(before.seats[0]);
    expect(found.seats[1]).not.toBe(before.seats[1]);
  });
  it.each([
    ['a part that is gone', { a: 1, b: 2 }, { a: 1 }],
    ['a part that is there as nothing', { a: 1 }, { a: 1, b: undefined }],
    ['a shorter list', { a: [1, 2] }, { a: [1] }],
    ['a longer list', { a: [1] }, { a: [1, undefined] }],
    ['a list for a record', { a: {} }, { a: [] }],
    ['nothing for something', { a: {} }, { a: null }],
    ['something for nothing', { a: null }, { a: {} }],
  ])('sees %s', (_, earlier: object, later: object) => {
    const found = shared(earlier, later);
    expect(found).toEqual(later);
    expect(Object.keys(found)).toEqual(Object.keys(later));
    expect(found).not.toBe(earlier);
  });
});
