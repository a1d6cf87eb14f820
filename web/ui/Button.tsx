import { type ButtonHTMLAttributes, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { goToField } from './field-id.ts';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: 'primary' | 'quiet' | 'plain';
  /** While saving, the button is really disabled. */
  busy?: boolean;
  /** Why pressing it has no effect yet: it stays reachable by keyboard and says so (decision C6). */
  disabledReason?: string | undefined;
  /** The name of the field that the reason is about: pressing leads there. */
  missing?: string | undefined;
  children: ReactNode;
}

export function Button({
  variant = 'primary',
  busy = false,
  disabledReason,
  missing,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, busy);
  const blocked = disabledReason !== undefined;
  return (
    <>
      <button
        ref={button}
        type="button"
        {...rest}
        className={`button button-${variant}`}
        disabled={busy}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? reasonId : undefined}
        onClick={(event) => {
          if (!blocked) return onClick?.(event);
          event.preventDefault();
          if (missing) goToField(missing);
        }}
      >
        {children}
      </button>
      {blocked && (
        <p className="button-reason" id={reasonId}>
          {disabledReason}
        </p>
      )}
    </>
  );
}

/** A button that becomes disabled loses the focus; it gets it back, unless the focus has moved meanwhile. */
function useFocusBack(button: RefObject<HTMLButtonElement | null>, busy: boolean) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [button, busy]);
}
