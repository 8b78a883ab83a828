// What is spoken: a polite log, and one assertive line. Saying the same again needs a changed text.
import { untrack } from 'svelte';

const MOST = 8;
let count = 0;

class Ear {
  log = $state<{ id: number; text: string }[]>([]);
  line = $state('');
  private last = '';

  /** Untracked: an effect that says something does not depend on what was said before. */
  say(texts: string[]): void {
    for (const text of texts) this.log = [...untrack(() => this.log), { id: (count += 1), text }].slice(-MOST);
    if (texts.length) this.last = texts.join(' ');
  }

  assert(text: string): void {
    this.last = text;
    this.line = text === untrack(() => this.line) ? `${text}\u00a0` : text;
  }

  again(): void {
    if (this.last) this.assert(this.last);
  }
}

export const ear = new Ear();
