import { describe, expect, it } from 'vitest';
import { extent, FAN, fan, kept, row } from '../src/table/layout';
import { dockedWidth, floating } from '../src/table/panel';

describe('a fan', () => {
  it('of few cards lies as usual', () => expect(fan(3, FAN.large, 1.55)).toBe(FAN.large));
  it('of many keeps within its reach', () => expect(extent(14, 100, FAN.large, 1.55)).toBeCloseTo(255));
});

describe('split hands in a row', () => {
  const counts = [4, 2, 5, 3];
  const { width, at } = row(counts, 70, 26, 2000, 1.55);
  const half = counts.map((count) => extent(count, width, FAN.large, 1.55) / 2);

  it('begin with the first-dealt on the right', () => expect([...at].sort((a, b) => b - a)).toEqual(at));
  it('never lie upon each other', () => {
    for (let n = 1; n < at.length; n += 1) expect(at[n - 1]! - half[n - 1]! - (at[n]! + half[n]!)).toBeCloseTo(26);
  });
  it('are centred', () => expect(at[0]! + half[0]!).toBeCloseTo(-(at.at(-1)! - half.at(-1)!)));
  it('shrink to the room there is', () => {
    const small = row(counts, 70, 26, 300, 1.55);
    expect(small.width).toBeLessThan(70);
    expect(small.at[0]! + extent(4, small.width, FAN.large, 1.55) / 2).toBeCloseTo(150);
  });
});

describe('at the end of the arc', () => {
  it('a row is pushed back onto the cloth', () => {
    expect(kept(1022, 200, 1140)).toBe(1140 - 16 - 200 - 1022);
    expect(kept(118, 200, 1140)).toBe(16 + 200 - 118);
  });
  it('in the middle it stays', () => expect(kept(570, 200, 1140)).toBe(0));
});

describe('the panel', () => {
  const room = { width: 1200, height: 700 };
  it('floats anywhere within the table', () => expect(floating({ x: 5000, y: -40, width: 300, height: 420 }, room)).toEqual({ x: 900, y: 0, width: 300, height: 420 }));
  it('is never too small to use nor larger than the table', () => {
    expect(floating({ x: 0, y: 0, width: 10, height: 10 }, room)).toMatchObject({ width: 240, height: 220 });
    expect(floating({ x: 0, y: 0, width: 9000, height: 9000 }, room)).toMatchObject({ width: 560, height: 700 });
  });
  it('at the edge leaves room for the cloth', () => {
    expect(dockedWidth(400, room)).toBe(400);
    expect(dockedWidth(900, { width: 1000, height: 700 })).toBe(440);
  });
});
