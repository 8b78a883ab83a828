// Plays a plan on the cloth with the browser's own animations. Any key or tap completes it at once.
import type { Move } from './plan';

const SLIDE = 'cubic-bezier(.16,.84,.3,1)';
const running = new WeakMap<HTMLElement, Set<Animation>>();

type ChipMove = Extract<Move, { spot: string }>;
type Found = { element: HTMLElement | SVGElement; frames: Keyframe[]; ghost?: boolean };
/** Stacks as they lay before the change: what is paid or taken moves as a copy of them. */
export type Ghosts = Map<string, { copy: SVGElement; at: DOMRect }>;

const find = (root: HTMLElement, name: string, value: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);

const centre = (rect: DOMRect): [number, number] => [rect.left + rect.width / 2, rect.top + rect.height / 2];

function way(from: Element | null, to: DOMRect): string {
  if (!from) return '0 -40px';
  const [ax, ay] = centre(from.getBoundingClientRect());
  const [bx, by] = centre(to);
  return `${ax - bx}px ${ay - by}px`;
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

const player = (root: HTMLElement): Element | null => (root.closest('.tile') ?? root).querySelector('[data-rack], [data-purse]');

function stakeFrames(root: HTMLElement, move: ChipMove): Found | null {
  const element = find(root, 'stack', move.spot);
  if (!element) return null;
  return { element, frames: [{ translate: way(player(root), element.getBoundingClientRect()) }, { translate: '0 0' }] };
}

/** A loss goes to the house; a win comes from it, lies beside the stake, and goes on to the player. */
function ghostFrames(root: HTMLElement, move: ChipMove, kept: Ghosts): Found | null {
  const ghost = kept.get(move.spot);
  if (!ghost) return null;
  const { copy, at } = ghost;
  place(copy, at);
  root.append(copy);
  const house = way(root.querySelector('[data-dealer]'), at);
  if (move.kind === 'take') return { element: copy, ghost: true, frames: [{ translate: '0 0' }, { translate: house }] };
  const beside = `${at.width * 0.7}px 0px`;
  const home = way((root.closest('.tile') ?? root).querySelector('[data-purse]'), at);
  return {
    element: copy,
    ghost: true,
    frames: [{ translate: house }, { translate: beside, offset: 0.28 }, { translate: beside, offset: 0.72 }, { translate: home }],
  };
}

function place(copy: SVGElement, at: DOMRect): void {
  copy.removeAttribute('data-stack');
  copy.setAttribute('class', 'ghost');
  Object.assign(copy.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` });
}

export function play(root: HTMLElement, moves: Move[], kept: Ghosts = new Map()): void {
  const set = running.get(root) ?? new Set<Animation>();
  running.set(root, set);
  for (const move of moves) {
    const found = frames(root, move, kept);
    if (!found?.element.animate) continue;
    const timing = { delay: move.delay_ms, duration: move.lasts_ms, easing: SLIDE, fill: 'backwards' } as const;
    const animation = found.element.animate(found.frames, timing);
    set.add(animation);
    const over = (): void => {
      set.delete(animation);
      if (found.ghost) found.element.remove();
    };
    animation.finished.catch(() => undefined).finally(over);
  }
}

/** Whatever moves is there at once. */
export function complete(root: HTMLElement): void {
  for (const animation of running.get(root) ?? []) animation.finish();
}

/** Whether motion is wanted at all: a hidden tab and a person who asked for none get the final state. */
export const wanted = (): boolean =>
  !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
