// The house's time, ticking only while somebody looks at it.
import { createSubscriber } from 'svelte/reactivity';
import { house } from '../protocol/house.svelte';

const TICK_MS = 200;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

let source: () => number = () => house.now_ms();

/** Fixtures and replays have a time of their own. */
export function useTime(from: () => number): void {
  source = from;
}

export function now_ms(): number {
  subscribe();
  return source();
}

export const secondsLeft = (at_ms: number): number => Math.max(0, Math.ceil((at_ms - now_ms()) / 1000));
