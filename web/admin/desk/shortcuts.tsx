import { useEffectEvent, useLayoutEffect, useState } from 'react';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  isCallOutcome,
  NO_INTEREST_REASONS,
  OUTCOMES,
} from '../../../bff/view-models/call-outcomes.ts';
import { readStored } from '../../device/storage.ts';
import { KEYS } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import './keyboard.css';

type ShortcutName = 'search' | 'note' | 'next' | 'previous' | CallOutcome;

interface Shortcut {
  name: ShortcutName;
  /** The physical key: with Alt, some keyboards produce another character. */
  code: string;
  shown: string;
  does: string;
}

/** All use Alt, so that typing and speech input never trigger them (WCAG 2.1.4). */
const SHORTCUTS: readonly Shortcut[] = [
  { name: 'search', code: 'KeyZ', shown: 'Alt + Z', does: KEYS.search },
  { name: 'next', code: 'KeyN', shown: 'Alt + N', does: KEYS.next },
  { name: 'previous', code: 'KeyP', shown: 'Alt + P', does: KEYS.previous },
  { name: 'note', code: 'KeyT', shown: 'Alt + T', does: KEYS.note },
  ...CALL_OUTCOMES.map((outcome) => {
    const { key, label } = OUTCOMES[outcome];
    return { name: outcome, code: `Digit${key}`, shown: `Alt + ${key}`, does: label };
  }),
];

/** Local storage key: whether shortcuts are switched off. */
export const SHORTCUTS_OFF_KEY = 'adminShortcutsOff';

type Handlers = Partial<Record<ShortcutName, () => void>>;

/**
 * Runs a shortcut's action while this component is mounted, unless a confirmation is open. A layout effect, so that a
 * key never acts on the previous lead after the next one is painted.
 */
export function useShortcuts(handlers: Handlers) {
  useKeys((event) => {
    if (!event.altKey || event.shiftKey || event.repeat) return undefined;
    const shortcut = SHORTCUTS.find(({ code }) => code === event.code);
    return shortcut && handlers[shortcut.name];
  });
}

/** "?" is the only single-character shortcut; ignored while typing. */
function useHelpKey(open: () => void) {
  useKeys((event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    return event.key === '?' && !event.altKey && !isTyping ? open : undefined;
  });
}

/** Runs what a key means, if it means something. */
function useKeys(meaningOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !shortcutsWork()) return;
    const does = meaningOf(event);
    if (!does) return;
    event.preventDefault();
    does();
  });
  useLayoutEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function shortcutsWork() {
  return readStored('local', SHORTCUTS_OFF_KEY) !== '1' && document.querySelector('dialog[open]') === null;
}

type Row = Pick<Shortcut, 'shown' | 'does'>;

const isOutcome = ({ name }: Shortcut) => isCallOutcome(name);

/** The keyboard shortcuts: navigation, outcomes, and the keys of a confirmation. */
const GROUPS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: KEYS.groups.go,
    rows: [...SHORTCUTS.filter((shortcut) => !isOutcome(shortcut)), { shown: '?', does: KEYS.help }],
  },
  { title: KEYS.groups.outcome, rows: SHORTCUTS.filter(isOutcome) },
  {
    title: KEYS.groups.question,
    rows: [
      { shown: 'Enter', does: KEYS.confirm },
      { shown: 'Esc', does: KEYS.cancel },
      { shown: `1 – ${NO_INTEREST_REASONS.length}`, does: KEYS.reason },
    ],
  },
];

/** The "?" list, with the switch that turns shortcuts off. */
export function ShortcutList({ off, setOff }: { off: boolean; setOff: (off: boolean) => void }) {
  const [open, setOpen] = useState(false);
  useHelpKey(() => setOpen(true));
  return (
    <>
      <Button variant="quiet" aria-label={KEYS.open} title={KEYS.open} onClick={() => setOpen(true)}>
        ?
      </Button>
      {open && (
        <Dialog title={KEYS.title} onClose={() => setOpen(false)}>
          <label className="check">
            <input type="checkbox" checked={!off} onChange={(event) => setOff(!event.target.checked)} />
            {KEYS.on}
          </label>
          <div className="keys">
            {GROUPS.map(({ title, rows }) => (
              <KeyTable key={title} title={title} rows={rows} />
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

function KeyTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <table className="key-table">
      <caption>{title}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{KEYS.columns.key}</th>
          <th scope="col">{KEYS.columns.does}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ shown, does }) => (
          <tr key={shown}>
            <th scope="row">
              <kbd>{shown}</kbd>
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
