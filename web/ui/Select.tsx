import { useId } from 'react';
import { fieldId } from './field-id.ts';

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  error?: string;
  autoComplete?: string;
  name?: string;
}

export function Select({ label, value, options, onChange, error, ...rest }: SelectProps) {
  const ownId = useId();
  const id = rest.name ? fieldId(rest.name) : ownId;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...rest}
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
