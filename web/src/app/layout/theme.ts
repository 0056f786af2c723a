/** Light, dark, or whatever the system says. A choice of the device, like the language. */
import { create } from 'zustand';

export const themes = ['light', 'dark', 'auto'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'theme';

function apply(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

type ThemeChoice = { theme: Theme; choose: (theme: Theme) => void };

export const useTheme = create<ThemeChoice>()((set) => ({
  theme: themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'auto',
  choose: (theme) => {
    localStorage.setItem(storageKey, theme);
    apply(theme);
    set({ theme });
  },
}));

/** Before the first paint, so that nothing flashes. */
export function startTheme(): void {
  apply(useTheme.getState().theme);
}
