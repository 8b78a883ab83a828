// Settings that are being changed: nothing counts before APPLY, and then everything together (A7).
import type { Setting } from '../app/settings.svelte';
import { bindings, DEFAULTS, INTENTS, type Bindings, type Intent } from '../table/keys';

export type Settings = Record<string, Setting>;

/** What differs from what counts now, over what is usual. */
export function changes(draft: Settings, now: Settings, usual: Settings): Settings {
  const differs = Object.entries(draft).filter(([name, value]) => value !== (now[name] ?? usual[name]));
  return Object.fromEntries(differs);
}

/** B8 and the browser have these already. */
const RESERVED = new Set([' ', 'Escape', 'Tab', 'Delete', 'Backspace', 'Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead']);
export const reserved = (key: string): boolean => RESERVED.has(key) || /^[0-9]$/.test(key) || /^(F\d+|Arrow|Page|Home|End)/.test(key);

/** The other thing that a key already does, if any: the later one would be left without. */
export function taken(bound: Bindings, intent: Intent, key: string): Intent | null {
  const same = key.toLowerCase();
  return INTENTS.find((other) => other !== intent && bound[other].toLowerCase() === same) ?? null;
}

export const nameOf = (intent: Intent): string => `key_${intent}`;
export const boundBy = (draft: Settings, now: Settings): Bindings => bindings({ ...now, ...draft });

/** Every key as usual: only those that are not. */
export function usualKeys(now: Settings): Settings {
  const bound = bindings(now);
  return Object.fromEntries(
    INTENTS.filter((intent) => bound[intent] !== DEFAULTS[intent]).map((intent) => [nameOf(intent), DEFAULTS[intent]]),
  );
}

export const keyName = (key: string): string => (key === 'Enter' ? '↵' : key.length === 1 ? key.toUpperCase() : key);
