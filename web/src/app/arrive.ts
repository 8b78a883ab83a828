// Before anything is drawn: who is it, and is there a table to sit at? What is known by then is drawn once, not step by step.
import { house } from '../protocol/house.svelte';
import { number } from '../i18n/text.svelte';
import { route } from './router.svelte';
import { resume, session } from './session.svelte';

/** A slow house is not waited for: the frame is drawn, and the rest as it comes. */
const PATIENCE_MS = 400;

export async function arrive(): Promise<void> {
  if (route().name === 'fixture') return;
  const there = atTheTable();
  setTimeout(() => number(0)); // a browser's first number takes it long: while the house is being asked it costs nothing
  await Promise.race([there, new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}

async function atTheTable(): Promise<void> {
  await resume();
  const { name, params } = route();
  if (name !== 'table' || session.state !== 'somebody') return;
  const table = house.join(params['key']!);
  await new Promise<void>((shown) => {
    const stop = table.watch(() => (stop(), shown()));
  });
}
