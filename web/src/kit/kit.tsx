// The frame of the kit page: theme and language switches, and the sections one under the other.
import { Moon, Sun, SunMoon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton, PageHeader, SelectField, Toaster, UiProvider } from '../ui';
import { ConsoleLists } from './console';
import { Controls } from './controls';
import { Fields } from './fields';
import { Overlays } from './overlays';
import { Overview } from './overview';
import { Records } from './records';
import { States } from './states';

const asked = new URLSearchParams(window.location.search);

const nextTheme = { auto: 'light', light: 'dark', dark: 'auto' } as const;
type Theme = keyof typeof nextTheme;

export function Kit() {
  const [theme, setTheme] = useState<Theme>((asked.get('theme') as Theme | null) ?? 'auto');
  const [locale, setLocale] = useState(asked.get('locale') ?? 'en-US');

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <UiProvider locale={locale}>
      <div className="mx-auto flex max-w-6xl flex-col gap-12 px-4 py-8 sm:px-8 sm:py-12">
        <PageHeader
          title="Atrium kit"
          description="Every part of the interface, once."
          actions={
            <>
              <SelectField
                label="Language"
                hideLabel
                value={locale}
                onChange={setLocale}
                options={[
                  { value: 'en-US', label: 'English' },
                  { value: 'es-US', label: 'Español' },
                ]}
                className="w-36"
              />
              <IconButton
                label={`Theme: ${theme}`}
                variant="secondary"
                onPress={() => setTheme(nextTheme[theme])}
                icon={
                  theme === 'dark' ? (
                    <Moon className="size-5" />
                  ) : theme === 'light' ? (
                    <Sun className="size-5" />
                  ) : (
                    <SunMoon className="size-5" />
                  )
                }
              />
            </>
          }
        />
        <main className="flex flex-col gap-12">
          <Overview />
          <Controls />
          <Fields />
          <Records />
          <ConsoleLists />
          <Overlays />
          <States />
        </main>
      </div>
      <Toaster />
    </UiProvider>
  );
}
