import type { ReactNode } from 'react';
import { fieldId } from './field-id.ts';

interface ChoiceCardsProps<Value extends string> {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: Value; content: ReactNode }[];
  onChange: (value: Value) => void;
  error?: string | undefined;
}

/** Radio buttons as large cards. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  return (
    <fieldset className="cards">
      <legend>{props.legend}</legend>
      <div className="cards-grid">
        {props.options.map((option, index) => (
          <label className="card" key={option.value}>
            <input
              id={index === 0 ? fieldId(props.name) : undefined}
              type="radio"
              name={props.name}
              value={option.value}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            <span className="card-face">{option.content}</span>
          </label>
        ))}
      </div>
      {props.error && <p className="field-error">{props.error}</p>}
    </fieldset>
  );
}
