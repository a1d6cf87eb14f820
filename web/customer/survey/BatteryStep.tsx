import type { Contact } from '../../../bff/view-models/contact.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { ACTIONS } from '../../texts/page.ts';
import { BATTERY, BATTERY_LABELS, BATTERY_PROMPT } from '../../texts/survey-steps.ts';
import { Spinner } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Select } from '../../ui/Select.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { SaveState, type StepProps, useOneAnswer } from './saving.tsx';

const FIELD = 'survey1_preferred_battery_size';

interface BatteryStepProps extends StepProps<typeof FIELD> {
  saved: Pick<Contact, typeof FIELD>;
}

/** The preferred battery size; shows a spinner while saving (§2.3). */
export function BatteryStep({ saved, ...step }: BatteryStepProps) {
  const { value, change, save, saving, error } = useOneAnswer(FIELD, saved[FIELD] ?? '', step);
  const option = BATTERY_LABELS.find((each) => each.value === value);
  const chosen = option?.value;
  return (
    <section>
      <ScreenHeading title={BATTERY.title} />
      <p className="lead">{BATTERY.hint}</p>
      <form className="form" onSubmit={(event) => save(event, chosen)}>
        <Select
          label={BATTERY.label}
          name={FIELD}
          value={chosen ?? ''}
          options={[{ value: '', label: BATTERY_PROMPT }, ...BATTERY_LABELS]}
          onChange={change}
          error={fieldProblem(error, FIELD)}
        />
        <p className="small" aria-live="polite">
          {option?.label.endsWith('kW') && BATTERY.storage(option.label)}
        </p>
        <div className="button-row">
          <WriteButton
            type="submit"
            busy={saving}
            missing={FIELD}
            disabledReason={chosen ? undefined : BATTERY.missing}
          >
            {ACTIONS.next}
          </WriteButton>
          {saving && <Spinner />}
        </div>
      </form>
      <SaveState saving={saving} error={error} labels={{ [FIELD]: BATTERY.label }} />
    </section>
  );
}
