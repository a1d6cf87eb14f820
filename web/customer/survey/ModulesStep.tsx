import { useQuery } from '@tanstack/react-query';
import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import { CUSTOM_MODULES, MOST_MODULES, moduleChoice, NUMBERED_MODULES } from '../../../bff/view-models/choices.ts';
import type { Contact } from '../../../bff/view-models/contact.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import type { Site } from '../../../bff/view-models/site.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { siteQuery } from '../../api/query-client.ts';
import { formatMoney } from '../../texts/format.ts';
import { ACTIONS } from '../../texts/page.ts';
import { chosenModules, isCustom, MODULES, moduleTexts } from '../../texts/survey-steps.ts';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { BookingButton } from '../BookingButton.tsx';
import { BesidePerson, Cabinet, FLOOR, Stack } from '../Cabinet.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { SaveState, type StepProps, useOneAnswer } from './saving.tsx';
import './modules.css';

const FIELD = 'gaikan_saltion_battery_modules';

interface ModulesStepProps extends StepProps<typeof FIELD> {
  saved: Pick<Deal, typeof FIELD> & SolarAnswers;
  /** Undefined if the answer changes no price. */
  prices: Contact['prices'];
  /** Whether there is an offer that ends if the customer chooses a size without a price. */
  endsOffer?: boolean;
}

/** Selects the number of modules; the preview shows the storage and price of the selection. */
export function ModulesStep({ saved, prices, endsOffer, submitText = ACTIONS.next, ...step }: ModulesStepProps) {
  const { value, change, save, saving, error } = useOneAnswer(FIELD, saved[FIELD] ?? '', step);
  const chosen = moduleChoice(value);
  const { data: site } = useQuery(siteQuery);
  const advice = adviceFor(site?.moduleAdvice ?? null, saved);
  const others = NUMBERED_MODULES.filter((choice) => choice !== advice?.choice).map((choice) => cardOf(choice));
  return (
    <section>
      <ScreenHeading title={MODULES.title} />
      <p className="lead">{MODULES.intro}</p>
      <form className="modules" onSubmit={(event) => save(event, chosen)}>
        <ModulesPreview chosen={chosen} advised={advice?.choice} prices={prices} endsOffer={endsOffer} />
        <div className="modules-choice">
          <ChoiceCards
            legend={MODULES.legend}
            name={FIELD}
            value={value}
            options={advice ? [cardOf(advice.choice, true), ...others] : others}
            hint={advice?.text}
            less={{ label: MODULES.larger, options: CUSTOM_MODULES.map((choice) => cardOf(choice)) }}
            onChange={change}
            error={fieldProblem(error, FIELD)}
          />
          <p className="small">
            <strong>{MODULES.fits}</strong> {chosen && isCustom(chosen) ? MODULES.spaceOnMeasure : MODULES.space}
          </p>
          <p>{MODULES.doubt}</p>
          <BookingButton variant="quiet">{MODULES.callMe}</BookingButton>
        </div>
        <p className="small modules-included">{prices && included(chosen, prices, site?.includedMetres ?? 0)}</p>
        <div className="onward">
          <WriteButton
            type="submit"
            busy={saving}
            missing={FIELD}
            disabledReason={chosen ? undefined : MODULES.missing}
          >
            {saving ? ACTIONS.saving : submitText}
          </WriteButton>
        </div>
      </form>
      <SaveState saving={saving} error={error} labels={{ [FIELD]: MODULES.legend }} />
    </section>
  );
}

/** Hidden from screen readers, which read the advice before the choices. */
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

/**
 * What the price includes. After a choice: the price per module. Before a choice: the prices of the smallest and the
 * largest number. Nothing for a choice without a price.
 */
function included(chosen: ModuleChoice | undefined, { modules }: NonNullable<Contact['prices']>, metres: number) {
  const price = priceOf(chosen, modules);
  if (price != null) return MODULES.perModule(formatMoney(price / Number(chosen)), metres);
  const [smallest, largest] = [modules[0], modules[MOST_MODULES - 1]];
  if (chosen || smallest == null || largest == null) return;
  return MODULES.range(formatMoney(smallest), MOST_MODULES, formatMoney(largest));
}

function priceOf(choice: ModuleChoice | undefined, modules: NonNullable<Contact['prices']>['modules'] | undefined) {
  return modules?.[Number(choice) - 1];
}

interface ModulesPreviewProps {
  chosen: ModuleChoice | undefined;
  advised: ModuleChoice | undefined;
  prices: Contact['prices'];
  endsOffer: boolean | undefined;
}

/** The chosen modules to scale in a cabinet, with a person beside it. */
function ModulesPreview({ chosen, advised, prices, endsOffer }: ModulesPreviewProps) {
  const price = priceOf(chosen ?? advised, prices?.modules);
  return (
    <div className="preview-box sheet">
      {chosen && isCustom(chosen) ? <LargeStorage size={chosen} /> : <Cabinet count={Number(chosen) || 0} />}
      <div aria-live="polite">
        {chosen ? (
          <>
            <p className="preview-figure">{moduleTexts(chosen).storage}</p>
            <p>{chosenModules(chosen)}</p>
            {price != null && <p className="preview-price">{MODULES.price(formatMoney(price))}</p>}
          </>
        ) : (
          <p>{advised && price != null ? MODULES.advisedPrice(advised, formatMoney(price)) : MODULES.nothing}</p>
        )}
        {chosen && isCustom(chosen) && (
          <>
            <p className="small">{MODULES.custom}</p>
            {endsOffer && <p className="ends-offer small">{MODULES.endsOffer}</p>}
          </>
        )}
      </div>
    </div>
  );
}

type SolarAnswers = Pick<Deal, 'survey_1_has_solar_panels' | 'survey1_number_of_panels'>;

interface ModuleAdvice {
  choice: ModuleChoice;
  /** The advice and its reason. */
  text: string;
}

/** Advice from the panels just entered; none without panels, or if the seller has no rule for that number. */
export function adviceFor(rules: Site['moduleAdvice'], answers: SolarAnswers): ModuleAdvice | undefined {
  const panels = Number(answers.survey1_number_of_panels);
  if (!rules || !answers.survey_1_has_solar_panels || !(panels > 0)) return undefined;
  const rule = rules.rules.find((each) => panels <= each.panels);
  const choice = rule && moduleChoice(String(rule.modules));
  return choice && { choice, text: `${MODULES.advice(panels, choice)} ${rules.reason}` };
}

const ROWS = [3, 2, 1, 0];
const COLUMNS = [0, 1, 2, 3, 4, 5];

/** Made to measure: 21 modules in two cabinets for "L", 24 full cabinets for "XL". To scale as well. */
function LargeStorage({ size }: { size: 'L' | 'XL' }) {
  if (size === 'L') {
    return (
      <BesidePerson>
        <Stack x={60} count={11} />
        <Stack x={144} count={10} />
      </BesidePerson>
    );
  }
  return (
    <BesidePerson transform="translate(6 141) scale(.31)">
      {ROWS.map((row) =>
        COLUMNS.map((column) => (
          <g key={`${row} ${column}`} transform={`translate(${42 + row * 9 + column * 25} ${FLOOR - 56 - row * 21})`}>
            <rect className="cabinet-door" width="23" height="56" rx="2" />
            <rect className="module" x="4" y="4" width="15" height="48" rx="1" />
          </g>
        )),
      )}
    </BesidePerson>
  );
}
