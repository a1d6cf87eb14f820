import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useStoredText } from '../../device/use-stored-text.ts';

/** As the device has it, unless somebody chose. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'adminTheme';

/** Light or dark for all of the admin area; the choice stays on the device. The customer's side has no part in it. */
export function useTheme() {
  const [kept, keep] = useStoredText('local', THEME_KEY);
  const chosen = kept === 'light' || kept === 'dark' ? kept : 'system';
  const darkDevice = useSyncExternalStore(followDevice, deviceIsDark);
  const shown = chosen === 'system' ? (darkDevice ? 'dark' : 'light') : chosen;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [shown]);
  return { chosen, choose: (theme: Theme) => keep(theme === 'system' ? '' : theme) };
}

export type ThemeChoice = ReturnType<typeof useTheme>;

function dark() {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function deviceIsDark() {
  return dark().matches;
}

function followDevice(onChange: () => void) {
  const query = dark();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
