// Keys: what a key press means at a table (B8, and letters for decisions). Pure; `TableKeys.svelte` listens.
import { ACTIONS } from '../protocol/facts';
import type { ActionFacts } from '../protocol/types';

const AROUND = { go: 'Enter', nexttable: ']', previoustable: '[', again: '.', myhand: 'm', upcard: 'b', time: 't', money: 'o', values: 'v', help: '?' }; // prettier-ignore

export type Intent = ActionFacts['of'] | keyof typeof AROUND;
export type Meaning = { does: Intent | 'repeat' | 'undo' | 'escape' } | { does: 'chip'; number: number };
export type Bindings = Record<Intent, string>;

/** Free or paid, an action has one key. */
const DECISIONS = Object.fromEntries(Object.values(ACTIONS).map(({ of, key }) => [of, key])) as Record<ActionFacts['of'], string>;
export const DEFAULTS: Bindings = { ...DECISIONS, ...AROUND };
export const INTENTS = Object.keys(DEFAULTS) as Intent[];
export const isAction = (does: string): does is ActionFacts['of'] => does in DECISIONS;

export const GUARD_MS = 250;
export const HOLD_MS = 3000;

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The person's own keys over the usual ones. Two of the same: the later one is left without. */
export function bindings(settings: Record<string, unknown>): Bindings {
  const own = { ...DEFAULTS };
  for (const intent of INTENTS) {
    const key = settings[`key_${intent}`];
    if (typeof key === 'string' && key) own[intent] = key;
  }
  return own;
}

const isLetter = (key: string): boolean => key.length === 1 && /\p{L}/u.test(key);

/** What is meant, or nothing. `letters` off: no single letter does anything. */
export function meaning(pressed: Pressed, bound: Bindings, letters = true): Meaning | null {
  const { key } = pressed;
  if ((pressed.ctrlKey || pressed.metaKey) && key.toLowerCase() === 'z') return { does: 'undo' };
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (key === 'Delete' || key === 'Backspace') return { does: 'undo' };
  if (key === ' ') return { does: 'repeat' };
  if (key === 'Escape') return { does: 'escape' };
  if (/^[1-9]$/.test(key)) return { does: 'chip', number: Number(key) };
  if (isLetter(key) && !letters) return null;
  const same = key.toLowerCase();
  const intent = INTENTS.find((each) => bound[each].toLowerCase() === same);
  return intent ? { does: intent } : null;
}

/** Nothing is done for a moment after what is offered has changed: a late press cannot meet the next hand. */
export class Guard {
  private offer = '';
  private changed_ms = Number.NEGATIVE_INFINITY;

  /** Tells what is on offer now; the same again changes nothing. */
  see(offer: string, now_ms: number): void {
    if (offer === this.offer) return;
    this.offer = offer;
    this.changed_ms = now_ms;
  }

  /** Whether the offer that the person saw is this one, and has been there long enough. */
  allows(offer: string, now_ms: number): boolean {
    return offer === this.offer && now_ms - this.changed_ms >= GUARD_MS;
  }
}
