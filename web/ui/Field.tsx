import { type InputHTMLAttributes, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is wrong, from the server. */
  error?: string | undefined;
  /** A soft remark: it never blocks. */
  remark?: string | undefined;
}

export function Field({ label, error, remark, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-remark`}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
      <p className="field-remark" id={`${id}-remark`} aria-live="polite">
        {remark}
      </p>
    </div>
  );
}
