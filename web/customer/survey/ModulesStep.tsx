import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import { CUSTOM_MODULES, moduleChoice, NUMBERED_MODULES } from '../../../bff/view-models/choices.ts';
import type { Contact } from '../../../bff/view-models/contact.ts';
import { fieldProblem } from '../../api/problem.ts';
import { siteQuery } from '../../api/site-query.ts';
import { useDraft } from '../../device/use-draft.ts';
import { ACTIONS } from '../../texts/page.ts';
import { MODULES, moduleTexts } from '../../texts/survey-steps.ts';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { BookingButton } from '../BookingButton.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { ModulesPreview } from './ModulesPreview.tsx';
import { adviceFor, type SolarAnswers } from './module-advice.ts';
import { SaveState } from './SaveState.tsx';
import { type StepProps, useSave } from './save-target.ts';

export interface ModulesStepProps extends Omit<StepProps<{ gaikan_saltion_battery_modules: ModuleChoice }>, 'saved'> {
  saved: { gaikan_saltion_battery_modules: string | null } & SolarAnswers;
  /** Undefined where the answer changes no price. */
  prices: Contact['prices'];
}

const FIELD = 'gaikan_saltion_battery_modules';

/** Module-count selection; the figures beside it follow the choice, its price among them. */
export function ModulesStep({ saved, prices, target, draftKey, onSaved, send = ACTIONS.next }: ModulesStepProps) {
  const { submit, saving, error, correct } = useSave(target);
  const draft = useDraft({ key: draftKey, area: 'local' }, saved.gaikan_saltion_battery_modules ?? '');
  const chosen = moduleChoice(draft.value);
  const { data: site } = useQuery(siteQuery);
  const advice = adviceFor(site?.moduleAdvice ?? null, saved);
  const others = NUMBERED_MODULES.filter((value) => value !== advice?.choice).map((value) => cardOf(value));

  function save(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return;
    submit({ gaikan_saltion_battery_modules: chosen }, () => {
      draft.forget();
      onSaved();
    });
  }

  return (
    <section>
      <ScreenHeading title={MODULES.title} />
      <p className="lead">{MODULES.intro}</p>
      <form className="modules" onSubmit={save}>
        <ModulesPreview chosen={chosen} prices={prices} includedMetres={site?.includedMetres ?? 0} />
        <div className="modules-choice">
          <ChoiceCards
            legend={MODULES.legend}
            name="modules"
            value={draft.value}
            options={advice ? [cardOf(advice.choice, true), ...others] : others}
            hint={advice?.text}
            less={{ label: MODULES.larger, options: CUSTOM_MODULES.map((value) => cardOf(value)) }}
            onChange={(choice) => {
              correct(FIELD);
              draft.change(choice);
            }}
            error={fieldProblem(error, FIELD)}
          />
          <p className="small">
            <strong>{MODULES.fits}</strong> {MODULES.space}
          </p>
          <BookingButton variant="plain">{MODULES.callMe}</BookingButton>
        </div>
        <div className="onward">
          <WriteButton
            type="submit"
            busy={saving}
            missing="modules"
            disabledReason={chosen ? undefined : MODULES.missing}
          >
            {saving ? ACTIONS.saving : send}
          </WriteButton>
        </div>
      </form>
      <SaveState saving={saving} error={error} />
    </section>
  );
}

/** For the eye: screen readers have read the advice before the choices. */
function Advised() {
  return (
    <span className="card-advised" aria-hidden="true">
      {MODULES.advised}
    </span>
  );
}

function cardOf(value: ModuleChoice, isAdvised = false) {
  const { label, storage } = moduleTexts(value);
  const content = (
    <>
      <span className="card-small">{label}</span> <span className="card-large">{storage}</span>
      {isAdvised && <Advised />}
    </>
  );
  return { value, content, wide: isAdvised };
}
