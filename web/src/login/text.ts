/**
 * English and Spanish for these few pages. They do not use src/i18n: its library and the app's whole catalogue would be a
 * fifth of what a first visit loads, and grow with every feature. Words that both say are the same (text.test.ts).
 */
import { useSyncExternalStore } from 'react';
import en from './en.json';
import es from './es.json';

export type TextKey = keyof typeof en;
export type Language = 'en' | 'es';
export const languages: readonly Language[] = ['en', 'es'];

type Extra = Exclude<keyof typeof es, TextKey>;
/** The compiler names the key: a missing one is not assignable to string, an extra one not to never. */
const spanish: Record<TextKey, string> & Record<Extra, never> = es;
const catalogues: Record<Language, Record<TextKey, string>> = { en, es: spanish };

/** `es` alone would write numbers as in Spain. */
const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** The app's key: a choice of the device, made in either place. */
const storageKey = 'language';

let current: Language = 'en';
const listeners = new Set<() => void>();

function speak(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

export function startText(): void {
  speak(languages.find((language) => language === localStorage.getItem(storageKey)) ?? 'en');
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  speak(language);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type Translate = (key: TextKey, values?: Record<string, string>) => string;

const translators: Record<Language, Translate> = { en: translator('en'), es: translator('es') };

function translator(language: Language): Translate {
  return (key, values = {}) =>
    catalogues[language][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

export function useText(): { t: Translate; language: Language; locale: string } {
  const language = useSyncExternalStore(subscribe, () => current);
  return { t: translators[language], language, locale: locales[language] };
}
