import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldProblem } from '../../api/problem.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { PANELS_AGE_LABELS, PANELS_AGE_PROMPT, SOLAR } from '../../texts/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberStepper } from '../../ui/NumberStepper.tsx';
import { Select } from '../../ui/Select.tsx';
import { WriteButton } from '../WriteButton.tsx';

const USUAL_MOST = 100;
const AGES = Object.entries(PANELS_AGE_LABELS).map(([value, label]) => ({ value, label }));

interface SolarDetailsProps {
  details: { count: string; age: string };
  onChange: (details: { count: string; age: string }) => void;
  onSubmit: () => void;
  saving: boolean;
  error: Error | null;
}

/** Number and age of the panels; more than 100 asks once (decision C3). */
export function SolarDetails({ details, onChange, onSubmit, saving, error }: SolarDetailsProps) {
  const { count, age } = details;
  const [asking, setAsking] = useState(false);
  const [confirmed, setConfirmed] = useState('');
  const countField = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (Number(count) > USUAL_MOST && confirmed !== count) setAsking(true);
    else onSubmit();
  }

  function confirm() {
    setConfirmed(count);
    setAsking(false);
    onSubmit();
  }

  function correct() {
    setAsking(false);
    countField.current?.focus();
    countField.current?.select();
  }

  return (
    <form className="form reveal" onSubmit={submit}>
      <NumberStepper
        ref={countField}
        label={SOLAR.count}
        value={count}
        onChange={(next) => {
          setAsking(false);
          onChange({ count: next, age });
        }}
        fewer={SOLAR.fewer}
        more={SOLAR.more}
        min={1}
        max={USUAL_MOST}
        error={fieldProblem(error, 'survey1_number_of_panels')}
      />
      <Select
        label={SOLAR.age}
        value={age}
        options={[{ value: '', label: PANELS_AGE_PROMPT }, ...AGES]}
        onChange={(next) => onChange({ count, age: next })}
        error={fieldProblem(error, 'survey1_panels_age')}
      />
      {asking ? (
        <ManyPanels count={count} onYes={confirm} onNo={correct} />
      ) : (
        <WriteButton type="submit" busy={saving} disabledReason={missing(count, age)}>
          {saving ? ACTIONS.saving : ACTIONS.next}
        </WriteButton>
      )}
    </form>
  );
}

function missing(count: string, age: string) {
  if (count === '') return SOLAR.missingCount;
  return age === '' ? SOLAR.missingAge : undefined;
}

function ManyPanels({ count, onYes, onNo }: { count: string; onYes: () => void; onNo: () => void }) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="notice notice-calm">
      <p className="notice-title" ref={question} tabIndex={-1}>
        {SOLAR.askMany(count)}
      </p>
      <div className="button-row">
        <Button onClick={onYes}>{SOLAR.askManyYes}</Button>
        <Button variant="quiet" onClick={onNo}>
          {SOLAR.askManyNo}
        </Button>
      </div>
    </div>
  );
}
