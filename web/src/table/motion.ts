// Plays a plan above the cloth with the browser's own animations. Any key or tap completes it at once.
// What moves is a copy in the air over the table, the last thing painted, while the thing itself waits unseen where it
// belongs: nothing lies over a copy, so the browser moves it without painting the table anew. All tables of a window are
// measured together and moved together, once a frame: one layout, however many deal.
import type { Move } from './plan';

const SLIDE = 'cubic-bezier(.16,.84,.3,1)';
const HERE = 'translate(0px, 0px)';

type Piece = HTMLElement | SVGElement;
/** Where the cloth is, and the air over it. */
export type Room = { root: HTMLElement; air: HTMLElement };
type Spot = { centre: { x: number; y: number }; width: number; height: number };
/** Stacks as they lay before the change: what is paid or taken moves as a copy of them. */
export type Ghosts = Map<string, { copy: Piece; at: Spot }>;
type Flight = { copy: Piece; at: Spot; frames: Keyframe[]; turned: string; hides: Piece | null };
type Job = { room: Room; moves: Move[]; kept: Ghosts };

const running = new WeakMap<HTMLElement, Set<Animation>>();

const find = (root: Element, name: string, value: string): Piece | null =>
  root.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);

/** A turned card's own width is not the width of the room it takes. */
function spotOf(element: Piece): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  const own = element instanceof HTMLElement ? { width: element.offsetWidth, height: element.offsetHeight } : { width, height };
  return { centre: { x: left + width / 2, y: top + height / 2 }, ...own };
}

function way(from: Element | null, to: Spot): string {
  if (!from) return 'translate(0px, -40px)';
  const { left, top, width, height } = from.getBoundingClientRect();
  return `translate(${left + width / 2 - to.centre.x}px, ${top + height / 2 - to.centre.y}px)`;
}

const tile = (root: HTMLElement): Element => root.closest('.tile') ?? root;
const copyOf = (element: Piece): Piece => element.cloneNode(true) as Piece;

/** To be called before the later state is drawn. */
export function ghosts(root: HTMLElement, moves: Move[]): Ghosts {
  const kept: Ghosts = new Map();
  for (const move of moves) {
    if (move.kind !== 'pay' && move.kind !== 'take') continue;
    const stack = find(root, 'stack', move.spot);
    if (stack) kept.set(move.spot, { copy: copyOf(stack), at: spotOf(stack) });
  }
  return kept;
}

function flight(root: HTMLElement, move: Move, kept: Ghosts): Flight | null {
  if (move.kind === 'stake') return staked(root, move.spot);
  if (move.kind === 'pay' || move.kind === 'take') return settled(root, move.spot, move.kind, kept);
  const card = find(root, 'card', move.card);
  if (!card) return null;
  const at = spotOf(card);
  const tilt = getComputedStyle(card).getPropertyValue('--tilt') || '0deg';
  const air = { copy: copyOf(card), at, hides: card, turned: `rotate(calc(var(--r, 0deg) + ${tilt}))` };
  if (move.kind === 'flip') return { ...air, frames: [{ transform: 'scale(.04, 1)' }, { transform: 'scale(1, 1)' }] };
  const from = way(move.kind === 'part' ? find(root, 'card', move.from) : root.querySelector('[data-shoe]'), at);
  const turn = move.kind === 'deal' ? -18 : 0;
  return { ...air, frames: [{ transform: `${from} rotate(${turn}deg)` }, { transform: `${HERE} rotate(0deg)` }] };
}

function staked(root: HTMLElement, spot: string): Flight | null {
  const stack = find(root, 'stack', spot);
  if (!stack) return null;
  const at = spotOf(stack);
  const from = way(tile(root).querySelector('[data-rack], [data-purse]'), at);
  return { copy: copyOf(stack), at, hides: stack, turned: '', frames: [{ transform: from }, { transform: HERE }] };
}

/** A loss goes to the house; a win comes from it, lies beside the stake, and goes on to the player. */
function settled(root: HTMLElement, spot: string, kind: 'pay' | 'take', kept: Ghosts): Flight | null {
  const ghost = kept.get(spot);
  if (!ghost) return null;
  const house = way(root.querySelector('[data-dealer]'), ghost.at);
  if (kind === 'take') return { ...ghost, hides: null, turned: '', frames: [{ transform: HERE }, { transform: house }] };
  const beside = `translate(${ghost.at.width * 0.7}px, 0px)`;
  const home = way(tile(root).querySelector('[data-purse]'), ghost.at);
  const path = [{ transform: house }, { transform: beside, offset: 0.28 }, { transform: beside, offset: 0.72 }, { transform: home }];
  return { ...ghost, hides: null, turned: '', frames: path };
}

let waiting: Job[] = [];

/** Before the next picture is painted. */
export function play(room: Room, moves: Move[], kept: Ghosts = new Map()): void {
  if (!waiting.length) requestAnimationFrame(playAll);
  waiting.push({ room, moves, kept });
}

function playAll(): void {
  const jobs = waiting.map(({ room, moves, kept }) => ({
    air: room.air,
    corner: room.air.getBoundingClientRect(),
    flights: moves.map((move) => ({ move, found: flight(room.root, move, kept) })),
  }));
  waiting = [];
  for (const { air, corner, flights } of jobs) for (const { move, found } of flights) if (found) start(air, corner, move, found);
}

function lift({ copy, at, turned }: Flight, corner: DOMRect): void {
  for (const mark of ['data-card', 'data-stack', 'alt']) copy.removeAttribute(mark);
  Object.assign(copy.style, {
    left: `${at.centre.x - at.width / 2 - corner.left}px`,
    top: `${at.centre.y - at.height / 2 - corner.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
    transform: turned,
  });
}

function start(air: HTMLElement, corner: DOMRect, move: Move, found: Flight): void {
  const { copy, frames, turned, hides } = found;
  if (!copy.animate) return;
  lift(found, corner);
  if (hides) hides.style.visibility = 'hidden';
  air.append(copy);
  const set = running.get(air) ?? new Set<Animation>();
  running.set(air, set);
  // Not `translate` and `rotate`: an svg that moves by those is painted anew in every frame.
  const path = frames.map((frame) => ({ ...frame, transform: `${frame['transform'] as string} ${turned}` }));
  const animation = copy.animate(path, { delay: move.delay_ms, duration: move.lasts_ms, easing: SLIDE, fill: 'backwards' });
  set.add(animation);
  const over = (): void => {
    set.delete(animation);
    copy.remove();
    if (hides) hides.style.visibility = '';
  };
  animation.finished.catch(() => undefined).finally(over);
}

/** Whatever moves is there at once. */
export function complete(air: HTMLElement): void {
  for (const animation of running.get(air) ?? []) animation.finish();
}

/** Whether motion is wanted at all: a hidden tab and a person who asked for none get the final state. */
export const wanted = (): boolean => !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
