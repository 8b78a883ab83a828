// Plays a plan on the cloth with the browser's own animations. Any key or tap completes it at once.
import type { Move } from './plan';

const SLIDE = 'cubic-bezier(.16,.84,.3,1)';
const running = new WeakMap<HTMLElement, Set<Animation>>();

const find = (root: HTMLElement, name: string, value: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);

function way(from: Element | null, to: Element): string {
  if (!from) return '0 -40px';
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  return `${a.left + a.width / 2 - b.left - b.width / 2}px ${a.top + a.height / 2 - b.top - b.height / 2}px`;
}

type Found = { element: HTMLElement; frames: Keyframe[] };

function frames(root: HTMLElement, move: Move): Found | null {
  if (move.kind === 'stake' || move.kind === 'pay' || move.kind === 'take') return chipFrames(root, move);
  const element = find(root, 'card', move.card);
  if (!element) return null;
  if (move.kind === 'flip') return { element, frames: [{ scale: '0.04 1' }, { scale: '1 1' }] };
  const from = move.kind === 'part' ? find(root, 'card', move.from) : root.querySelector('[data-shoe]');
  const turn = move.kind === 'deal' ? '-18deg' : '0deg';
  return { element, frames: [{ translate: way(from, element), rotate: turn }, { translate: '0 0', rotate: '0deg' }] };
}

function chipFrames(root: HTMLElement, move: Extract<Move, { spot: string }>): Found | null {
  const element = find(root, 'stack', move.spot);
  if (!element) return null;
  const tile = root.closest('.tile') ?? root;
  const far = move.kind === 'stake' ? tile.querySelector('[data-rack]') : root.querySelector('[data-dealer]');
  const away = way(far, element);
  const path = [{ translate: away }, { translate: '0 0' }];
  return { element, frames: move.kind === 'take' ? path.reverse() : path };
}

export function play(root: HTMLElement, moves: Move[]): void {
  const set = running.get(root) ?? new Set<Animation>();
  running.set(root, set);
  for (const move of moves) {
    const found = frames(root, move);
    if (!found?.element.animate) continue;
    const timing = { delay: move.delay_ms, duration: move.lasts_ms, easing: SLIDE, fill: 'backwards' } as const;
    const animation = found.element.animate(found.frames, timing);
    set.add(animation);
    animation.finished.catch(() => undefined).finally(() => set.delete(animation));
  }
}

/** Whatever moves is there at once. */
export function complete(root: HTMLElement): void {
  for (const animation of running.get(root) ?? []) animation.finish();
}

/** Whether motion is wanted at all: a hidden tab and a person who asked for none get the final state. */
export const wanted = (): boolean =>
  !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
