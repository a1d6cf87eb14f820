import { useEffect, useRef } from 'react';
import { readStored } from '../../../device/storage.ts';
import { SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** Local storage: whether the shortcuts are switched off. */
export const SHORTCUTS_OFF_KEY = 'adminShortcutsOff';

type Handlers = Partial<Record<ShortcutName, () => void>>;

/** Runs a shortcut's action while this component is on the screen; never while a confirmation is open. */
export function useShortcuts(handlers: Handlers) {
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (!shortcutsWork()) return;
      const shortcut = SHORTCUTS.find(({ code }) => code === event.code);
      const handler = shortcut && current.current[shortcut.name];
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
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || !shortcutsWork()) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      current.current();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function shortcutsWork() {
  return readStored('local', SHORTCUTS_OFF_KEY) !== '1' && document.querySelector('dialog[open]') === null;
}
