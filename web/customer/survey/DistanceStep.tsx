import { useQuery } from '@tanstack/react-query';
import type { Contact } from '../../../bff/view-models/contact.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { panelsOf } from '../../../bff/view-models/offer.ts';
import { cableCost } from '../../../bff/view-models/payments.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { siteQuery } from '../../api/query-client.ts';
import { formatMoney } from '../../texts/format.ts';
import { ACTIONS } from '../../texts/page.ts';
import { DISTANCE } from '../../texts/survey-steps.ts';
import { NumberStepper } from '../../ui/NumberStepper.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { readWholeNumber } from '../../ui/whole-number.ts';
import { WriteButton } from '../PageFrame.tsx';
import { DistanceDrawing } from './DistanceDrawing.tsx';
import { SaveState, type StepProps, useOneAnswer } from './saving.tsx';

const FIELD = 'survey1_battery_box_distance_m';

interface DistanceStepProps extends StepProps<typeof FIELD> {
  saved: Pick<Contact, typeof FIELD | 'survey_1_has_solar_panels' | 'survey1_number_of_panels'> &
    Partial<Pick<Deal, 'gaikan_saltion_battery_modules'>>;
  /** Undefined if the answer changes no price. */
  prices: Contact['prices'];
}

/** Cable is sold by the metre, so parts are rounded up (decision I5). */
const METRES = { most: 999, decimals: 'up' } as const;

export function DistanceStep({ saved, prices, submitText = ACTIONS.next, ...step }: DistanceStepProps) {
  const { value, change, save, saving, error } = useOneAnswer(FIELD, saved[FIELD] ?? '1', step);
  const { data: site } = useQuery(siteQuery);
  const metres = readWholeNumber(value, METRES).value;
  const extra = site ? Number(metres) - site.includedMetres : 0;
  const modules = Number(saved.gaikan_saltion_battery_modules);

  return (
    <section>
      <ScreenHeading title={DISTANCE.title} />
      <p className="lead">{DISTANCE.intro}</p>
      <form className="form" onSubmit={(event) => save(event, metres)}>
        <fieldset className="with-unit">
          <legend className="question">{DISTANCE.question}</legend>
          <NumberStepper
            {...METRES}
            name={FIELD}
            label={DISTANCE.unit}
            value={value}
            onChange={change}
            fewer={DISTANCE.fewer}
            more={DISTANCE.more}
            buttonsUpTo={METRES.most}
            hint={DISTANCE.hint}
            error={fieldProblem(error, FIELD)}
          />
        </fieldset>
        {site && prices?.metre != null && <p>{DISTANCE.cost(site.includedMetres, formatMoney(prices.metre))}</p>}
        <DistanceDrawing metres={Number(metres || 0)} panels={panelsOf(saved)} modules={modules} />
        {extra > 0 && prices?.metre != null && (
          <p aria-live="polite">
            {DISTANCE.extra(extra, formatMoney(cableCost(extra, prices.metre, prices.modules[modules - 1] ?? 0)))}
          </p>
        )}
        <p>{DISTANCE.space}</p>
        <WriteButton
          type="submit"
          busy={saving}
          missing={FIELD}
          disabledReason={metres === '' ? DISTANCE.missing : undefined}
        >
          {saving ? <span lang="en">{ACTIONS.savingDistance}</span> : submitText}
        </WriteButton>
      </form>
      <SaveState saving={saving} error={error} labels={{ [FIELD]: DISTANCE.question }} />
    </section>
  );
}
