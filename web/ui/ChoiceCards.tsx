import { type ReactNode, useId } from 'react';
import { fieldId } from './field-id.ts';

interface Choice<Value extends string> {
  value: Value;
  content: ReactNode;
  /** Takes a full row. */
  wide?: boolean;
}

interface ChoiceCardsProps<Value extends string> {
  legend: string;
  /** Advice for the choice. */
  hint?: string;
  name: string;
  value: string;
  options: readonly Choice<Value>[];
  /** Rare options: smaller cards under a heading of their own. */
  less?: { label: string; options: readonly Choice<Value>[] };
  onChange: (value: Value) => void;
  error?: string;
}

/** Radio buttons as large cards. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const hintId = useId();
  const { hint, less } = props;
  const cardOf = (option: Choice<Value>, id?: string) => (
    <label className={option.wide ? 'card card-wide' : 'card'} key={option.value}>
      <input
        id={id}
        type="radio"
        name={props.name}
        value={option.value}
        checked={props.value === option.value}
        onChange={() => props.onChange(option.value)}
      />
      <span className="card-face">{option.content}</span>
    </label>
  );
  return (
    <fieldset className="cards" aria-describedby={hint ? hintId : undefined}>
      <legend>{props.legend}</legend>
      {hint && (
        <p className="cards-hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className="cards-grid">
        {props.options.map((option, index) => cardOf(option, index === 0 ? fieldId(props.name) : undefined))}
      </div>
      {less && (
        <>
          <p className="cards-less">{less.label}</p>
          <div className="cards-grid">{less.options.map((option) => cardOf(option))}</div>
        </>
      )}
      {props.error && <p className="field-error">{props.error}</p>}
    </fieldset>
  );
}
