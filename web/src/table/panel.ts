// Where the side panel lies: at the edge with a width, or anywhere with a size; it never leaves the table.
export type Frame = { x: number; y: number; width: number; height: number };
export type Room = { width: number; height: number };

export const LEAST = { width: 240, height: 220 };
const MOST_WIDTH = 560;
/** A docked panel leaves the cloth at least this much. */
const CLOTH = 560;

const between = (least: number, value: number, most: number): number => Math.round(Math.max(least, Math.min(value, Math.max(least, most))));

export const dockedWidth = (width: number, room: Room): number => between(LEAST.width, width, Math.min(MOST_WIDTH, room.width - CLOTH));

export function floating({ x, y, width, height }: Frame, room: Room): Frame {
  const w = between(LEAST.width, width, Math.min(MOST_WIDTH, room.width));
  const h = between(LEAST.height, height, room.height);
  return { x: between(0, x, room.width - w), y: between(0, y, room.height - h), width: w, height: h };
}
