import { useState } from 'react';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { KEYS } from '../../../texts/admin-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { SHORTCUTS_OFF_KEY, useHelpKey } from './use-shortcuts.ts';

/** The "?" list, and the way to switch the shortcuts off. */
export function ShortcutList() {
  const [open, setOpen] = useState(false);
  const [off, setOff] = useStoredText('local', SHORTCUTS_OFF_KEY);
  useHelpKey(() => setOpen(true));
  const rows = [
    ...SHORTCUTS,
    { shown: '?', does: KEYS.help },
    { shown: 'Enter', does: KEYS.confirm },
    { shown: 'Esc', does: KEYS.cancel },
  ];
  return (
    <>
      <Button look="quiet" aria-label={KEYS.open} title={KEYS.open} onClick={() => setOpen(true)}>
        ?
      </Button>
      {open && (
        <Dialog title={KEYS.title} onClose={() => setOpen(false)}>
          <label className="check">
            <input
              type="checkbox"
              checked={off !== '1'}
              onChange={(event) => setOff(event.target.checked ? '' : '1')}
            />
            {KEYS.on}
          </label>
          <table className="stats-table shortcut-table">
            <thead>
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
        </Dialog>
      )}
    </>
  );
}
