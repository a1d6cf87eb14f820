import { useEffect, useRef, useState } from 'react';
import type { PanelsAge } from '../../../bff/view-models/answers.ts';
import { useDraft } from '../../device/use-draft.ts';
import { SOLAR } from '../../texts/survey.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { SaveState } from './SaveState.tsx';
import { SolarDetails } from './SolarDetails.tsx';
import { type StepProps, useSave } from './save-target.ts';

const SOLAR_LABELS = { survey1_number_of_panels: SOLAR.count, survey1_panels_age: SOLAR.age };

interface SolarAnswers {
  survey_1_has_solar_panels: boolean | null;
  survey1_number_of_panels: string | null;
  survey1_panels_age: string | null;
}

interface SolarSaves {
  survey_1_has_solar_panels: boolean;
  survey1_number_of_panels: string;
  survey1_panels_age: PanelsAge;
}

interface SolarStepProps extends Omit<StepProps<SolarSaves>, 'saved'> {
  saved: SolarAnswers;
  firstName: string;
}

export function SolarStep({ saved, firstName, target, draftKey, onSaved }: SolarStepProps) {
  // Until it is confirmed the device keeps which button was pressed.
  const pressed = useDraft({ key: `${draftKey}:pressed`, area: 'local' }, saved.survey_1_has_solar_panels);
  const hasPanels = pressed.value;
  const { submit, saving, error, correct, dismiss } = useSave(target);
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

  /** A press whose answer never came, because the page was loaded anew, is sent again: it is the same write. */
  const sendUnconfirmed = useRef(() => {
    if (hasPanels !== null && hasPanels !== saved.survey_1_has_solar_panels) send(hasPanels);
  });
  useEffect(() => sendUnconfirmed.current(), []);

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
          onAnswered={correct}
          onAsk={dismiss}
          takesFocus={opened}
          saving={saving}
          error={error}
        />
      )}
      <SaveState saving={saving} error={error} labels={SOLAR_LABELS} />
    </section>
  );
}
