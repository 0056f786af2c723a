/**
 * English and Spanish. Keys are flat (`announcements.title`), so that a search for a key finds its
 * text. A key missing from es.json, one too many in it, or an unknown key in `t('…')` does not compile.
 */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import en from './en.json';
import es from './es.json';

export type Language = 'en' | 'es';
export const languages: readonly Language[] = ['en', 'es'];

type Extra = Exclude<keyof typeof es, keyof typeof en>;
/** The compiler names the key: a missing one is not assignable to string, an extra one not to never. */
const spanish: Record<keyof typeof en, string> & Record<Extra, never> = es;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
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
  await i18next.use(initReactI18next).init({
    lng: chosenLanguage() ?? 'en',
    fallbackLng: 'es',
    resources: { en: { translation: en }, es: { translation: spanish } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await i18next.changeLanguage(language);
}

/** An account's language counts until the person chooses one on this device. */
export async function offerLanguage(accountLanguage: string): Promise<void> {
  const language = chosenLanguage() ?? asLanguage(accountLanguage);
  if (language !== null && language !== i18next.language) await i18next.changeLanguage(language);
}

export type TextKey = keyof typeof en;

export function useText() {
  const { t, i18n } = useTranslation();
  return { t, language: asLanguage(i18n.language) ?? 'en' };
}

export type Translate = ReturnType<typeof useText>['t'];
