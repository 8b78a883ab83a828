// Where things lie on the cloth, in design units (theme/felt.css): seats on an arc, or a few boxes.
export type Place = { x: number; y: number; tilt: number };
export type Offset = { dx: number; dy: number };

export const SEATED = { width: 1140, height: 700 };
export const BOXES = { width: 1280, height: 650 };

/** A low tile goes without the legend, all that lies below it moves up; and it is wider than the arc: the seats move apart. */
const LEGEND = 100;
export const SEATED_LOW = { width: 1460, height: SEATED.height - LEGEND };
export const BOXES_LOW = { width: BOXES.width, height: BOXES.height - LEGEND };
export const lowered = (places: readonly Place[], stretch: number): Place[] =>
  places.map(({ x, y, tilt }) => ({ x: x * stretch, y: y - LEGEND, tilt }));

/** Seat 1 is at the dealer's left: on the screen, on the right. */
const ARC: Place[] = [
  { x: 1022, y: 384, tilt: -13 },
  { x: 896, y: 488, tilt: -9 },
  { x: 746, y: 548, tilt: -5 },
  { x: 570, y: 560, tilt: 0 },
  { x: 394, y: 548, tilt: 5 },
  { x: 244, y: 488, tilt: 9 },
  { x: 118, y: 384, tilt: 13 },
];

const mix = (a: number, b: number, part: number): number => a + (b - a) * part;

function along(step: number): Place {
  const low = ARC[Math.floor(step)]!;
  const high = ARC[Math.ceil(step)]!;
  const part = step % 1;
  return { x: mix(low.x, high.x, part), y: mix(low.y, high.y, part), tilt: mix(low.tilt, high.tilt, part) };
}

export function seats(count: number): Place[] {
  if (count === 1) return [ARC[3]!];
  return Array.from({ length: count }, (_, n) => along((n * (ARC.length - 1)) / (count - 1)));
}

/** One, two or three positions; the first is on the right. */
export function boxes(count: number): Place[] {
  if (count === 1) return [{ x: 640, y: 404, tilt: 0 }];
  if (count === 2) return [898, 492 - 110].map((x) => ({ x, y: 506, tilt: 0 }));
  return Array.from({ length: count }, (_, n) => {
    const part = n / (count - 1);
    return { x: mix(1052, 228, part), y: 478 + 18 * (1 - Math.abs(2 * part - 1)), tilt: 0 };
  });
}

/** Side bets left and right of a main spot. */
export function besides(count: number): (Offset & { left: boolean })[] {
  const left = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, n) => {
    const onLeft = n < left;
    const many = onLeft ? left : count - left;
    const row = (onLeft ? n : n - left) - (many - 1) / 2;
    const out = 64 - 12 * Math.min(1, Math.abs(row));
    return { dx: onLeft ? -out : out, dy: row * 51, left: onLeft };
  });
}

/** The same in a low tile while no cards lie there: large enough to be touched, as far apart as that takes. */
export function spread(count: number): Offset[] {
  return besides(count).map(({ dx, dy }) => ({ dx: Math.sign(dx) * 126, dy: (dy / 51) * 110 }));
}

/** Side bets of a single position: on an arc below the hand, or wide apart while bets are open. */
export function beneath(count: number, open: boolean): Offset[] {
  const half = count / 2;
  return Array.from({ length: count }, (_, n) => {
    const out = n < half ? Math.ceil(half) - n : n - Math.floor(half) + 1;
    const side = n < half ? -1 : 1;
    const reach = open ? 206 + (out - 1) * 170 : 150 + (out - 1) * 122;
    const drop = open ? 46 - (out - 1) * 48 : 158 - (out - 1) * 20;
    return { dx: side * reach, dy: drop };
  });
}

/** How far apart the cards of a fan lie, in cards: many lie closer together, so that a hand keeps its place. */
export const FAN = { large: 0.31, small: 0.52 };
export const fan = (count: number, usual: number, reach: number): number => Math.min(usual, reach / Math.max(1, count - 1));

/** How wide a fan of so many cards is. */
export const extent = (count: number, width: number, usual: number, reach: number): number =>
  width * (1 + fan(count, usual, reach) * Math.max(0, count - 1));

/** Hands of one position after splits, the first-dealt one on the right, none upon another; they shrink to fit. */
export function row(counts: readonly number[], width: number, gap: number, most: number, reach: number, usual = FAN.large): { width: number; at: number[] } {
  const wide = counts.map((count) => extent(count, width, usual, reach));
  const whole = wide.reduce((sum, each) => sum + each, 0) + gap * (counts.length - 1);
  const scale = Math.min(1, most / whole);
  let right = (whole * scale) / 2;
  const at = wide.map((each) => {
    const middle = right - (each * scale) / 2;
    right -= (each + gap) * scale;
    return middle;
  });
  return { width: width * scale, at };
}

/** What has to be added so that a row of half this width around x stays on the cloth. */
export function kept(x: number, half: number, width: number, edge = 16): number {
  return Math.max(edge + half - x, Math.min(0, width - edge - half - x));
}
