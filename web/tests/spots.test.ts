// Nothing lies upon anything else, and everything on the cloth: for every number of seats, hands and side bets.
import { describe, expect, it } from 'vitest';
import { besides, box, type BoxState, cloth, extent, FAN, phoneSpots, PHONE, seat, type SeatState } from '../src/table/layout';

type Disc = { of: string; x: number; y: number; r: number };
const upTo = (least: number, most: number): number[] => Array.from({ length: most - least + 1 }, (_, n) => least + n);
const SIDES = upTo(0, 8);
const TOUCH = 0.01;

function clashes(discs: Disc[]): string[] {
  return discs.flatMap((a, n) =>
    discs.slice(n + 1).flatMap((b) => (Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r - TOUCH ? [`${a.of} ${b.of}`] : [])),
  );
}
const outside = (discs: Disc[], { width, height }: { width: number; height: number }): string[] =>
  discs.filter(({ x, y, r }) => x - r < 0 || y - r < 0 || x + r > width || y + r > height).map(({ of }) => of);

const CLOSED = { cards: [2], mine: false, open: false, active: false };
const OPEN = { cards: [], mine: true, open: true, active: false };

/** All spots of all seats; `own` are mine, the others' bets lie there too. */
function arc(count: number, sides: number, low: boolean, own: Record<number, Partial<SeatState>>): Disc[] {
  return cloth(true, count, low).places.flatMap((where, n) => {
    const { main, sides: spots } = seat(where, { seats: count, sides, low, ...CLOSED, ...own[n + 1] });
    return [main, ...spots].map(({ dx, dy, size }, k) => ({ of: `${n + 1}/${k}`, x: where.x + dx, y: where.y + dy, r: size / 2 }));
  });
}

describe.each(upTo(1, 9))('%i seats', (count) => {
  describe.each([false, true])('in a low tile: %s', (low) => {
    const whole = cloth(true, count, low);
    it.each(SIDES)('with %i side bets each have room for them in play', (sides) => {
      for (const seatOf of upTo(1, count)) {
        const discs = arc(count, sides, low, { [seatOf]: { mine: true, active: true }, [seatOf + 1]: { mine: true } });
        expect(clashes(discs)).toEqual([]);
        expect(outside(discs, whole)).toEqual([]);
      }
    });
    it.each(SIDES)('with %i side bets each have room for them while bets are open, also on two seats of mine', (sides) => {
      for (const seatOf of upTo(1, count)) {
        const discs = arc(count, sides, low, { [seatOf]: OPEN, [seatOf + 1]: OPEN });
        expect(clashes(discs)).toEqual([]);
        expect(outside(discs, whole)).toEqual([]);
      }
    });
  });
});

/** The cards of a hand, as a box; a turned one reaches a little further. */
const TURNED = 10;
describe('cards at a seat', () => {
  it.each(SIDES)('lie above %i side bets', (sides) => {
    for (const where of cloth(true, 7, false).places)
      for (const state of [{ ...CLOSED }, { ...CLOSED, mine: true }, { ...CLOSED, mine: true, active: true }]) {
        const { hands, sides: spots } = seat(where, { seats: 7, sides, low: false, ...state });
        const lowest = hands.dy + hands.width * 0.7 + (hands.tilt ? TURNED : 0);
        for (const { dx, dy, size } of spots)
          if (Math.abs(dx) - size / 2 < extent(2, hands.width, FAN.small, 1.6) / 2) expect(dy - size / 2).toBeGreaterThan(lowest - 1);
      }
  });
  it.each(upTo(1, 4))('stay on the cloth with %i hands, none upon another', (hands) => {
    for (const low of [false, true])
      for (const where of cloth(true, 7, low).places)
        for (const active of [false, true]) {
          const cards = Array<number>(hands).fill(3);
          const plan = seat(where, { seats: 7, sides: 2, low, cards, mine: true, open: false, active });
          const half = extent(3, plan.hands.width, active ? FAN.large : FAN.small, 1.6) / 2;
          const middles = plan.hands.at.map((dx) => where.x + dx);
          for (const [n, x] of middles.entries()) {
            expect(x - half).toBeGreaterThan(0);
            expect(x + half).toBeLessThan(cloth(true, 7, low).width);
            if (n) expect(middles[n - 1]! - x).toBeGreaterThan(2 * half);
          }
          expect(where.y + plan.hands.dy - plan.hands.width * 0.7).toBeGreaterThan(0);
        }
  });
});

function table(count: number, state: Omit<BoxState, 'positions'>): Disc[] {
  const { main, sides } = box({ positions: count, ...state });
  return cloth(false, count, state.low).places.flatMap(({ x, y }, n) =>
    [{ ...main, label: '' }, ...sides].map(({ dx, dy, size, label }, k) => {
      const grows = label === 'left' ? -size / 2 : label === 'right' ? size / 2 : 0;
      return { of: `${n + 1}/${k}`, x: x + dx + grows, y: y + dy, r: size / 2 };
    }),
  );
}

describe.each(upTo(1, 7))('%i boxes', (count) => {
  it.each(SIDES)('with %i side bets each have room for them', (sides) => {
    for (const low of [false, true])
      for (const state of [
        { laid: true, open: false, cards: [2] },
        { laid: false, open: true, cards: [] },
        { laid: true, open: true, cards: [2] },
      ]) {
        const discs = table(count, { sides, low, ...state });
        expect(clashes(discs)).toEqual([]);
        expect(outside(discs, cloth(false, count, low))).toEqual([]);
      }
  });
});

describe('side bets beside a box', () => {
  it('begin at the top of the left side', () =>
    expect(besides(4).map(({ dx, dy }) => [Math.sign(dx), Math.sign(dy)])).toEqual([
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ]));
  it('have words beside them where there is room for words', () => {
    const labels = (positions: number): string[] =>
      box({ positions, sides: 2, cards: [], laid: false, open: true, low: false }).sides.map(({ label }) => label);
    expect([1, 3, 4].map(labels)).toEqual([
      ['under', 'under'],
      ['left', 'right'],
      ['inside', 'inside'],
    ]);
  });
  it('lie below the cards', () => {
    for (const sides of SIDES) {
      const { hands, sides: spots } = box({ positions: 3, sides, cards: [2], laid: true, open: false, low: false });
      for (const { dy, size } of spots) expect(dy - size / 2).toBeGreaterThan(hands.dy + hands.width * 0.7 - 1);
    }
  });
});

describe('on a phone', () => {
  const GAP = 6;
  it.each(SIDES)('%i side bets and the main one fit beside each other, or are scrolled to', (count) => {
    for (const betting of [true, false])
      for (const low of [true, false])
        for (const crowd of [true, false]) {
          const { main, side, around, columns, strip } = phoneSpots(count, { betting, open: betting, one: false, low, crowd });
          const spots = columns * side * (around ? 2 : 1);
          if (!strip) expect(main + spots + GAP * 2).toBeLessThanOrEqual(PHONE.width - 16);
          expect(columns * (around ? 2 : 1) * 2).toBeGreaterThanOrEqual(count); // two rows at most
        }
  });
  it('one row is left where the others sit above', () =>
    expect(phoneSpots(5, { betting: true, open: true, one: false, low: true, crowd: true })).toMatchObject({ strip: true, columns: 5 }));
});
