import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import { FIELDS } from '../texts/fields.ts';
import { fieldId } from './field-id.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string;
  /** An unusual value: a warning that never blocks. */
  remark?: string;
}

export function Field({ label, error, remark, required, ...input }: FieldProps) {
  const ownId = useId();
  const id = input.name ? fieldId(input.name) : ownId;
  return (
    <div className="field">
      <FieldLabel htmlFor={id} label={label} required={required} />
      <input
        {...input}
        id={id}
        className={remark ? 'input input-odd' : 'input'}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-remark`}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
      <p className={remark ? 'field-remark field-warning' : 'field-remark'} id={`${id}-remark`} aria-live="polite">
        {remark}
      </p>
    </div>
  );
}

interface FieldLabelProps {
  htmlFor: string;
  label: string;
  required?: boolean;
}

/** A label that marks required fields; screen readers learn that from the field itself. */
function FieldLabel({ htmlFor, label, required }: FieldLabelProps) {
  return (
    <label htmlFor={htmlFor}>
      {label}
      {required && (
        <span className="field-required" aria-hidden="true">
          {' '}
          {FIELDS.required}
        </span>
      )}
    </label>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint: string;
  error?: string;
}

export function TextArea({ label, hint, error, required, ...area }: TextAreaProps) {
  const ownId = useId();
  const id = area.name ? fieldId(area.name) : ownId;
  return (
    <div className="field">
      <FieldLabel htmlFor={id} label={label} required={required} />
      <textarea
        {...area}
        id={id}
        className="input"
        rows={4}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
      <p className="field-remark" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
