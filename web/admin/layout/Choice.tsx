import type { SelectHTMLAttributes } from 'react';

interface ChoiceProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  value: string;
  options: readonly { value: string; label: string }[];
  /** The text of a value that is not among the options. */
  unlisted?: string;
  onChange: (value: string) => void;
}

/** A select without a label of its own. */
export function Choice({ options, unlisted, onChange, className = 'input', ...select }: ChoiceProps) {
  const isListed = options.some(({ value }) => value === select.value);
  return (
    <select {...select} className={className} onChange={(event) => onChange(event.target.value)}>
      {!isListed && <option value={select.value}>{unlisted}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
