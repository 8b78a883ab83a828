import { describe, expect, it } from 'vitest';
import en from '../src/i18n/words/base.en';

/** The codes that the house can give a player at a table, read from its own sources. */
const sources = import.meta.glob<string>('../../src/ventuno/{table,play,server}/**/*.py', { eager: true, query: '?raw', import: 'default' });
const AREAS = /"((?:bet|action|golden|seat|chat|cashback|table|session|values)\/[a-z_]+)"/g;
/** Faults of a program rather than of a person: no sentence of ours would help. */
const NOT_A_PERSONS = ['action/x', 'action/unknown', 'action/missing', 'bet/bad_name', 'bet/bad_hand', 'bet/not_positive', 'bet/too_large', 'bet/unknown_side_bet', 'chat/no_such_line', 'golden/no_count', 'golden/too_late']; // prettier-ignore

const codes = new Set(Object.values(sources).flatMap((text) => [...text.matchAll(AREAS)].map(([, code]) => code!)));

describe('refusals', () => {
  it('are found in the sources', () => expect(codes.size).toBeGreaterThan(40));

  it('that a player can meet at a table are all translated', () => {
    const untold = [...codes].filter((code) => !(`refused.${code}` in en) && !NOT_A_PERSONS.includes(code));
    expect(untold).toEqual([]);
  });
});
