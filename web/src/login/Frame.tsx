/** Around every page: the document's title, the mark, the language, and one thing to read or do. */
import { type ReactNode, useEffect, useId } from 'react';
import { Badge, cx } from '../ui';
import { chooseLanguage, languages, useText } from './text';

type FrameProps = { title: string; width?: 'narrow' | 'wide'; children?: ReactNode };

export function Frame({ title, width = 'narrow', children }: FrameProps) {
  const { t } = useText();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [t, title]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-4 sm:px-8 sm:py-6">
        <span className="flex items-center gap-2.5">
          <LogoMark />
          <span className="text-lg font-bold tracking-tight">{t('app.name')}</span>
        </span>
        {/* Beside the languages a phone has no room for it: there it has a line of its own. */}
        <span className="empty:hidden max-sm:order-last max-sm:basis-full">
          <EnvironmentMark />
        </span>
        <div className="ml-auto">
          <LanguageChoice />
        </div>
      </header>
      <main
        className={cx(
          'mx-auto flex w-full flex-1 flex-col px-4 pt-4 pb-16 sm:justify-center sm:px-8',
          width === 'wide' ? 'max-w-6xl' : 'max-w-lg',
        )}
      >
        {children}
      </main>
    </div>
  );
}

const marked = ['local', 'development', 'staging'] as const;

/** As in the app: someone typing a password should see that this isn't production. */
function EnvironmentMark() {
  const { t } = useText();
  const environment = marked.find((name) => name === document.documentElement.dataset.environment);
  return environment ? <Badge tone="warn">{t(`environment.${environment}`)}</Badge> : null;
}

function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <path
        d="M8 24V14.5a8 8 0 0 1 16 0V24"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="fill-none stroke-on-brand"
      />
      <path
        d="M13.2 24v-8.6a2.8 2.8 0 0 1 5.6 0V24"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="fill-none stroke-on-brand opacity-60"
      />
    </svg>
  );
}

/** Ordinary radio buttons in the dress of a switch. */
function LanguageChoice() {
  const { t, language } = useText();
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('language.label')}</legend>
      <div className="flex rounded-md border border-line bg-sunken p-1">
        {languages.map((value) => (
          <label
            key={value}
            className="relative flex h-9 max-sm:h-10 flex-1 cursor-pointer items-center justify-center rounded-sm px-3.5 text-[.875rem] font-medium whitespace-nowrap text-sub transition-colors hover:text-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === language}
              onChange={() => chooseLanguage(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span lang={value}>{t(`language.${value}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
