/**
 * English and Spanish. Keys are flat (`announcements.title`), so that a search for a key finds its
 * text. A key missing from es.json, one too many in it, or an unknown key in `t('…')` does not compile.
 * A visit loads the one language it speaks.
 */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type en from './en.json';
import type es from './es.json';

export type Language = 'en' | 'es';
export const languages: readonly Language[] = ['en', 'es'];

type English = typeof en;
type Extra = Exclude<keyof typeof es, keyof English>;
/** The compiler names the key: a missing one is not assignable to string, an extra one not to never. */
type Catalogue = Record<keyof English, string> & Record<Extra, never>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./en.json'),
  es: () => import('./es.json'),
};

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: English };
    keySeparator: false;
    nsSeparator: false;
  }
}

const storageKey = 'language';

function asLanguage(value: string | null | undefined): Language | null {
  return languages.find((language) => language === value) ?? null;
}

/** What the person chose on this device, if they ever did. */
function chosenLanguage(): Language | null {
  return asLanguage(localStorage.getItem(storageKey));
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
    resources: { [language]: { translation: (await catalogues[language]()).default } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', (await catalogues[language]()).default);
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
