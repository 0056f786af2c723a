/**
 * English and Spanish. Keys are flat (`announcements.lead`), so that a search for a key finds its text; an unknown key in `t('…')` does not
 * compile. A visit loads the one language it speaks, and a feature's texts with its first page (parts.ts).
 */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type English, files, type Language, type Part } from './parts';

export type { Language, Part };
export const languages: readonly Language[] = ['en', 'es'];

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: English };
    keySeparator: false;
    nsSeparator: false;
  }
}

const storageKey = 'language';
/** What has been asked for in this visit; another language needs the same. */
const spoken = new Set<Part>(['app']);

function asLanguage(value: string | null | undefined): Language | null {
  return languages.find((language) => language === value) ?? null;
}

/** What the person chose on this device, if they ever did. */
function chosenLanguage(): Language | null {
  return asLanguage(localStorage.getItem(storageKey));
}

async function textsOf(part: Part, language: Language): Promise<Record<string, string>> {
  const load = files[`./${part}.${language}.json`];
  if (load === undefined) throw new Error(`no texts for ${part} in ${language}`);
  return await load();
}

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = chosenLanguage() ?? 'en';
  await i18next.use(initReactI18next).init({
    lng: language,
    // No key is missing in either (the compiler sees to it), so that there is nothing to fall back for.
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf('app', language) } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

/** Before a page is shown that speaks of these. What is there already costs nothing. */
export async function loadTexts(parts: readonly Part[]): Promise<void> {
  const missing = parts.filter((part) => !spoken.has(part));
  const language = asLanguage(i18next.language) ?? 'en';
  await addTexts(missing, language);
  for (const part of missing) spoken.add(part);
  // Somebody may have changed the language while these were on their way.
  const now = asLanguage(i18next.language) ?? 'en';
  if (now !== language) await addTexts(missing, now);
}

async function addTexts(parts: Iterable<Part>, language: Language): Promise<void> {
  const loaded = await Promise.all([...parts].map((part) => textsOf(part, language)));
  for (const texts of loaded) i18next.addResourceBundle(language, 'translation', texts, false, true);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  await addTexts(spoken, language);
  await i18next.changeLanguage(language);
}

/** An account's language counts until the person chooses one on this device. */
export async function offerLanguage(accountLanguage: string): Promise<void> {
  const language = chosenLanguage() ?? asLanguage(accountLanguage);
  if (language !== null && language !== i18next.language) await speak(language);
}

export type TextKey = keyof English;

export function useText() {
  const { t, i18n } = useTranslation();
  return { t, language: asLanguage(i18n.language) ?? 'en' };
}

export type Translate = ReturnType<typeof useText>['t'];
