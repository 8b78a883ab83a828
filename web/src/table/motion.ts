// Plays a plan on the cloth with the browser's own animations. Any key or tap completes it at once.
// All tables of a window are measured together and moved together, once a frame: one layout, however many deal.
import type { Move } from './plan';

const SLIDE = 'cubic-bezier(.16,.84,.3,1)';
const running = new WeakMap<HTMLElement, Set<Animation>>();

type ChipMove = Extract<Move, { spot: string }>;
type Found = { element: HTMLElement | SVGElement; frames: Keyframe[]; into?: HTMLElement };
/** Stacks as they lay before the change: what is paid or taken moves as a copy of them. */
export type Ghosts = Map<string, { copy: SVGElement; at: DOMRect }>;
type Job = { root: HTMLElement; moves: Move[]; kept: Ghosts };

const find = (root: HTMLElement, name: string, value: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);

function way(from: Element | null, to: DOMRect): string {
  if (!from) return '0 -40px';
  const a = from.getBoundingClientRect();
  return `${a.left + a.width / 2 - to.left - to.width / 2}px ${a.top + a.height / 2 - to.top - to.height / 2}px`;
}

/** To be called before the later state is drawn. */
export function ghosts(root: HTMLElement, moves: Move[]): Ghosts {
  const kept: Ghosts = new Map();
  for (const move of moves) {
    if (move.kind !== 'pay' && move.kind !== 'take') continue;
    const stack = find(root, 'stack', move.spot) as unknown as SVGElement | null;
    if (stack) kept.set(move.spot, { copy: stack.cloneNode(true) as SVGElement, at: stack.getBoundingClientRect() });
  }
  return kept;
}

function frames(root: HTMLElement, move: Move, kept: Ghosts): Found | null {
  if (move.kind === 'stake') return stakeFrames(root, move);
  if (move.kind === 'pay' || move.kind === 'take') return ghostFrames(root, move, kept);
  const element = find(root, 'card', move.card);
  if (!element) return null;
  if (move.kind === 'flip') return { element, frames: [{ scale: '0.04 1' }, { scale: '1 1' }] };
  const from = move.kind === 'part' ? find(root, 'card', move.from) : root.querySelector('[data-shoe]');
  const turn = move.kind === 'deal' ? '-18deg' : '0deg';
  return { element, frames: [{ translate: way(from, element.getBoundingClientRect()), rotate: turn }, { translate: '0 0', rotate: '0deg' }] };
}

const tile = (root: HTMLElement): Element => root.closest('.tile') ?? root;

function stakeFrames(root: HTMLElement, move: ChipMove): Found | null {
  const element = find(root, 'stack', move.spot);
  if (!element) return null;
  const from = tile(root).querySelector('[data-rack], [data-purse]');
  return { element, frames: [{ translate: way(from, element.getBoundingClientRect()) }, { translate: '0 0' }] };
}

/** A loss goes to the house; a win comes from it, lies beside the stake, and goes on to the player. */
function ghostFrames(root: HTMLElement, move: ChipMove, kept: Ghosts): Found | null {
  const ghost = kept.get(move.spot);
  if (!ghost) return null;
  const { copy, at } = ghost;
  place(copy, at, root.getBoundingClientRect());
  const house = way(root.querySelector('[data-dealer]'), at);
  if (move.kind === 'take') return { element: copy, into: root, frames: [{ translate: '0 0' }, { translate: house }] };
  const beside = `${at.width * 0.7}px 0px`;
  const home = way(tile(root).querySelector('[data-purse]'), at);
  const path = [{ translate: house }, { translate: beside, offset: 0.28 }, { translate: beside, offset: 0.72 }, { translate: home }];
  return { element: copy, into: root, frames: path };
}

function place(copy: SVGElement, at: DOMRect, root: DOMRect): void {
  copy.removeAttribute('data-stack');
  copy.setAttribute('class', 'ghost');
  Object.assign(copy.style, { left: `${at.left - root.left}px`, top: `${at.top - root.top}px`, width: `${at.width}px`, height: `${at.height}px` });
}

let waiting: Job[] = [];

/** Before the next picture is painted. */
export function play(root: HTMLElement, moves: Move[], kept: Ghosts = new Map()): void {
  if (!waiting.length) requestAnimationFrame(playAll);
  waiting.push({ root, moves, kept });
}

function playAll(): void {
  const jobs = waiting;
  waiting = [];
  const found = jobs.flatMap(({ root, moves, kept }) => moves.map((move) => ({ root, move, found: frames(root, move, kept) })));
  for (const each of found) if (each.found) start(each.root, each.move, each.found);
}

function start(root: HTMLElement, move: Move, { element, frames: path, into }: Found): void {
  into?.append(element);
  if (!element.animate) return;
  const set = running.get(root) ?? new Set<Animation>();
  running.set(root, set);
  const animation = element.animate(path, { delay: move.delay_ms, duration: move.lasts_ms, easing: SLIDE, fill: 'backwards' });
  set.add(animation);
  const over = (): void => {
    set.delete(animation);
    if (into) element.remove();
  };
  animation.finished.catch(() => undefined).finally(over);
}

/** Whatever moves is there at once. */
export function complete(root: HTMLElement): void {
  for (const animation of running.get(root) ?? []) animation.finish();
}

/** Whether motion is wanted at all: a hidden tab and a person who asked for none get the final state. */
export const wanted = (): boolean =>
  !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
