import { type KeyboardEvent, type Ref, useId } from 'react';

interface NumberStepperProps {
  /** The field itself, to put the focus on. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  fewer: string;
  more: string;
  /** The buttons stay between these; typing is not held to them. */
  min: number;
  max: number;
  hint?: string;
  error?: string | undefined;
}

/** A whole number, typed or stepped. No `type=number`: that one scrolls away values and is read out badly. */
export function NumberStepper({ ref, label, value, onChange, fewer, more, min, max, hint, error }: NumberStepperProps) {
  const id = useId();
  const number = Number(value || 0);

  function step(by: number) {
    onChange(String(Math.min(max, Math.max(min, number + by))));
  }

  function stepByKey(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(by);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="stepper">
        <button type="button" className="stepper-button" aria-label={fewer} onClick={() => step(-1)}>
          <span aria-hidden="true">−</span>
        </button>
        <input
          ref={ref}
          id={id}
          className="input stepper-input"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
          onKeyDown={stepByKey}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
        />
        <button type="button" className="stepper-button" aria-label={more} onClick={() => step(1)}>
          <span aria-hidden="true">+</span>
        </button>
      </div>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
      {hint && (
        <p className="field-remark" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <output className="unseen" htmlFor={id}>
        {value}
      </output>
    </div>
  );
}
