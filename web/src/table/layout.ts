// Where things lie on the cloth, in design units (theme/felt.css). Pure: counts in, places out; no game is named.
// A cloth has seats on an arc, or a few boxes; each has hands, a main spot and as many side bets as the game has.
export type Place = { x: number; y: number; tilt: number };
export type Offset = { dx: number; dy: number };
export type Circle = Offset & { size: number };
/** The hands of one place in a row: how wide their cards are, where each has its middle. */
export type Row = { width: number; at: number[] };

const mix = (a: number, b: number, part: number): number => a + (b - a) * part;
const times = (circle: Circle, by: number): Circle => ({ dx: circle.dx * by, dy: circle.dy * by, size: circle.size * by });

// -- the whole cloth ------------------------------------------------------------------------------

const LEGEND = 100; // a low tile goes without it, and all that lies below it moves up
const DEALER_Y = 82;
export const FURNITURE = { y: 12, width: 150 };
export const CORNERS = { jackpot: { x: 56, y: 34 }, solo: { x: 56, y: 34, width: 190 }, crowd: { x: 84, y: 262 } };

export type Cloth = {
  width: number;
  height: number;
  edge: number;
  legend: { radius: number; top: number };
  dealer: { x: number; y: number };
  places: Place[];
};

/** A low tile is wider than the arc: the seats move apart. */
export function cloth(seated: boolean, count: number, low: boolean): Cloth {
  const usual = seated ? SEATED : BOXES;
  const width = low && seated ? SEATED_LOW.width : usual.width;
  const drawn = seated ? seats(count) : boxes(count);
  return {
    width,
    height: usual.height - (low ? LEGEND : 0),
    edge: seated ? 110 : 150,
    legend: seated ? { radius: 536, top: 206 } : { radius: 692, top: 192 },
    dealer: { x: width / 2, y: DEALER_Y },
    places: low ? lowered(drawn, width / usual.width) : drawn,
  };
}

export const SEATED = { width: 1140, height: 700 };
export const BOXES = { width: 1280, height: 650 };
export const SEATED_LOW = { width: 1460, height: SEATED.height - LEGEND };
export const BOXES_LOW = { width: BOXES.width, height: BOXES.height - LEGEND };
export const lowered = (places: readonly Place[], stretch: number): Place[] =>
  places.map(({ x, y, tilt }) => ({ x: x * stretch, y: y - LEGEND, tilt }));

// -- hands ----------------------------------------------------------------------------------------

/** How far apart the cards of a fan lie, in cards: many lie closer together, so that a hand keeps its place. */
export const FAN = { large: 0.31, small: 0.52 };
export const fan = (count: number, usual: number, reach: number): number => Math.min(usual, reach / Math.max(1, count - 1));

/** How wide a fan of so many cards is. */
export const extent = (count: number, width: number, usual: number, reach: number): number =>
  width * (1 + fan(count, usual, reach) * Math.max(0, count - 1));

/** Hands of one position after splits, the first-dealt one on the right, none upon another; they shrink to fit. */
export function row(counts: readonly number[], width: number, gap: number, most: number, reach: number, usual = FAN.large): Row {
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

/** The dealer's cards: side by side while there is room, then closer; the total stands left of them. */
export function dealerRow(count: number, width: number, phone: boolean): { step: number; total: number; clock: number } {
  const step = fan(count, 1.06, (phone ? 236 : 470) / width - 1);
  return { step, total: (width * (1 + step * (count - 1))) / 2 + (phone ? 36 : 46), clock: width * 0.7 + 24 };
}

// -- seats on an arc ------------------------------------------------------------------------------

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

/** How close the closest two are. */
const closest = (places: readonly Place[]): number =>
  Math.min(...places.slice(1).map(({ x, y }, n) => Math.hypot(x - places[n]!.x, y - places[n]!.y)));
/** More seats than the arc was drawn for: everything at them is smaller. */
const seatScale = (count: number): number => Math.min(1, closest(seats(count)) / closest(ARC));

export type SeatState = {
  seats: number;
  sides: number;
  cards: readonly number[];
  mine: boolean;
  open: boolean;
  active: boolean;
  low: boolean;
};
export type SeatPlan = {
  main: Circle;
  sides: Circle[];
  hands: Row & { dy: number; tilt: number };
  /** Around the hand that is asked, and the time above it. */
  ring: { size: number; dy: number };
  clock: number;
  acting: Offset;
  insure: number;
  behind: number;
  name: number;
  sit: number;
  /** The spots are so small that what is written on them is, too. */
  tight: boolean;
};

/** All that lies at one seat, as it is now: mine or another's, open for bets, or the one that decides. */
export function seat(where: Place, { seats: count, sides: many, cards, mine, open, active, low }: SeatState): SeatPlan {
  const by = seatScale(count);
  const tower = open && low;
  const main = tower ? 112 : open ? 88 : active ? 84 : 72;
  const sides = tower ? towered(many) : open ? risen(many, where.tilt) : flanked(many, main, mine ? 42 : 34, active ? 66 : mine ? 61 : 56);
  /** Side bets that reach up beside the main spot push the cards away. */
  const lift = open ? 0 : Math.max(0, ...sides.map(({ dy, size }) => size / 2 - dy - 36));
  const split = cards.length > 1;
  const laid = active ? row(cards, split ? 72 : 92, 22, 520 / by, 1.55) : row(cards, split ? 46 : 60, 8, 190, 1.6, FAN.small);
  const { width, at } = { width: laid.width * by, at: laid.at.map((each) => each * by) };
  /** A row of hands at the end of the arc stays on the cloth. */
  const shift = active && split ? kept(where.x, (at[0] ?? 0) + width, (low ? SEATED_LOW : SEATED).width) : 0;
  const lean = active ? 0 : where.tilt * 1.5;
  /** Three hands and more lie above the neighbours' cards. */
  const handY = (!active ? -92 : cards.length > 2 ? (where.y > 450 ? -214 : -166) : -156) - lift;
  return {
    main: times({ dx: 0, dy: 0, size: main }, by),
    sides: sides.map((each) => times(each, by)),
    hands: { width, at: at.map((each) => each + shift + lean), dy: handY * by, tilt: active ? 0 : where.tilt },
    ring: { size: (split ? 176 : 212) * by, dy: (handY - 4) * by },
    clock: (handY - (split ? 90 : 104)) * by,
    acting: { dx: where.tilt * 1.5, dy: (-148 - lift) * by },
    insure: (-190 - lift) * by,
    behind: low ? -104 : -72 - lift,
    name: (open ? 58 : 52) * by,
    sit: 92 * by,
    tight: Math.min(...sides.map(({ size }) => size * by)) < 42 && many > 2,
  };
}

/** Bets are closed: left and right of the main spot, on a circle around it; many are smaller, none reaches the name below. */
function flanked(count: number, main: number, usual: number, reach: number): Circle[] {
  if (count <= 2) return sided(count).map(({ left }) => ({ dx: left ? -reach : reach, dy: 8, size: usual }));
  const rows = Math.ceil(count / 2);
  const size = Math.min(usual, rows > 3 ? 26 : rows > 2 ? 34 : 36);
  const radius = main / 2 + size / 2 + 4;
  const step = 2 * Math.asin((size + 2) / 2 / radius);
  return sided(count).map(({ left, row: at }) => ({
    dx: (left ? -radius : radius) * Math.cos(at * step),
    dy: radius * Math.sin(at * step),
    size,
  }));
}

/** Bets are open, and no cards lie above the main spot: two and two there, large enough to be touched. Where the arc
 *  climbs to its last seat, two wide ones make room for that seat's own. */
function risen(count: number, tilt: number): Circle[] {
  const aside = Math.abs(tilt) > 7 && Math.abs(tilt) < 12 ? 12 * Math.sign(tilt) : 0;
  if (count <= 2) return paired(count, 40, 0, 74, 60).map((each) => ({ ...each, dx: each.dx + aside }));
  const pitch = count > 6 ? 54 : 58;
  return paired(count, pitch / 2, pitch, 74, pitch - 4);
}

/** The same in a low tile: up to two above one another, more in pairs, as large as the room above the last seat lets them be. */
function towered(count: number): Circle[] {
  if (count <= 2) return Array.from({ length: count }, (_, n) => ({ dx: 0, dy: -112 * (n + 1), size: 92 }));
  const pitch = Math.min(80, 226 / Math.ceil(count / 2));
  return paired(count, pitch / 2, pitch, 56 + pitch / 2, pitch - 4);
}

/** Rows of two above the main spot; an odd one of many is in the middle. */
function paired(count: number, out: number, pitch: number, first: number, size: number): Circle[] {
  return Array.from({ length: count }, (_, n) => {
    const alone = count > 2 && count % 2 === 1 && n === count - 1;
    return { dx: alone ? 0 : n % 2 ? out : -out, dy: -first - Math.floor(n / 2) * pitch, size };
  });
}

/** Half of them on the left, from above; then the others on the right. `row` counts from the middle of a side. */
function sided(count: number): { left: boolean; row: number }[] {
  const half = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, n) => {
    const left = n < half;
    return { left, row: left ? n - (half - 1) / 2 : n - half - (count - half - 1) / 2 };
  });
}

// -- a few boxes ----------------------------------------------------------------------------------

/** One, two or three positions, or more that lie closer; the first is on the right. */
export function boxes(count: number): Place[] {
  if (count === 1) return [{ x: 640, y: 404, tilt: 0 }];
  if (count === 2) return [898, 382].map((x) => ({ x, y: 506, tilt: 0 }));
  return Array.from({ length: count }, (_, n) => {
    const part = n / (count - 1);
    return { x: mix(1052, 228, part), y: 478 + 18 * (1 - Math.abs(2 * part - 1)), tilt: 0 };
  });
}

/** How far it is from one box to the next. */
const apart = (count: number): number => (count === 2 ? 516 : 824 / Math.max(1, count - 1));

export type BoxState = { positions: number; sides: number; cards: readonly number[]; laid: boolean; open: boolean; low: boolean };
export type BoxPlan = {
  main: Circle;
  /** With words left or right of it, a spot begins at `dx` and grows outward with them; else it has its middle there. */
  sides: (Circle & { label: 'left' | 'right' | 'under' | 'inside' })[];
  /** How wide the words beside a side bet may be. */
  words: number;
  hands: Row & { dy: number; reach: number };
  ring: { size: number; dy: number };
  clock: number;
  offer: Offset;
  insure: Offset;
  name: number;
  betAll: number;
};

export function box(state: BoxState): BoxPlan {
  return state.positions === 1 ? oneBox(state) : boxOfMany(state);
}

/** A single position has the whole cloth. */
function oneBox({ sides: many, cards, laid, open }: BoxState): BoxPlan {
  const split = cards.length > 1;
  const reach = split ? 1.55 : 3.2;
  const wide = open && !laid;
  const betting = { size: 230, dy: 12 };
  return {
    main: { dx: 0, dy: laid ? 164 : 12, size: laid ? 80 : 150 },
    sides: beneath(many, wide).map(({ dx, dy }) => ({ dx, dy: dy + (laid ? 0 : 12), size: laid ? 62 : 96, label: 'under' })),
    words: 150,
    hands: { ...row(cards, split ? 92 : 106, 46, 900, reach), dy: 4, reach },
    ring: laid ? { size: split ? 190 : 236, dy: 0 } : betting,
    clock: !laid ? -97 : split ? -92 : -113,
    offer: { dx: 132, dy: 2 },
    insure: { dx: 130, dy: 4 },
    name: 144,
    betAll: 0,
  };
}

function boxOfMany({ positions, sides: many, cards, laid, open, low }: BoxState): BoxPlan {
  /** In a low tile the spots take the room of the cards as long as none are there. */
  const roomy = low && open && !laid;
  /** More than three are too close for words beside the spots: they stand in them. */
  const close = positions > 3;
  const by = close ? Math.min(1, apart(positions) / (roomy ? 356 : 224)) : 1;
  const split = cards.length > 1;
  const lift = roomy ? -118 : 0;
  const handY = -146;
  const laidOut = row(cards, (split ? 70 : 88) * by, 26 * by, Math.min(380, apart(positions) - 32), 1.55);
  return {
    main: times({ dx: 0, dy: lift, size: roomy ? 124 : open ? 88 : 78 }, by),
    sides: (roomy ? spread(many) : besides(many)).map(({ dx, dy, size }) => ({
      ...times({ dx: close && !roomy ? dx + (Math.sign(dx) * size) / 2 : dx, dy: dy + lift, size }, by),
      label: roomy || close ? 'inside' : dx < 0 ? 'left' : 'right',
    })),
    words: positions > 2 ? 88 : 150,
    hands: { ...laidOut, dy: handY * by, reach: 1.55 },
    ring: { size: (split ? 150 : 208) * by, dy: (handY - 2) * by },
    clock: (handY - (split ? 78 : 104)) * by,
    offer: { dx: 116 * by, dy: (handY - 2) * by },
    insure: { dx: (low ? 96 : 66) * by, dy: handY * by },
    name: 88 * by,
    betAll: (roomy ? 22 : -70) * by,
  };
}

/** Side bets left and right of a main spot; from four on a side they are smaller and lie closer. */
export function besides(count: number): Circle[] {
  const [pitch, size] = count > 6 ? [38, 34] : [51, 46];
  return sided(count).map(({ left, row: at }) => {
    const out = 64 - 12 * Math.min(1, Math.abs(at));
    return { dx: left ? -out : out, dy: at * pitch, size };
  });
}

/** The same in a low tile while no cards lie there: large enough to be touched, as far apart as that takes. */
export function spread(count: number): Circle[] {
  const [pitch, size] = count > 6 ? [82, 76] : [110, 98];
  return sided(count).map(({ left, row: at }) => ({ dx: left ? -126 : 126, dy: at * pitch, size }));
}

/** Side bets of a single position: on an arc below the hand, or wide apart while bets are open. */
export function beneath(count: number, open: boolean): Offset[] {
  const half = Math.ceil(count / 2);
  const step = !open ? 122 : half > 3 ? 124 : 170;
  return Array.from({ length: count }, (_, n) => {
    const [side, out] = n < half ? [-1, half - 1 - n] : [1, n - half];
    return open ? { dx: side * (206 + out * step), dy: 46 - out * 48 } : { dx: side * (150 + out * step), dy: 158 - out * 20 };
  });
}

// -- a phone held upright -------------------------------------------------------------------------

export const PHONE = { width: 390, height: 584, middle: 195 };

export type PhoneState = { crowd: boolean; seated: boolean; betting: boolean; watches: boolean; rest: number; cards: number; low: boolean };
export type PhonePlan = {
  height: number;
  legend: { radius: number; top: number };
  dealer: { x: number; y: number; width: number };
  others: number;
  /** The hand in the middle, the ring around it and the time above it. */
  hand: Offset & { width: number; reach: number };
  ring: Circle;
  clock: number;
  offer: Offset;
  /** My other hands: cards at the edge, or, where there are many, words in columns. */
  rest: { y: number; mini: boolean };
  /** The main spot of a single position while bets are open. */
  spot: { dy: number; size: number; clock: number };
  betting: number;
};

/** A short phone, or one whose browser takes half of it: no legend, everything closer. */
export const isLow = (width: number, height: number): boolean => (height / width) * PHONE.width < 500;

export function phone({ crowd, seated, betting, watches, rest, cards, low }: PhoneState): PhonePlan {
  const hand = low ? (crowd ? 260 : 214) : crowd ? 350 : 300;
  const ring = low ? 168 : 206;
  const card = low ? 76 : 96;
  const middle = low ? 216 : 292;
  /** Many hands of mine need a column of their own: the large one makes room for it. */
  const mini = rest > (low ? 1 : 2);
  const lift = !mini ? (rest > 1 ? 84 : 50) : low ? (rest > 8 ? 112 : 46) : 94;
  return {
    height: low ? 440 : PHONE.height,
    legend: { radius: 544, top: betting ? 124 : 144 },
    dealer: { x: PHONE.middle, y: betting ? 44 : low ? 50 : 66, width: low ? 64 : 72 },
    others: betting ? 168 : low ? 98 : 158,
    hand: { dx: mini ? -64 : 0, dy: hand, width: cards > 4 ? card * 0.82 : card, reach: rest ? 1.1 : 2.6 },
    ring: { dx: mini ? -64 : 0, dy: hand - 4, size: ring },
    clock: hand - ring / 2,
    offer: { dx: -190, dy: hand },
    rest: { y: hand - lift, mini },
    spot: { dy: middle, size: ring * 0.7, clock: middle - ring / 2 + 2 },
    betting: seated ? 274 : !watches ? 178 : middle,
  };
}

export type PhoneSpots = { main: number; side: number; around: boolean; columns: number; tight: boolean; strip: boolean };

/** My spots below: the main bet in the middle, as it lies on the cloth, or before the others where those are odd or many.
 *  On a low one below others' seats there is room for one row only: what does not fit into it is scrolled to. */
export function phoneSpots(
  count: number,
  { betting, open, one, low, crowd }: { betting: boolean; open: boolean; one: boolean; low: boolean; crowd: boolean },
): PhoneSpots {
  const around = count > 0 && count % 2 === 0 && !(one && betting) && count <= (open ? 4 : 6);
  const beside = around ? count / 2 : count;
  const strip = low && (open ? crowd && beside > 4 : beside > 6);
  const columns = strip ? beside : beside > 6 ? 4 : open && beside > 4 ? 3 : beside;
  return { main: betting ? 84 : 62, side: betting ? 56 : count > 6 ? 40 : 46, around, columns, tight: !open && count > 4, strip };
}
