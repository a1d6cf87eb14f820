import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldProblem } from '../../api/problem.ts';
import { ACTIONS } from '../../texts/page.ts';
import { PANELS_AGE_LABELS, PANELS_AGE_PROMPT, SOLAR } from '../../texts/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { goToField } from '../../ui/field-id.ts';
import { NumberStepper } from '../../ui/NumberStepper.tsx';
import { Select } from '../../ui/Select.tsx';
import { readWholeNumber } from '../../ui/whole-number.ts';
import { WriteButton } from '../WriteButton.tsx';

const USUAL_MOST = 100;
const PANELS = { most: 9999, decimals: 'refuse' } as const;
const COUNT = 'survey1_number_of_panels';
const AGE = 'survey1_panels_age';
const AGES = Object.entries(PANELS_AGE_LABELS).map(([value, label]) => ({ value, label }));

interface SolarDetailsProps {
  details: { count: string; age: string };
  onChange: (details: { count: string; age: string }) => void;
  onSubmit: (count: string) => void;
  onAnswered: (field: string) => void;
  /** A question comes before the save. */
  onAsk: () => void;
  /** "Ja" was pressed just now: what it opens comes into view. */
  takesFocus: boolean;
  saving: boolean;
  error: Error | null;
}

/** How many panels and how old; more than 100 is asked about once (decision C3). */
export function SolarDetails(props: SolarDetailsProps) {
  const { details, onChange, onSubmit, onAnswered, onAsk, takesFocus, saving, error } = props;
  const { count: shown, age } = details;
  const count = readWholeNumber(shown, PANELS).value;
  const [asking, setAsking] = useState(false);
  const [confirmed, setConfirmed] = useState('');
  useEffect(() => {
    if (takesFocus) goToField(COUNT);
  }, [takesFocus]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (Number(count) <= USUAL_MOST || confirmed === count) return onSubmit(count);
    onAsk();
    setAsking(true);
  }

  function confirm() {
    setConfirmed(count);
    setAsking(false);
    onSubmit(count);
  }

  function correct() {
    setAsking(false);
    goToField(COUNT);
  }

  return (
    <form className="form reveal" onSubmit={submit}>
      <NumberStepper
        {...PANELS}
        name={COUNT}
        label={SOLAR.count}
        value={shown}
        onChange={(next) => {
          setAsking(false);
          onAnswered(COUNT);
          onChange({ count: next, age });
        }}
        fewer={SOLAR.fewer}
        more={SOLAR.more}
        buttonsUpTo={USUAL_MOST}
        error={fieldProblem(error, COUNT)}
      />
      <Select
        name={AGE}
        label={SOLAR.age}
        value={age}
        options={[{ value: '', label: PANELS_AGE_PROMPT }, ...AGES]}
        onChange={(next) => {
          onAnswered(AGE);
          onChange({ count: shown, age: next });
        }}
        error={fieldProblem(error, AGE)}
      />
      {asking ? (
        <ManyPanels count={count} onYes={confirm} onNo={correct} />
      ) : (
        <WriteButton
          type="submit"
          busy={saving}
          missing={count === '' ? COUNT : AGE}
          disabledReason={missing(count, age)}
        >
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
