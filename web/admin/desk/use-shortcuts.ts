import { useEffectEvent, useLayoutEffect } from 'react';
import { readStored } from '../../device/storage.ts';
import { SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** Local storage: whether the shortcuts are switched off. */
export const SHORTCUTS_OFF_KEY = 'adminShortcutsOff';

type Handlers = Partial<Record<ShortcutName, () => void>>;

/**
 * Runs a shortcut's action while this component is on the screen; never while a confirmation is open. A key acts on what
 * is on the screen from the moment in which it is drawn: never on the lead before.
 */
export function useShortcuts(handlers: Handlers) {
  const handlerOf = useEffectEvent((name: ShortcutName) => handlers[name]);
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (!shortcutsWork()) return;
      const shortcut = SHORTCUTS.find(({ code }) => code === event.code);
      const handler = shortcut && handlerOf(shortcut.name);
      if (!handler) return;
      event.preventDefault();
      handler();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** The only shortcut of a single character, "?": ignored while typing. */
export function useHelpKey(open: () => void) {
  const openHelp = useEffectEvent(open);
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || !shortcutsWork()) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      openHelp();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function shortcutsWork() {
  return readStored('local', SHORTCUTS_OFF_KEY) !== '1' && document.querySelector('dialog[open]') === null;
}
