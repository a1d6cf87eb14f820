import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { ACTIONS } from '../texts/page.ts';
import { Button } from './Button.tsx';

/** The browser's modal dialog: traps the focus and closes with Escape. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Close before unmounting, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onCancel={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" onClick={onClose}>
          {ACTIONS.close}
        </Button>
      </div>
      {children}
    </dialog>
  );
}
