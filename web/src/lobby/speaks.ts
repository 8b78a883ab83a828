import { locale } from '../i18n/text.svelte';

/** What a language is called in the reader's own. */
export function languageName(of: string): string {
  const name = new Intl.DisplayNames(locale(), { type: 'language' }).of(of) ?? of;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
