import { type ReactNode, useId } from 'react';
import type { PricedAnswerName } from '../../../../bff/view-models/answers.ts';
import type { AdminStats } from '../../../../bff/view-models/stats.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { EDITS } from '../../../texts/admin-desk.ts';
import { NUMBERS } from '../../../texts/fields.ts';
import { formatFigure } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { readWholeNumber } from '../../../ui/whole-number.ts';
import { PriceChange } from '../Question.tsx';
import { type ActionBody, type DealPart, editOf, usePanelDraft } from '../use-action.ts';

/** Modules, inverter, installation and distance of a version-2 quote (§2.10). */
export function ModuleEditing(part: DealPart & { stats: AdminStats }) {
  const { contact, deal, action, stats } = part;
  const modules = usePanelDraft(contact.id, `${deal.id}:modules`);
  const inverter = usePanelDraft(contact.id, `${deal.id}:inverter`);
  const installation = usePanelDraft(contact.id, `${deal.id}:installation`);
  const chosenModules = modules.value ?? deal.gaikan_saltion_battery_modules ?? '';
  const chosenInverter = inverter.value ?? deal.gaikan_saltion_fixed_inverter_kw ?? '';
  const chosenInstallation = installation.value ?? deal.gaikan_self_installation ?? '';

  const moduleOptions = stats.saltion_MODULE_PRICE.map(({ num_modules, kwh }) => ({
    value: String(num_modules),
    label: DEAL_PANEL.moduleOption(String(num_modules), formatFigure(kwh)),
  }));
  const inverterOptions = [
    { value: '', label: DEAL_PANEL.inverterAutomatic },
    { value: 'none', label: DEAL_PANEL.inverterNone },
    ...stats.saltion_INVERTER_PRICES.map(({ kw }) => ({
      value: String(kw),
      label: DEAL_PANEL.inverterOption(formatFigure(kw)),
    })),
  ];
  const installationOptions = [
    { value: '', label: DEAL_PANEL.installationFull },
    { value: '1', label: DEAL_PANEL.installationOwn },
  ];
  const priced = moduleOptions.some(({ value }) => value === chosenModules);

  const edit = editOf(part);
  const edits = {
    modules: { ...edit, action: 'set-battery-module-num', value: chosenModules },
    inverter: { ...edit, action: 'set-fixed-inverter-kwh', value: chosenInverter },
    installation: {
      ...edit,
      action: 'set-deal-property',
      name: 'gaikan_self_installation',
      value: chosenInstallation,
    },
  };

  function save(name: string, body: ActionBody, forget: () => void) {
    action.press({ body, name, question: EDITS.quote, onConfirmed: forget });
  }

  const { gaikan_saltion_battery_modules: modulesEdit, ...otherAnswers }: Record<PricedAnswerName, ReactNode> = {
    gaikan_saltion_battery_modules: (
      <EditSelect
        label={DEAL_PANEL.modules}
        value={chosenModules}
        options={
          chosenModules === '' ? [{ value: '', label: DEAL_PANEL.chooseModules }, ...moduleOptions] : moduleOptions
        }
        onChange={modules.change}
        disabledReason={priced ? undefined : DEAL_PANEL.modulesMissing}
        onSave={() => save(DEAL_PANEL.modules, edits.modules, modules.clear)}
        edit={priced && chosenModules !== deal.gaikan_saltion_battery_modules ? edits.modules : undefined}
      />
    ),
    survey1_battery_box_distance_m: <DistanceEdit key="distance" {...part} />,
  };

  return (
    <>
      {modulesEdit}
      <EditSelect
        label={DEAL_PANEL.inverter}
        value={chosenInverter}
        options={inverterOptions}
        onChange={inverter.change}
        onSave={() => save(DEAL_PANEL.inverter, edits.inverter, inverter.clear)}
        edit={chosenInverter === (deal.gaikan_saltion_fixed_inverter_kw ?? '') ? undefined : edits.inverter}
      />
      <EditSelect
        label={DEAL_PANEL.installation}
        value={chosenInstallation}
        options={installationOptions}
        onChange={installation.change}
        onSave={() => save(DEAL_PANEL.installation, edits.installation, installation.clear)}
        edit={chosenInstallation === (deal.gaikan_self_installation ?? '') ? undefined : edits.installation}
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
  const draft = usePanelDraft(contact.id, `${deal.id}:distance`);
  const stored = deal.survey1_battery_box_distance_m ?? '';
  const typed = draft.value ?? stored;
  const { value: metres, notice, fault } = readWholeNumber(typed, METRES);
  const valid = metres !== '' && fault === undefined;

  const edit = { ...editOf(part), action: 'set-deal-property', name: PROPERTY, value: metres };

  function save() {
    action.press({
      body: edit,
      name: DEAL_PANEL.distanceHint,
      question: EDITS.property,
      onConfirmed: draft.clear,
    });
  }

  return (
    <div className="edit">
      <label htmlFor={id}>
        {DEAL_PANEL.distanceHint} <span className="small">{DEAL_PANEL.distance}</span>
      </label>
      <div className="edit-row">
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
      {valid && metres !== stored && <PriceChange body={edit} isTyped />}
    </div>
  );
}

interface EditSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** Why it cannot be saved yet. */
  disabledReason?: string | undefined;
  onSave: () => void;
  /** The edit to preview, if the selected value differs from the deal's and can be saved. */
  edit?: ActionBody | undefined;
}

/** A select with its own "Opslaan". */
export function EditSelect({ label, value, options, onChange, disabledReason, onSave, edit }: EditSelectProps) {
  const id = useId();
  const known = options.some((option) => option.value === value);
  return (
    <fieldset className="edit" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="edit-row">
        <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {!known && <option value={value}>{DEAL_PANEL.unlisted(value)}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Button variant="quiet" disabledReason={disabledReason} onClick={onSave}>
          {DEAL_PANEL.save}
        </Button>
      </div>
      {edit && <PriceChange body={edit} />}
    </fieldset>
  );
}
