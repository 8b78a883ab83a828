// Where things lie on the cloth, in design units (theme/felt.css): seats on an arc, or a few boxes.
export type Place = { x: number; y: number; tilt: number };
export type Offset = { dx: number; dy: number };

export const SEATED = { width: 1140, height: 700 };
export const BOXES = { width: 1280, height: 650 };

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

/** Hands of one position after splits, the first-dealt one on the right. */
export function spread(count: number, step: number): number[] {
  return Array.from({ length: count }, (_, n) => ((count - 1) / 2 - n) * step);
}
