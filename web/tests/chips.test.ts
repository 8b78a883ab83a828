import { describe, expect, it } from 'vitest';
import { added, colour, drawn, firstChip, goldenWorth, stack, VALUES } from '../src/table/chips';

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

describe('a stack is drawn from the amount', () => {
  it('is worth exactly the amount, largest chip first', () => {
    for (const amount of [1, 99, 100, 2500, 15_600, 123_456, 500_000]) {
      const chips = stack(amount);
      expect(sum(chips)).toBe(amount);
      expect(chips).toEqual([...chips].sort((a, b) => b - a));
    }
  });

  it('is the same whatever clicks made it', () => {
    expect(stack(2500 + 500)).toEqual(stack(3000));
  });

  it('has as few chips as the values allow', () => {
    expect(stack(15_600)).toEqual([10_000, 5000, 500, 100]);
    expect(stack(4000)).toEqual([2500, 1000, 500]);
  });

  it('shows only the top of a high one', () => {
    expect(drawn(4_499_999).length).toBe(8);
    expect(drawn(4_499_999).at(-1)).toBe(stack(4_499_999).at(-1));
  });

  it('is nothing for nothing', () => expect(stack(0)).toEqual([]));
});

describe('a click with a chip', () => {
  it('adds the chip below the maximum', () => expect(added(1000, 500, 5000)).toBe(500));
  it('adds only what is left up to the maximum (B2)', () => expect(added(4800, 500, 5000)).toBe(200));
  it('adds nothing at the maximum (B2)', () => expect(added(5000, 500, 5000)).toBe(0));
});

describe('the chip to start with', () => {
  const chips = [100, 500, 2500, 10_000];
  it('is the smallest that is a valid bet', () => expect(firstChip(chips, 300, 99_999)).toBe(500));
  it('is one that can be paid', () => expect(firstChip(chips, 2500, 600)).toBe(500));
  it('is the first where nothing can be paid', () => expect(firstChip(chips, 100, 0)).toBe(100));
});

it('every value has a colour of its own or that of the next lower chip', () => {
  expect(colour(100)).toBe('k1');
  expect(colour(50)).toBe('k1');
  expect(colour(2500)).toBe('k25');
  expect(colour(700_000)).toBe('k5k');
  expect(new Set(VALUES.map(colour)).size).toBe(9);
});

it('golden chips count by value', () => expect(goldenWorth({ 100: 6, 500: 2 })).toBe(1600));
