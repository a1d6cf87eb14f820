import { type ButtonHTMLAttributes, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { goToField } from './field-id.ts';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: 'primary' | 'quiet' | 'plain';
  /** True while saving: the button is then really disabled. */
  busy?: boolean;
  /** Why pressing has no effect yet. The button stays focusable and shows the reason (decision C6). */
  disabledReason?: string;
  /** Name of the field that is missing: pressing moves the focus there. */
  missing?: string;
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

/** A disabled button loses the focus; restore it afterwards, unless the focus moved in the meantime. */
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
