import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { PermissionChannel } from '../../../../bff/view-models/callcenter-action.ts';
import { STEP_NAMES } from '../../../../bff/view-models/survey-step-texts.ts';
import { siteQuery } from '../../../api/query-client.ts';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { mapUrl } from '../../../paths.ts';
import { dealSurveyRows, type ReviewRow, surveyRows } from '../../../quote/answer-rows.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { CONTACT_PANEL, EDITS } from '../../../texts/admin-desk.ts';
import { PERMISSION } from '../../../texts/admin-permission.ts';
import { PAGE_NAMES } from '../../../texts/page.ts';
import { HOME_COUNTRY } from '../../../texts/survey-steps.ts';
import { Button } from '../../../ui/Button.tsx';
import { statsQuery } from '../../ask-as-admin.ts';
import { useAdminSession } from '../../gate/admin-session.ts';
import { Choice } from '../../layout/Choice.tsx';
import { Facts } from '../../layout/Facts.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { Question } from '../Question.tsx';
import { Overtaken, useTypedValue } from '../TypedValue.tsx';
import { useAction, usePanelDraft } from '../use-action.ts';
import { ActionHead, WordsForm } from './ContactForms.tsx';

/** "Eigenaar:": assigning somebody else asks for confirmation, assigning oneself does not (§2.10). */
export function OwnerEditor({ contact }: { contact: AdminContact }) {
  const id = useId();
  const { ownerId } = useAdminSession();
  const { data: stats } = useQuery(statsQuery);
  const { owner } = contact;
  const action = useAction(contact, 'owner');
  const draft = useTypedValue(contact.id, 'owner', owner?.id ?? '');
  const owners = stats?.stats.contactOwners ?? [];
  const chosen = draft.value;
  const nameOf = (value: string) => owners.find((each) => each.id === value)?.name ?? value;
  const myself = owners.find((each) => each.id === ownerId);

  function assign(value: string, question?: { confirm: string; title: string; detail: string }) {
    const body = { action: 'setOwner', contactId: contact.id, value, expected: contact.version ?? undefined };
    action.press({ body, name: EDITS.owner.title, question, saves: [draft] });
  }

  function save() {
    assign(chosen, { confirm: EDITS.owner.confirm(chosen), title: EDITS.owner.title, detail: nameOf(chosen) });
  }

  return (
    <div className="owner-editor">
      <ActionHead action={action} done={CONTACT_PANEL.ownerSaved}>
        <label htmlFor={id}>{CONTACT_PANEL.owner}</label>
      </ActionHead>
      <ActionProblem action={action} />
      <div className="row">
        <Choice
          id={id}
          value={chosen}
          options={owners.map((each) => ({ value: each.id, label: each.name }))}
          unlisted={chosen === '' ? CONTACT_PANEL.noOwner : owner?.id === chosen ? owner.name : chosen}
          onChange={draft.change}
        />
        <Button
          variant="quiet"
          busy={action.pending}
          disabledReason={chosen === '' ? CONTACT_PANEL.ownerMissing : undefined}
          onClick={save}
        >
          {CONTACT_PANEL.saveOwner}
        </Button>
      </div>
      <Overtaken typed={draft.overtaken && nameOf(draft.overtaken)} />
      {myself && (
        <div className="row">
          <span className="small">{CONTACT_PANEL.orAssign}</span>
          <Button
            variant="quiet"
            busy={action.pending}
            title={CONTACT_PANEL.assignHint(myself.name)}
            onClick={() => assign(myself.id)}
          >
            {myself.name}
          </Button>
        </div>
      )}
      <Question action={action} />
    </div>
  );
}

const CHANNELS = Object.keys(PERMISSION.channels) as PermissionChannel[];

/** Permission to call that a customer gave or withdrew verbally (decision J9). */
export function PermissionForm({ contact }: { contact: AdminContact }) {
  const radio = useId();
  const action = useAction(contact, 'permission');
  const words = usePanelDraft(contact.id, 'permission');
  const [channel, setChannel] = useState<PermissionChannel>();
  const isGiven = contact.portal_call_permission_at !== null;
  const button = isGiven ? PERMISSION.end : PERMISSION.give;

  /** Withdrawing a permission needs no details. */
  function missing() {
    if (isGiven) return undefined;
    if (words.typed === '') return PERMISSION.wordsMissing;
    return channel ? undefined : PERMISSION.channelMissing;
  }

  function tell() {
    const note = words.typed || undefined;
    const expected = contact.portal_call_permission_at ?? '';
    const body = { action: 'permission', contactId: contact.id, value: !isGiven, channel, note, expected };
    // One button does either, and another read may change it at any moment: so the withdrawal is confirmed.
    const question = isGiven ? EDITS.endPermission : undefined;
    action.press({ body, name: button, question, saves: [words], onConfirmed: () => setChannel(undefined) });
  }

  if (contact.doNotCall) return <p>{PERMISSION.ofNobody}</p>;
  return (
    <WordsForm label={PERMISSION.words} button={button} missing={missing()} words={words} action={action} onSend={tell}>
      <fieldset className="permission-how stack starts">
        <legend>{PERMISSION.how}</legend>
        {CHANNELS.map((each) => (
          <label key={each} className="check">
            <input type="radio" name={radio} checked={channel === each} onChange={() => setChannel(each)} />
            {PERMISSION.channels[each]}
          </label>
        ))}
      </fieldset>
    </WordsForm>
  );
}

interface AnswerSet {
  id: string;
  name: string;
  rows: { name: string; lines: string[] }[];
}

/** The customer's answers under the survey's own labels: per deal, and for the contact. */
export function Answers({ contact }: { contact: AdminContact }) {
  const ofDeals: AnswerSet[] = contact.deals.map((deal) => ({
    id: deal.id,
    name: deal.Deal_Name ?? DEAL_PANEL.nameless,
    rows: named(dealSurveyRows(deal), STEP_NAMES),
  }));
  // Hide answers that the portal copied to a deal.
  const inDeals = new Set(ofDeals.flatMap(({ rows }) => rows.map(({ lines }) => lines.join())));
  const own = named(surveyRows(contact), PAGE_NAMES).filter(({ lines }) => !inDeals.has(lines.join()));
  const ofContact: AnswerSet = { id: contact.id, name: CONTACT_PANEL.answersOfContact, rows: own };
  const sets = [ofContact, ...ofDeals].filter(({ rows }) => rows.length > 0);
  return (
    <div className="contact-answers">
      {sets.length === 0 && <p className="small">{CONTACT_PANEL.noAnswers}</p>}
      {sets.map(({ id, name, rows }) => (
        <div key={id}>
          {sets.length > 1 && <p className="small">{name}</p>}
          <Facts className="call-facts" rows={rows.map((row) => ({ name: row.name, value: row.lines.join(', ') }))} />
        </div>
      ))}
    </div>
  );
}

function named<Step extends string>(rows: readonly ReviewRow<Step>[], names: Record<Step, string>) {
  return rows.flatMap(({ step, lines }) => (lines.length > 0 ? [{ name: names[step], lines }] : []));
}

/** Contacts the map service only after the first click; from then on, each lead in this tab shows its map. */
export function ContactMap({ contact }: { contact: AdminContact }) {
  const [wanted, setWanted] = useStoredText('session', 'admin-maps');
  const { data: site } = useQuery(siteQuery);
  const address = mapAddress(contact);
  const url = address && site && mapUrl(site.mapUrl, address);
  return (
    <div>
      {!address && <p className="small">{CONTACT_PANEL.noAddress}</p>}
      {address && wanted !== '1' && (
        <>
          <div className="row spread">
            <span>{address}</span>
            <Button variant="quiet" onClick={() => setWanted('1')}>
              {CONTACT_PANEL.showMap}
            </Button>
          </div>
          <p className="small">{CONTACT_PANEL.mapHint}</p>
        </>
      )}
      {url && wanted === '1' && (
        <iframe
          className="map"
          title={CONTACT_PANEL.mapOf(address)}
          src={url}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        />
      )}
    </div>
  );
}

/** Street, city and country for the map (§2.10): NL, unless the contact lives elsewhere. */
export function mapAddress({
  Mailing_Street,
  Mailing_City,
  Mailing_Country,
}: Pick<AdminContact, 'Mailing_Street' | 'Mailing_City' | 'Mailing_Country'>) {
  if (!Mailing_Street && !Mailing_City) return undefined;
  const country = !Mailing_Country || Mailing_Country === HOME_COUNTRY ? 'NL' : Mailing_Country;
  return [Mailing_Street, Mailing_City, country].filter(Boolean).join(', ');
}
