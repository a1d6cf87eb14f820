import type { FormEvent } from 'react';
import { fieldProblem } from '../../api/problem.ts';
import { useDraft } from '../../device/use-draft.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { DISTANCE } from '../../texts/survey.ts';
import { NumberStepper } from '../../ui/NumberStepper.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { DistanceDrawing } from './DistanceDrawing.tsx';
import { SaveState } from './SaveState.tsx';
import { type StepProps, useSave } from './save-target.ts';

interface DistanceStepProps extends Omit<StepProps<{ survey1_battery_box_distance_m: string }>, 'saved'> {
  saved: { survey1_battery_box_distance_m: string | null };
}

/** A value below 1 is set to 1; empty is allowed, but then there is nothing to save (§5). */
function atLeastOne(typed: string) {
  return typed === '' ? '' : String(Math.max(1, Number(typed)));
}

export function DistanceStep({ saved, target, draftKey, onSaved }: DistanceStepProps) {
  const { submit, saving, error } = useSave(target);
  const draft = useDraft({ key: draftKey, area: 'local' }, saved.survey1_battery_box_distance_m ?? '1');

  function save(event: FormEvent) {
    event.preventDefault();
    submit({ survey1_battery_box_distance_m: draft.value }, () => {
      draft.forget();
      onSaved();
    });
  }

  return (
    <section>
      <ScreenHeading title={DISTANCE.title} />
      <p className="lead">{DISTANCE.intro}</p>
      <p>{DISTANCE.space}</p>
      <DistanceDrawing metres={Number(draft.value || 0)} />
      <form className="form" onSubmit={save}>
        <fieldset className="with-unit">
          <legend className="question">{DISTANCE.question}</legend>
          <NumberStepper
            label={DISTANCE.unit}
            value={draft.value}
            onChange={(typed) => draft.change(atLeastOne(typed))}
            fewer={DISTANCE.fewer}
            more={DISTANCE.more}
            min={1}
            max={999}
            hint={DISTANCE.hint}
            error={fieldProblem(error, 'survey1_battery_box_distance_m')}
          />
        </fieldset>
        <WriteButton type="submit" busy={saving} disabledReason={draft.value === '' ? DISTANCE.missing : undefined}>
          {saving ? <span lang="en">{ACTIONS.savingDistance}</span> : ACTIONS.next}
        </WriteButton>
      </form>
      <SaveState saving={saving} error={error} />
    </section>
  );
}
