// What the house has said of its games, asked for once: rules by language, odds, charts.
import { SvelteMap } from 'svelte/reactivity';
import type { Outcome } from '../protocol/http';

export type Told<T> = T | 'away' | null;

export class Known<T> {
  private readonly told = new SvelteMap<string, T | 'away'>();
  private readonly asked = new Set<string>();

  constructor(private readonly ask: (...parts: string[]) => Promise<Outcome<T>>) {}

  /** Nothing yet: it has been asked for. */
  get(...parts: string[]): Told<T> {
    const key = parts.join('/');
    if (!this.asked.has(key)) {
      this.asked.add(key);
      void this.ask(...parts).then((answer) => this.told.set(key, answer.ok ? answer.value : 'away'));
    }
    return this.told.get(key) ?? null;
  }
}
