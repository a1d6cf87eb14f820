import { type TextareaHTMLAttributes, useId } from 'react';
import { FieldLabel } from './Field.tsx';
import { fieldId } from './field-id.ts';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint: string;
  error?: string | undefined;
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
