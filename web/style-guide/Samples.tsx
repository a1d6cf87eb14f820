import { useState } from 'react';
import { STEP_NAMES } from '../../bff/view-models/survey-step-texts.ts';
import { RequestFailed } from '../api/ask-bff.ts';
import { NextSteps } from '../customer/NextSteps.tsx';
import { SurveyProgress } from '../customer/survey/SurveyProgress.tsx';
import { DEAL_STATUS } from '../texts/offer.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { PANELS_AGE_LABELS, PANELS_AGE_PROMPT, SAVE_FAILED, SOLAR } from '../texts/survey.ts';
import { COMPLETE, MODULES, moduleTexts } from '../texts/survey-steps.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceCards } from '../ui/ChoiceCards.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, TextArea } from '../ui/Field.tsx';
import { Spinner } from '../ui/LoadingScreen.tsx';
import { Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { NumberStepper } from '../ui/NumberStepper.tsx';
import { SaveProblem } from '../ui/SaveProblem.tsx';
import { Select } from '../ui/Select.tsx';

const { buttons, fields } = STYLE_GUIDE;
const SIZES = ['1', '6', '15'] as const;

export function Buttons() {
  return (
    <>
      <div className="button-row">
        <Button>{buttons.primary}</Button>
        <Button variant="quiet">{buttons.quiet}</Button>
        <Button variant="plain">{buttons.plain}</Button>
      </div>
      <div className="button-row">
        <Button busy>{buttons.busy}</Button>
        <Button variant="quiet" busy>
          {buttons.busy}
        </Button>
      </div>
      <div>
        <Button disabledReason={buttons.reason}>{buttons.disabledReason}</Button>
      </div>
      <fieldset className="yes-no">
        <legend>{buttons.question}</legend>
        <Button variant="quiet" aria-pressed>
          {buttons.yes}
        </Button>
        <Button variant="quiet" aria-pressed={false}>
          {buttons.no}
        </Button>
      </fieldset>
    </>
  );
}

export function Fields() {
  const [age, setAge] = useState('');
  const [count, setCount] = useState('12');
  return (
    <div className="sample-grid">
      <Field label={fields.name} placeholder={fields.filled} />
      <Field label={fields.name} defaultValue={fields.filled} />
      <Field label={fields.wrong} defaultValue={fields.wrongValue} error={fields.error} />
      <Field label={fields.remark} defaultValue={fields.remarkValue} remark={fields.remarkText} />
      <Select
        label={fields.select}
        value={age}
        options={[
          { value: '', label: PANELS_AGE_PROMPT },
          { value: '-1', label: PANELS_AGE_LABELS['-1'] },
        ]}
        onChange={setAge}
        error={age === '' ? SOLAR.missingAge : undefined}
      />
      <NumberStepper
        label={fields.stepper}
        value={count}
        onChange={setCount}
        name="sample-count"
        most={9999}
        decimals="refuse"
        fewer={SOLAR.fewer}
        more={SOLAR.more}
        buttonsUpTo={100}
        hint={fields.stepperHint}
        error={count === '' ? fields.stepperError : undefined}
      />
      <TextArea label={fields.area} hint={fields.areaHint} />
      <TextArea label={fields.area} hint={fields.areaHint} error={fields.areaError} />
    </div>
  );
}

export function Choices() {
  const [size, setSize] = useState<string>('6');
  return (
    <ChoiceCards
      legend={MODULES.legend}
      name="sample"
      value={size}
      options={SIZES.map((value) => ({
        value,
        content: (
          <>
            <span className="card-small">{moduleTexts(value).label}</span>{' '}
            <span className="card-large">{moduleTexts(value).storage}</span>
          </>
        ),
      }))}
      onChange={setSize}
    />
  );
}

const { notices, dialog } = STYLE_GUIDE;
const STEPS = Object.keys(STEP_NAMES);
const AMOUNTS = [24_497.06, 1_111.11, -750, null];

export function Notices() {
  const [failed, setFailed] = useState<Error>();
  return (
    <>
      <Notice title={notices.calmTitle}>
        <p>{notices.calm}</p>
      </Notice>
      <Notice title={notices.problemTitle} tone="problem">
        <p>{notices.problem}</p>
      </Notice>
      <Button variant="quiet" onClick={() => setFailed(new RequestFailed(0))}>
        {notices.fail}
      </Button>
      {failed && <SaveProblem error={failed} before={SAVE_FAILED} />}
    </>
  );
}

export function Progress() {
  return (
    <>
      {STEPS.map((step, index) => (
        <SurveyProgress key={step} steps={STEPS} step={step} name={Object.values(STEP_NAMES)[index] ?? ''} />
      ))}
      <Spinner />
      <NextSteps title={COMPLETE.whatNow} steps={COMPLETE.byEmail.steps} />
    </>
  );
}

export function Figures() {
  return (
    <>
      <ul className="sample-figures">
        {AMOUNTS.map((value) => (
          <li key={String(value)}>
            <Money value={value} />
          </li>
        ))}
      </ul>
      {Object.entries(DEAL_STATUS).map(([status, text]) => (
        <p key={status} className={`deal-status deal-status-${status}`}>
          {text}
        </p>
      ))}
    </>
  );
}

export function DialogSample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {dialog.open}
      </Button>
      {open && (
        <Dialog title={dialog.title} onClose={() => setOpen(false)}>
          <p>{dialog.text}</p>
        </Dialog>
      )}
    </>
  );
}
