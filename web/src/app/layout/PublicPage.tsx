/** The frame of pages that work without signing in: the mark, the language, and one thing to read or do. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { cx } from '../../ui';
import { EnvironmentMark } from './EnvironmentMark';
import { LogoName } from './Logo';
import { SkipLink } from './SkipLink';

/** Not on the way to a home. Where it does not arrive, the page does without. */
const loadLanguageChoice = (): Promise<ComponentType<{ hideLabel: boolean }>> =>
  import('./Preferences').then(
    ({ LanguageChoice }) => LanguageChoice,
    () => () => null,
  );
const LanguageChoice = lazy(async () => ({ default: await loadLanguageChoice() }));

export function PublicPage({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex flex-none flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-4 sm:px-8 sm:py-6">
        <span className="flex items-center gap-2.5">
          <LogoName />
        </span>
        {/* Beside the languages a phone has no room for it: there it has a line of its own. */}
        <span className="empty:hidden max-sm:order-last max-sm:basis-full">
          <EnvironmentMark />
        </span>
        <div className="ml-auto min-h-10">
          <Suspense>
            <LanguageChoice hideLabel />
          </Suspense>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'mx-auto flex w-full flex-1 flex-col px-4 pt-4 pb-16 outline-none sm:px-8',
          wide ? 'max-w-3xl' : 'max-w-lg justify-center',
        )}
      >
        {children}
      </main>
    </div>
  );
}
