import { FIELDS } from '../texts/fields.ts';

interface FieldLabelProps {
  htmlFor: string;
  label: string;
  required?: boolean | undefined;
}

/** A label that marks required fields; screen readers learn that from the field itself. */
export function FieldLabel({ htmlFor, label, required }: FieldLabelProps) {
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
