import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useStoredText } from '../../device/use-stored-text.ts';

/** The device's setting, unless somebody chose. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'adminTheme';

/** Light or dark for the admin area; the choice is kept on the device. The customer's side is always light. */
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
