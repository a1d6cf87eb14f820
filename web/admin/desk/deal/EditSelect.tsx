import { useId } from 'react';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ActionBody } from '../action-body.ts';
import { PriceChange } from '../PriceChange.tsx';

interface EditSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** Why it cannot be saved yet. */
  disabledReason?: string | undefined;
  onSave: () => void;
  /** The edit, where another choice than the deal's own can be saved: what it costs stands below. */
  edit?: ActionBody | undefined;
}

/** A choice with its own "Opslaan". */
export function EditSelect({ label, value, options, onChange, disabledReason, onSave, edit }: EditSelectProps) {
  const id = useId();
  const known = options.some((option) => option.value === value);
  return (
    <fieldset className="edit" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="edit-row">
        <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {!known && <option value={value}>{DEAL_PANEL.unlisted(value)}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Button variant="quiet" disabledReason={disabledReason} onClick={onSave}>
          {DEAL_PANEL.save}
        </Button>
      </div>
      {edit && <PriceChange body={edit} />}
    </fieldset>
  );
}
