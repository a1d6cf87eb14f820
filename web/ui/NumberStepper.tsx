import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { NUMBERS } from '../texts/fields.ts';
import { fieldId } from './field-id.ts';
import { readWholeNumber, useSelectOnFocus } from './whole-number.ts';

/**
 * The longest pause between two keys of one number. After the "-" of "-45" or the "0" of "0,5", the field shows a
 * corrected value and selects it. A key within this time is appended to the typed text. A later key replaces the value.
 */
const GOES_ON_MS = 1_000;

interface NumberStepperProps {
  name: string;
  label: string;
  /** The text in the field; `wholeNumber` gives the number. */
  value: string;
  onChange: (shown: string) => void;
  fewer: string;
  more: string;
  /** The largest accepted number. */
  most: number;
  /** Limit for the buttons; typing can exceed it. */
  buttonsUpTo: number;
  decimals: 'up' | 'refuse';
  hint?: string;
  error?: string;
}

/**
 * A whole number, typed or stepped. Not `type=number`: it changes on scrolling, and screen readers read it badly.
 */
export function NumberStepper(props: NumberStepperProps) {
  const { name, label, value, onChange, fewer, more, most, buttonsUpTo, decimals, hint, error } = props;
  const id = fieldId(name);
  const input = useRef<HTMLInputElement>(null);
  const selecting = useSelectOnFocus();
  /** The text as typed. The field may show a corrected value, but the next key is appended to this text. */
  const [typed, setTyped] = useState(value);
  const last = useRef({ key: '', at: 0 });
  const read = readWholeNumber(typed, { most, decimals });
  const isOwn = read.shown === value;
  const replaced = isOwn && read.notice !== undefined;
  useLayoutEffect(() => {
    if (replaced && document.activeElement === input.current) input.current?.select();
  }, [replaced]);

  function take(text: string) {
    setTyped(text);
    onChange(readWholeNumber(text, { most, decimals }).shown);
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    const { key, at } = last.current;
    const goesOn = replaced && key === text && event.timeStamp - at < GOES_ON_MS;
    last.current = { key: '', at: event.timeStamp };
    take(goesOn ? typed + text : text);
  }

  function step(by: number) {
    take(String(Math.min(buttonsUpTo, Math.max(1, Number(read.value || 0) + by))));
  }

  function press(event: KeyboardEvent) {
    last.current.key = event.key;
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(by);
  }

  const own = isOwn ? read : readWholeNumber(value, { most, decimals });
  const fault = own.fault && NUMBERS.faults[own.fault](most);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="stepper">
        <button
          type="button"
          className="button button-quiet stepper-button"
          aria-label={fewer}
          onClick={() => step(-1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          {...selecting}
          ref={input}
          id={id}
          className="input stepper-input"
          inputMode={decimals === 'up' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          onChange={change}
          onKeyDown={press}
          aria-invalid={error || fault ? true : undefined}
          aria-describedby={`${id}-error ${id}-notice ${id}-hint`}
        />
        <button type="button" className="button button-quiet stepper-button" aria-label={more} onClick={() => step(1)}>
          <span aria-hidden="true">+</span>
        </button>
      </div>
      <p className="field-error" id={`${id}-error`} aria-live="polite">
        {fault ?? error}
      </p>
      <p className="field-remark" id={`${id}-notice`} aria-live="polite">
        {isOwn && read.notice === 'rounded' && NUMBERS.rounded(typed, read.value)}
        {isOwn && read.notice === 'raised' && NUMBERS.raised}
      </p>
      <p className="field-remark" id={`${id}-hint`}>
        {hint} {NUMBERS.range(most)}
      </p>
      <output className="unseen" htmlFor={id}>
        {value}
      </output>
    </div>
  );
}
