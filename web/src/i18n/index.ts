/**
 * English and Spanish. Keys are flat (`announcements.lead`), so that a search for a key finds its text; an unknown key in `t('…')` does not
 * compile. A visit loads the one language it speaks, and a feature's texts with its first page (parts.ts).
 */
import { useSyncExternalStore } from 'react';
import { type English, firstFiles, type Language, type Part } from './parts';
import { translator, type Values } from './translate';

export type { Language, Part };
export const languages: readonly Language[] = ['en', 'es'];

/** A key of the texts. Where a text has a singular and a plural, its key is without their endings. */
export type TextKey = Exclude<keyof English, `${string}_one` | `${string}_other`> | PluralKey<keyof English>;
type PluralKey<Key> = Key extends `${infer Base}_other` ? Base : never;
export type Translate = (key: TextKey, values?: Values) => string;

type Speech = { language: Language; t: Translate };

const texts: Record<Language, Record<string, string>> = { en: {}, es: {} };
const speeches: Record<Language, Speech> = {
  en: { language: 'en', t: translator('en', texts.en) },
  es: { language: 'es', t: translator('es', texts.es) },
};
let spokenNow = speeches.en;
const listeners = new Set<() => void>();

const storageKey = 'language';
/** What has been asked for in this visit; another language needs the same. */
const spoken = new Set<Part>(['app']);
/** What is there already. */
const there: Record<Language, Set<Part>> = { en: new Set(), es: new Set() };

function asLanguage(value: string | null | undefined): Language | null {
  return languages.find((language) => language === value) ?? null;
}

/** What the person chose on this device, if they ever did. */
function chosenLanguage(): Language | null {
  return asLanguage(localStorage.getItem(storageKey));
}

const isFirst = (part: Part): part is keyof typeof firstFiles => Object.hasOwn(firstFiles, part);

/** Once a page is drawn, so that the texts of the next one come right away. */
export const loadPartFiles = () => import('./part-files');

async function textsOf(part: Part, language: Language): Promise<Record<string, string>> {
  if (isFirst(part)) return (await firstFiles[part][language]()).default;
  const { files } = await loadPartFiles();
  const load = files[`./${part}.${language}.json`];
  if (load === undefined) throw new Error(`no texts for ${part} in ${language}`);
  return await load();
}

export async function startI18n(): Promise<void> {
  const language = chosenLanguage() ?? 'en';
  await addTexts(['app'], language);
  change(language);
}

function change(language: Language): void {
  spokenNow = speeches[language];
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Before a page is shown that speaks of these. What is there already costs nothing. */
export async function loadTexts(parts: readonly Part[]): Promise<void> {
  const needed: readonly Part[] = parts.every(isFirst) ? parts : ['refusals', ...parts];
  const { language } = spokenNow;
  await addTexts(needed, language);
  for (const part of needed) spoken.add(part);
  // Someone may have changed the language while these were loading.
  if (spokenNow.language !== language) await addTexts(needed, spokenNow.language);
}

async function addTexts(parts: Iterable<Part>, language: Language): Promise<void> {
  const missing = [...new Set(parts)].filter((part) => !there[language].has(part));
  const loaded = await Promise.all(missing.map((part) => textsOf(part, language)));
  Object.assign(texts[language], ...loaded);
  for (const part of missing) there[language].add(part);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  // A page that comes meanwhile has its texts in the language of before.
  do await addTexts(spoken, language);
  while ([...spoken].some((part) => !there[language].has(part)));
  change(language);
}

/** An account's language counts until the person chooses one on this device. */
export async function offerLanguage(accountLanguage: string): Promise<void> {
  const language = chosenLanguage() ?? asLanguage(accountLanguage);
  if (language !== null && language !== spokenNow.language) await speak(language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The texts in the language spoken now; who uses it is told when that changes. */
export function useText(): Speech {
  return useSyncExternalStore(subscribe, () => spokenNow);
}

/** Whether this build has a text for a key that ends with what the server says. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(texts[spokenNow.language], key);

/** Where no component is to be told. */
export const translate: Translate = (key, values) => spokenNow.t(key, values);
