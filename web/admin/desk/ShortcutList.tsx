import { useState } from 'react';
import { KEYS } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SHORTCUTS, type Shortcut, useHelpKey } from './shortcuts.ts';
import './keyboard.css';

type Row = Pick<Shortcut, 'shown' | 'does'>;

const isOutcome = ({ name }: Shortcut) => name.startsWith('outcome');

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
      { shown: '1 – 5', does: KEYS.reason },
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
