import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  look?: 'primary' | 'quiet' | 'plain';
  /** While saving the button is really disabled. */
  busy?: boolean;
  /** Why pressing it does nothing yet: it stays reachable by keyboard and says so (decision C6). */
  notYet?: string | undefined;
  children: ReactNode;
}

export function Button({ look = 'primary', busy = false, notYet, children, onClick, ...rest }: ButtonProps) {
  const reasonId = useId();
  const blocked = notYet !== undefined;
  return (
    <>
      <button
        type="button"
        {...rest}
        className={`button button-${look}`}
        disabled={busy}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? reasonId : undefined}
        onClick={(event) => {
          if (blocked) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {children}
      </button>
      {blocked && (
        <p className="button-reason" id={reasonId}>
          {notYet}
        </p>
      )}
    </>
  );
}
