import { ADMIN } from '../../texts/admin.ts';
import { THEMES, type Theme, type ThemeChoice } from './use-theme.ts';

/** A sun, a moon, a screen. */
const DRAWINGS: Record<Theme, string> = {
  light:
    'M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9ZM12 1.500v2.500M12 20v2.500M1.500 12H4M20 12h2.500M4.600 4.600l1.800 1.800M17.600 17.600l1.800 1.800M4.600 19.400l1.800-1.800M17.600 6.400l1.800-1.800',
  dark: 'M20.500 14.500A9 9 0 0 1 9.500 3.500a9 9 0 1 0 11 11Z',
  system: 'M3 4.500h18v12H3zM8.500 20.500h7M12 16.500v4',
};

export function ThemeSwitch({ theme }: { theme: ThemeChoice }) {
  return (
    <fieldset className="theme-switch">
      <legend className="unseen">{ADMIN.theme}</legend>
      {THEMES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === theme.chosen}
          title={ADMIN.themes[each]}
          onClick={() => theme.choose(each)}
        >
          <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
            <path d={DRAWINGS[each]} />
          </svg>
          <span className="unseen">{ADMIN.themes[each]}</span>
        </button>
      ))}
    </fieldset>
  );
}
