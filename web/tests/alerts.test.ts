import { describe, expect, it } from 'vitest';
import en from '../src/i18n/words/pages.en';
import it_ from '../src/i18n/words/pages.it';
import type { AlertNow } from '../src/protocol/types';
import { isOn, listed } from '../src/supervisor/alerts';

const alert = (code: string, more: Partial<AlertNow> = {}): AlertNow => ({
  at_ms: 1,
  code,
  why: '',
  table: '',
  severity: 'warning',
  lasts: false,
  ended_ms: 0,
  ...more,
});

/** The codes of what can last, read from the house's own sources. */
const sources = import.meta.glob<string>('../../src/ventuno/server/readiness.py', { eager: true, query: '?raw', import: 'default' });
const codes = Object.values(sources).flatMap((text) =>
  [...text.matchAll(/(?:Trouble|_warning)\("([a-z]+\/[a-z_]+)"/g)].map(([, code]) => code!),
);

describe('alerts in the console', () => {
  it('that last come first and are never left out, the others newest first', () => {
    const many = Array.from({ length: 30 }, (_, n) => alert(`round/${n}`));
    const found = listed([alert('clock/ahead', { lasts: true }), alert('disk/low', { lasts: true, ended_ms: 5 }), ...many], 4);
    expect(found.map(({ code }) => code)).toEqual(['clock/ahead', 'round/29', 'round/28', 'round/27']);
  });
  it('are over when they have an end, and what merely happened never lasts', () => {
    expect([alert('a', { lasts: true }), alert('b', { lasts: true, ended_ms: 2 }), alert('c')].map(isOn)).toEqual([true, false, false]);
  });
  it('of everything that can last have words in both languages', () => {
    expect(codes.length).toBeGreaterThan(8);
    for (const words of [en, it_] as Record<string, string>[]) for (const code of codes) expect(words[`alert.${code}`], code).toBeTruthy();
  });
});
