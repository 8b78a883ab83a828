import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/i18n/languages';
import enBase from '../src/i18n/words/base.en';
import itBase from '../src/i18n/words/base.it';
import enPages from '../src/i18n/words/pages.en';
import itPages from '../src/i18n/words/pages.it';
import { ofPassword } from '../src/account/password';
import { cardName } from '../src/i18n/cards';
import { converted, money, onChip, short, signed } from '../src/i18n/money';
import { because, refusal } from '../src/i18n/refusal';
import { filled, preferred, useWords } from '../src/i18n/text.svelte';
import { languageName } from '../src/lobby/speaks';

const en = { ...enBase, ...enPages };
const it_ = { ...itBase, ...itPages };
const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' });
const code = Object.entries(sources)
  .filter(([path]) => !path.includes('/i18n/words/'))
  .map(([, text]) => text)
  .join('\n');
const holes = (sentence: string): string[] => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort();

describe('the catalogue', () => {
  it('has the same keys in both languages', () => expect(Object.keys(it_).sort()).toEqual(Object.keys(en).sort()));

  it('fills in the same things in both languages', () => {
    const differ = Object.keys(en).filter(
      (key) => String(holes(en[key as keyof typeof en])) !== String(holes(it_[key as keyof typeof en])),
    );
    expect(differ).toEqual([]);
  });

  it('has no empty sentence', () => {
    expect(Object.entries({ ...en, ...it_ }).filter(([, sentence]) => !sentence.trim())).toEqual([]);
  });

  it('has no key that nothing asks for', () => {
    const built = [...code.matchAll(/`([a-z]+\.)\$\{/g)].map(([, prefix]) => prefix!);
    const asked = (key: string): boolean => code.includes(`'${key}'`) || built.some((prefix) => key.startsWith(prefix));
    expect(Object.keys(en).filter((key) => !asked(key))).toEqual([]);
  });

  it('has every key that is asked for', () => {
    const asked = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => key!);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });
});

describe('a sentence', () => {
  it('counts', () => {
    expect(filled('one card|{n} cards', { n: 1 })).toBe('one card');
    expect(filled('one card|{n} cards', { n: 2 })).toBe('2 cards');
  });
  it('leaves what it is not given', () => expect(filled('{a} {b}', { a: 'x' })).toBe('x {b}'));
  it('is in the first language the browser names that we have', () => {
    expect(preferred(['de-DE', 'it-IT', 'en'])).toBe('it');
    expect(preferred(['de'])).toBe('en');
  });
});

describe('in English', () => {
  beforeAll(() => useWords('en', en));
  it('money is written with its unit', () => {
    expect(money(128_450, 'EUR')).toBe('€1,284.50');
    expect(short(2500, 'EUR')).toBe('€25');
    expect(short(250, 'EUR')).toBe('€2.50');
    expect(signed(-1000, 'EUR')).toBe('−€10.00');
    expect(money(100, 'PLAY')).toBe('P\u00a01.00');
  });
  it('cards have names', () => {
    expect(cardName('8h')).toBe('8 of hearts');
    expect(cardName('Ts')).toBe('10 of spades');
    expect(cardName('Qd')).toBe('Queen of diamonds');
    expect(cardName('??')).toBe('Card face down');
  });
  it('a refusal is translated by its code, with its amounts as money', () => {
    expect(refusal({ code: 'bet/at_maximum', why: '', data: { most_minor: 500_000 } }, 'EUR')).toContain('€5,000');
    const data = { round: '01HV', at: 'Infinite', amount_minor: 1000, because: 'restarted' };
    const told = 'Your round 01HV (Infinite) is void: the house was restarted while bets were open. €10 came back to you.';
    expect(refusal({ code: 'round/was_void', why: '', data }, 'EUR')).toBe(told);
    expect(because('a card fell on the floor')).toBe('a card fell on the floor');
    expect(refusal({ code: 'store/io', why: 'the disk is broken' }, 'EUR')).toContain('do not answer at the moment');
    expect(refusal({ code: 'nobody/knows', why: 'as the house says it' }, 'EUR')).toBe('as the house says it');
  });
});

describe('a wrong password', () => {
  beforeAll(() => useWords('en', en));
  it('is said without a name where no name was asked for', () => {
    expect(ofPassword({ code: 'account/wrong_password', why: '' }, 'EUR')).toBe('That password is wrong.');
    expect(ofPassword({ code: 'account/no_password', why: '' }, 'EUR')).toBe(en['refused.account/no_password']);
  });
});

describe('in Italian', () => {
  beforeAll(() => useWords('it', it_));
  it('money is written the Italian way', () => expect(money(128_450, 'EUR').replace(/\s/g, ' ')).toBe('1.284,50 €'));
  it('a void round says in Italian what came back and why', () => {
    const data = { round: '01HV', at: 'Infinite', amount_minor: 1000, because: 'restarted' };
    expect(refusal({ code: 'round/was_void', why: '', data }, 'EUR')).toContain('la casa è stata riavviata mentre si puntava');
  });
  it('languages have Italian names', () => expect(Object.keys(LANGUAGES).map(languageName)).toEqual(['Inglese', 'Italiano']));
  it('cards have Italian names', () => expect(cardName('Kc')).toBe('Re di fiori'));
});

it('a chip says its value shortly', () => expect([100, 50, 100_000, 250_000].map(onChip)).toEqual(['1', '0.5', '1k', '2.5k']));

it("another's bet is shown in my currency by the house's fixed rate (B5)", () => {
  expect(converted(1000, 'GBP', 'EUR', { GBP: '115/100' })).toBe(1150);
  expect(converted(1000, 'EUR', 'EUR', {})).toBe(1000);
});
