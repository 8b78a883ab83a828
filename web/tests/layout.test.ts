import { describe, expect, it } from 'vitest';
import { BOXES, BOXES_LOW, boxes, extent, FAN, fan, kept, lowered, row, SEATED, SEATED_LOW, seats, spread } from '../src/table/layout';
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

describe('a low tile', () => {
  const places = [
    ...[1, 3, 7].map((count) => ({ low: lowered(seats(count), SEATED_LOW.width / SEATED.width), size: SEATED_LOW })),
    ...[1, 2, 3].map((count) => ({ low: lowered(boxes(count), BOXES_LOW.width / BOXES.width), size: BOXES_LOW })),
  ];
  it('is lower than the whole cloth', () => {
    expect(SEATED_LOW.height).toBeLessThan(SEATED.height);
    expect(BOXES_LOW.height).toBeLessThan(BOXES.height);
  });
  it('keeps every place on the cloth, and clear of the dealer', () => {
    for (const { low, size } of places)
      for (const { x, y } of low) {
        expect(x).toBeGreaterThan(100);
        expect(x).toBeLessThan(size.width - 100);
        expect(y).toBeGreaterThan(200);
        expect(y + 60).toBeLessThan(size.height);
      }
  });
  it('spreads the seats as wide as it is', () => {
    const [first, second] = lowered(seats(7), SEATED_LOW.width / SEATED.width);
    expect(first!.x - second!.x).toBeGreaterThan(seats(7)[0]!.x - seats(7)[1]!.x);
  });
  it('has side bets that can be told apart by a finger', () => {
    const least = 44 / (217 / BOXES_LOW.height); // a quarter of 1280 by 720, the lowest that is played on
    const spots = [...spread(6), { dx: 0, dy: 0 }];
    for (const [n, a] of spots.entries())
      for (const b of spots.slice(n + 1)) expect(Math.hypot(a.dx - b.dx, a.dy - b.dy)).toBeGreaterThan(least - 4);
  });
  it('has no side bet on that of the next position', () => {
    const [right, left] = boxes(3);
    const out = Math.max(...spread(6).map(({ dx }) => dx));
    expect(right!.x - out - (left!.x + out)).toBeGreaterThan(98);
  });
});

describe('the panel', () => {
  const room = { width: 1200, height: 700 };
  it('floats anywhere within the table', () =>
    expect(floating({ x: 5000, y: -40, width: 300, height: 420 }, room)).toEqual({ x: 900, y: 0, width: 300, height: 420 }));
  it('is never too small to use nor larger than the table', () => {
    expect(floating({ x: 0, y: 0, width: 10, height: 10 }, room)).toMatchObject({ width: 240, height: 220 });
    expect(floating({ x: 0, y: 0, width: 9000, height: 9000 }, room)).toMatchObject({ width: 560, height: 700 });
  });
  it('at the edge leaves room for the cloth', () => {
    expect(dockedWidth(400, room)).toBe(400);
    expect(dockedWidth(900, { width: 1000, height: 700 })).toBe(440);
  });
});
