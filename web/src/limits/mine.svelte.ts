// What my limits leave me, kept fresh while I play: it is looked at again when money has moved, and once a minute.
import { api } from '../protocol/api';
import { house } from '../protocol/house.svelte';
import type { LimitNow } from '../protocol/types';
import { nearest } from './limits';

const EVERY_MS = 60_000;
/** A round moves money several times: one look is enough. */
const SETTLED_MS = 1500;

/** Somebody has just changed a limit: what is shown of it is old. */
const changes = $state({ count: 0 });
export const changed = (): void => void (changes.count += 1);

export class Mine {
  limits = $state.raw<LimitNow[]>([]);

  /** In an effect: goes on until it is left. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), EVERY_MS);
    return () => clearInterval(timer);
  }

  /** In an effect: reads the money and the changes, so that it runs again when something has moved. */
  follow(): () => void {
    void house.balance;
    void changes.count;
    const timer = setTimeout(() => void this.look(), SETTLED_MS);
    return () => clearTimeout(timer);
  }

  private async look(): Promise<void> {
    if (document.hidden) return;
    const answer = await api.care.now();
    if (answer.ok) this.limits = nearest(answer.value.limits);
  }
}
