// The words. A catalogue is a plain table of sentences; `{name}` is filled in, and where a sentence
// counts something its two forms stand beside each other: `one card|{n} cards`.
import { BASE, LANGUAGES, PAGES } from './languages';
import type base from './words/base.en';
import type pages from './words/pages.en';

type Base = Record<keyof typeof base, string>;
type Pages = Record<keyof typeof pages, string>;
export type Key = keyof Base | keyof Pages;
export type Language = keyof typeof LANGUAGES;
export type Params = Record<string, string | number>;
export type Catalogue = Base & Partial<Pages>;

let pagesWanted = false;
let spoken = '';

const current = $state<{ language: Language; words: Catalogue | null }>({ language: 'en', words: null });

export const language = (): Language => current.language;
export const locale = (): string => LANGUAGES[current.language].locale;

export async function setLanguage(next: Language): Promise<void> {
  const wanted = `${next} ${pagesWanted}`;
  if (wanted === spoken) return; // the same words again would be the whole page anew
  spoken = wanted;
  const [{ default: words }, more] = await Promise.all([BASE[next](), pagesWanted ? PAGES[next]() : null]);
  current.words = { ...words, ...more?.default };
  current.language = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** From now on the pages' words too. */
export async function withPages(): Promise<void> {
  if (pagesWanted) return;
  pagesWanted = true;
  await setLanguage(current.language);
}

/** For tests and for what has the words already. */
export function useWords(next: Language, words: Catalogue): void {
  current.words = words;
  current.language = next;
}

/** What the browser asks for, of what there is. */
export function preferred(languages: readonly string[]): Language {
  const known = languages.map((each) => each.split('-')[0]!).find((each) => each in LANGUAGES);
  return (known ?? 'en') as Language;
}

export function t(key: Key, params: Params = {}): string {
  return filled(current.words?.[key] ?? key, params);
}

/** A sentence for a key that the house made up: it may be one this client does not know yet. */
export function maybe(key: string, params: Params = {}): string | null {
  const sentence = current.words?.[key as Key];
  return sentence === undefined ? null : filled(sentence, params);
}

export function filled(sentence: string, params: Params): string {
  const forms = sentence.split('|');
  const chosen = forms.length > 1 && params['n'] !== 1 ? forms[1]! : forms[0]!;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

const numbers = new Map<string, Intl.NumberFormat>();

export function number(value: number): string {
  const format = numbers.get(locale()) ?? new Intl.NumberFormat(locale(), { useGrouping: 'always' } as Intl.NumberFormatOptions);
  numbers.set(locale(), format);
  return format.format(value);
}
