import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { PanelsAge } from '../../../bff/view-models/answers.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { useDraft } from '../../device/drafts.ts';
import { ACTIONS } from '../../texts/page.ts';
import { PANELS_AGE_LABELS, PANELS_AGE_PROMPT, SOLAR } from '../../texts/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { goToField } from '../../ui/field-id.ts';
import { Notice } from '../../ui/Notice.tsx';
import { NumberStepper } from '../../ui/NumberStepper.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Select } from '../../ui/Select.tsx';
import { readWholeNumber } from '../../ui/whole-number.ts';
import { WriteButton } from '../PageFrame.tsx';
import { SaveState, type StepProps, useSave } from './saving.tsx';

const SOLAR_LABELS = { survey1_number_of_panels: SOLAR.count, survey1_panels_age: SOLAR.age };

type SolarField = 'survey_1_has_solar_panels' | keyof typeof SOLAR_LABELS;

interface SolarStepProps extends StepProps<SolarField> {
  saved: Pick<Deal, SolarField>;
  firstName: string;
}

export function SolarStep({ saved, firstName, target, draftKey, onSaved }: SolarStepProps) {
  // Remembers the pressed button on the device until the save is confirmed.
  const pressed = useDraft({ key: `${draftKey}:pressed`, area: 'local' }, saved.survey_1_has_solar_panels);
  const hasPanels = pressed.value;
  const save = useSave(target);
  const { submit, saving, error } = save;
  const [opened, setOpened] = useState(false);
  const draft = useDraft(
    { key: draftKey, area: 'local' },
    { count: saved.survey1_number_of_panels ?? '1', age: saved.survey1_panels_age ?? '' },
  );

  function answer(has: boolean) {
    pressed.change(has);
    setOpened(has);
    send(has);
  }

  function send(has: boolean) {
    submit({ survey_1_has_solar_panels: has }, () => {
      pressed.forget();
      if (!has) onSaved();
    });
  }

  /** Resends an unconfirmed press after a reload; it counts as the same write. */
  const sendUnconfirmed = useEffectEvent(() => {
    if (hasPanels !== null && hasPanels !== saved.survey_1_has_solar_panels) send(hasPanels);
  });
  useEffect(() => sendUnconfirmed(), []);

  function saveDetails(count: string) {
    const details = {
      survey_1_has_solar_panels: true,
      survey1_number_of_panels: count,
      survey1_panels_age: draft.value.age as PanelsAge,
    };
    submit(details, () => {
      draft.forget();
      onSaved();
    });
  }

  return (
    <section className="with-tile">
      <Tile of="house" />
      <ScreenHeading title={SOLAR.title} />
      <p className="lead">{SOLAR.welcome(firstName)}</p>
      <fieldset className="yes-no">
        <legend>{SOLAR.question}</legend>
        <WriteButton variant="quiet" aria-pressed={hasPanels === true} busy={saving} onClick={() => answer(true)}>
          {SOLAR.yes}
        </WriteButton>
        <WriteButton variant="quiet" aria-pressed={hasPanels === false} busy={saving} onClick={() => answer(false)}>
          {SOLAR.no}
        </WriteButton>
      </fieldset>
      {hasPanels && (
        <SolarDetails
          details={draft.value}
          onChange={draft.change}
          onSubmit={saveDetails}
          takesFocus={opened}
          save={save}
        />
      )}
      <SaveState saving={saving} error={error} labels={SOLAR_LABELS} />
    </section>
  );
}

const USUAL_MOST = 100;
const PANELS = { most: 9999, decimals: 'refuse' } as const;
const COUNT = 'survey1_number_of_panels';
const AGE = 'survey1_panels_age';
const AGES = Object.entries(PANELS_AGE_LABELS).map(([value, label]) => ({ value, label }));

interface SolarDetailsProps {
  details: { count: string; age: string };
  onChange: (details: { count: string; age: string }) => void;
  onSubmit: (count: string) => void;
  /** "Ja" was just pressed: bring the new fields into view. */
  takesFocus: boolean;
  save: Pick<ReturnType<typeof useSave>, 'saving' | 'error' | 'correct' | 'dismiss'>;
}

/** Number and age of the panels; asks once about more than 100 (decision C3). */
function SolarDetails({ details, onChange, onSubmit, takesFocus, save }: SolarDetailsProps) {
  const { saving, error, correct, dismiss } = save;
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
    dismiss();
    setAsking(true);
  }

  function confirm() {
    setConfirmed(count);
    setAsking(false);
    onSubmit(count);
  }

  function adjust() {
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
          correct(COUNT);
          onChange({ count: next, age });
        }}
        fewer={SOLAR.fewer}
        more={SOLAR.more}
        buttonsUpTo={USUAL_MOST}
        hint={SOLAR.hint}
        error={fieldProblem(error, COUNT)}
      />
      <Select
        name={AGE}
        label={SOLAR.age}
        value={age}
        options={[{ value: '', label: PANELS_AGE_PROMPT }, ...AGES]}
        onChange={(next) => {
          correct(AGE);
          onChange({ count: shown, age: next });
        }}
        error={fieldProblem(error, AGE)}
      />
      {asking ? (
        <ManyPanels count={count} onYes={confirm} onNo={adjust} />
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
  return (
    <Notice title={SOLAR.askMany(count)} takesFocus>
      <div className="button-row">
        <Button onClick={onYes}>{SOLAR.askManyYes}</Button>
        <Button variant="quiet" onClick={onNo}>
          {SOLAR.askManyNo}
        </Button>
      </div>
    </Notice>
  );
}
