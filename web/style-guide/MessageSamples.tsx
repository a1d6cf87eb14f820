import { useState } from 'react';
import { RequestFailed } from '../api/problem.ts';
import { NextSteps } from '../customer/NextSteps.tsx';
import { SurveyProgress } from '../customer/survey/SurveyProgress.tsx';
import { DEALS, STEP_NAMES } from '../texts/page.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { SAVE_FAILED } from '../texts/survey.ts';
import { COMPLETE } from '../texts/survey-steps.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Spinner } from '../ui/LoadingScreen.tsx';
import { Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SaveProblem } from '../ui/SaveProblem.tsx';

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
      {Object.entries(DEALS.status).map(([status, text]) => (
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
