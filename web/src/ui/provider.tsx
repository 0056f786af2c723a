// What the kit needs from its host: a language, its words, and how to follow a link. All optional.
import { type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { type UiText, UiTextContext } from './text';

export interface UiProviderProps {
  /** BCP 47, e.g. `en-US` or `es-US`; decides dates, numbers and the first day of the week. */
  locale?: string | undefined;
  /** The kit's own words in that language; missing ones stay English. */
  text?: Partial<UiText> | undefined;
  /** Follows a same-origin link without loading the page; without it links are ordinary links. */
  navigate?: ((href: string) => void) | undefined;
  children: ReactNode;
}

export function UiProvider({ locale = 'en-US', text, navigate, children }: UiProviderProps) {
  const inherited = useContext(UiTextContext);
  const words = useMemo(() => ({ ...inherited, ...text }), [inherited, text]);
  const content = (
    <I18nProvider locale={locale}>
      <UiTextContext value={words}>{children}</UiTextContext>
    </I18nProvider>
  );
  return navigate ? <RouterProvider navigate={navigate}>{content}</RouterProvider> : content;
}
