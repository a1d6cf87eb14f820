import { ACTIONS } from '../../texts/page.ts';
import { COMPLETE } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { NextSteps } from '../NextSteps.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { useFinishedSurvey } from './finished-survey.ts';
import { ReviewAnswers } from './ReviewAnswers.tsx';

/** The end of /pages: all answers (§2.3), and, once a colleague has the task, thanks and what happens next. */
export function CompletePage() {
  const { received, error, retry } = useFinishedSurvey();
  const texts = received?.byEmail ? COMPLETE.byEmail : COMPLETE.byContact;
  return (
    <section className="with-tile">
      <Tile of={received ? 'done' : 'letter'} />
      <ScreenHeading title={received ? COMPLETE.title : error ? COMPLETE.unsent : COMPLETE.sending} />
      {error ? (
        <>
          <SaveProblem error={error} before={COMPLETE.unsentText} />
          <Button onClick={retry}>{ACTIONS.retry}</Button>
        </>
      ) : (
        <p className="lead">{received ? texts.lead : COMPLETE.sendingText}</p>
      )}
      <ReviewAnswers />
      {received && <NextSteps title={COMPLETE.whatNow} steps={texts.steps} />}
      <p>
        <SellerPhone />
      </p>
    </section>
  );
}
