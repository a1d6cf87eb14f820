import { type ReactNode, useId } from 'react';
import type { PricedAnswerName } from '../../../../bff/view-models/answers.ts';
import type { AdminStats } from '../../../../bff/view-models/stats.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { NUMBERS } from '../../../texts/fields.ts';
import { formatFigure } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { readWholeNumber } from '../../../ui/whole-number.ts';
import { Choice } from '../../layout/Choice.tsx';
import { PriceChange } from '../Question.tsx';
import { Overtaken, useTypedValue } from '../TypedValue.tsx';
import { type ActionBody, type DealPart, editOf } from '../use-action.ts';

/** Modules, inverter, installation and distance of a version-2 quote (§2.10). */
export function ModuleEditing({ stats, ...part }: DealPart & { stats: AdminStats }) {
  const { deal } = part;
  const { gaikan_saltion_battery_modules: modulesEdit, ...otherAnswers }: Record<PricedAnswerName, ReactNode> = {
    gaikan_saltion_battery_modules: (
      <EditSelect
        {...part}
        draftName="modules"
        label={DEAL_PANEL.modules}
        stored={deal.gaikan_saltion_battery_modules}
        options={stats.saltion_MODULE_PRICE.map(({ num_modules, kwh }) => ({
          value: String(num_modules),
          label: DEAL_PANEL.moduleOption(String(num_modules), formatFigure(kwh)),
        }))}
        sends={{ action: 'set-battery-module-num' }}
        required={{ prompt: DEAL_PANEL.chooseModules, missing: DEAL_PANEL.modulesMissing }}
      />
    ),
    survey1_battery_box_distance_m: <DistanceEdit key="distance" {...part} />,
  };

  return (
    <>
      {modulesEdit}
      <EditSelect
        {...part}
        draftName="inverter"
        label={DEAL_PANEL.inverter}
        stored={deal.gaikan_saltion_fixed_inverter_kw}
        options={[
          { value: '', label: DEAL_PANEL.inverterAutomatic },
          { value: 'none', label: DEAL_PANEL.inverterNone },
          ...stats.saltion_INVERTER_PRICES.map(({ kw }) => ({
            value: String(kw),
            label: DEAL_PANEL.inverterOption(formatFigure(kw)),
          })),
        ]}
        sends={{ action: 'set-fixed-inverter-kwh' }}
      />
      <EditSelect
        {...part}
        draftName="installation"
        label={DEAL_PANEL.installation}
        stored={deal.gaikan_self_installation}
        options={[
          { value: '', label: DEAL_PANEL.installationFull },
          { value: '1', label: DEAL_PANEL.installationOwn },
        ]}
        sends={{ action: 'set-deal-property', name: 'gaikan_self_installation' }}
      />
      {Object.values(otherAnswers)}
    </>
  );
}

const PROPERTY = 'survey1_battery_box_distance_m';
/** Same limits as on the customer's page (decision I5). */
const METRES = { most: 999, decimals: 'up' } as const;

/** Saves the distance with the action `set-deal-property`; "Save" appears only after a change. */
function DistanceEdit(part: DealPart) {
  const { contact, deal, action } = part;
  const id = useId();
  const stored = deal.survey1_battery_box_distance_m ?? '';
  const draft = useTypedValue(contact.id, `${deal.id}:distance`, stored);
  const typed = draft.value;
  const { value: metres, notice, fault } = readWholeNumber(typed, METRES);
  const valid = metres !== '' && fault === undefined;
  const edit = { ...editOf(part), action: 'set-deal-property', name: PROPERTY, value: metres };

  function save() {
    const name = DEAL_PANEL.distanceHint;
    action.press({ body: edit, name, question: EDITS.property, saves: [draft] });
  }

  return (
    <div className="edit">
      <label className="strong" htmlFor={id}>
        {DEAL_PANEL.distanceHint} <span className="small">{DEAL_PANEL.distance}</span>
      </label>
      <div className="row">
        <input
          id={id}
          className="input input-short"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => draft.change(event.target.value)}
        />
        {notice && valid && (
          <span className="small" aria-live="polite">
            {notice === 'rounded' ? NUMBERS.rounded(typed, metres) : NUMBERS.raised}
          </span>
        )}
        {typed !== stored && (
          <Button variant="quiet" disabledReason={valid ? undefined : DEAL_PANEL.distanceMissing} onClick={save}>
            {DEAL_PANEL.saveProperty}
          </Button>
        )}
      </div>
      <Overtaken typed={draft.overtaken} />
      {valid && metres !== stored && <PriceChange body={edit} isTyped />}
    </div>
  );
}

interface EditSelectProps extends DealPart {
  draftName: string;
  label: string;
  /** The deal's own value. */
  stored: string | null;
  options: readonly { value: string; label: string }[];
  /** What is sent beside the value. */
  sends: Pick<ActionBody, 'action' | 'name'>;
  /** If only a listed option can be saved: the prompt to choose one, and the reason why nothing can be saved yet. */
  required?: { prompt: string; missing: string };
}

/** A select with its own "Opslaan", and the price that the selected value would give. */
export function EditSelect({ draftName, label, stored, options, sends, required, ...part }: EditSelectProps) {
  const { contact, deal, action } = part;
  const id = useId();
  const draft = useTypedValue(contact.id, `${deal.id}:${draftName}`, stored ?? '');
  const { value, overtaken } = draft;
  const missing = options.some((option) => option.value === value) ? undefined : required?.missing;
  const edit = { ...editOf(part), ...sends, value };

  function save() {
    action.press({ body: edit, name: label, question: EDITS.quote, saves: [draft] });
  }

  return (
    <fieldset className="edit" aria-labelledby={`${id}-label`}>
      <label className="strong" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <Choice
          id={id}
          value={value}
          options={options}
          unlisted={value === '' && required ? required.prompt : DEAL_PANEL.unlisted(value)}
          onChange={draft.change}
        />
        <Button variant="quiet" disabledReason={missing} onClick={save}>
          {DEAL_PANEL.save}
        </Button>
      </div>
      <Overtaken typed={options.find((option) => option.value === overtaken)?.label ?? overtaken} />
      {missing === undefined && value !== (stored ?? '') && <PriceChange body={edit} />}
    </fieldset>
  );
}
