import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import { CONTACT_FIELDS } from '../../crm-contract/shapes/contact.ts';
import { DEAL_FIELDS } from '../../crm-contract/shapes/deal.ts';
import type { Field, Fields } from '../../crm-contract/shapes/fields.ts';
import { lookup, recordId } from '../../crm-contract/shapes/read-record.ts';
import { systemClock as clock } from '../crm/clock.ts';
import { crmSchema, type NeededField } from '../crm/schema/schema.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type Area, advice, fault, reasonOf } from './finding.ts';

const save = () => crmOptionsFor('background');
type Step = (what: string, means: string, work: () => Promise<unknown>) => Promise<void>;
type Values = Readonly<Record<string, string | number | boolean>>;

/**
 * Writes once what the portal writes, for each layout and pipeline, then reads it back and removes it. If a value does
 * not come back as written, that is a fault, reported with its consequence.
 */
export async function rehearse(crm: CrmClient, portal: PortalFile, mailTo: string | null): Promise<Area[]> {
  const areas: Area[] = [];
  const made: TestRecord[] = [];
  const inArea = async (name: string, looked: string, work: (step: Step) => Promise<void>) => {
    const area: Area = { name: `writing: ${name}`, looked, findings: [] };
    areas.push(area);
    // `false` means that the value read differs from the value written.
    const step: Step = async (what, means, write) => {
      const result = await orCrmError(write());
      if (result === false) area.findings.push(fault(what, 'does not come back as written', means));
      if (result instanceof CrmError) area.findings.push(fault(what, `refused (${reasonOf(result)})`, means));
    };
    await step(name, 'nothing is known about it', () => work(step));
  };

  await inArea('leftovers', MARK, async () => removeTestRecords(crm, await findMarked(crm)));
  await inArea('contacts', 'each layout', async (step) => {
    const schema = crmSchema(portal).Contacts;
    for (const layout of await crm.settings.layouts('Contacts', save())) {
      await step(`layout "${layout.name}"`, 'no contact can be made to rehearse on', async () => {
        const { id } = await crm.testRecords.create('Contacts', { Last_Name: MARK, Layout: { id: layout.id } }, save());
        made.unshift({ module: 'Contacts', id });
        const values = valuesOf(CONTACT_FIELDS, schema, ['Last_Name']);
        await writeEach(step, schema, layout.name, values, {
          write: (patch) => crm.contacts.update(id, patch, save()),
          read: () => crm.contacts.read(id, save()),
        });
        await tryTag(crm, step, id);
      });
    }
  });
  const contactId = made[0]?.id;
  if (contactId) {
    await inArea('deals', 'each pipeline', (step) => tryDeals(crm, portal, step, contactId, made));
    const dealId = made.find(({ module }) => module === 'Deals')?.id;
    if (dealId)
      await inArea('records about a deal', 'call, task, note, file', (step) => tryAbout(crm, step, contactId, dealId));
    if (mailTo) {
      const { mailFrom } = portal;
      await inArea('mail', mailTo, (step) =>
        step('mailFrom', 'no link and no signed order is mailed', async () => {
          if (!mailFrom) return false;
          const mail = { subject: MARK, content: 'The portal can send mail from this CRM.' } as const;
          const to = [{ email: mailTo }];
          return crm.mail
            .send({ module: 'Contacts', id: contactId }, { from: { email: mailFrom.email }, to, ...mail }, save())
            .then(() => true);
        }),
      );
    }
  }
  await inArea('removing', `${made.length} records`, () => removeTestRecords(crm, made));
  const left = areas.at(-1);
  if (left && left.findings.length > 0)
    left.findings.push(advice(MARK, 'is left in the CRM', 'the next run removes it'));
  return areas;
}

async function tryTag(crm: CrmClient, step: Step, id: string): Promise<void> {
  const contact = { module: 'Contacts', id } as const;
  const hasTag = async () => (await crm.contacts.read(id, save()))?.Tag?.includes(DO_NOT_CALL) === true;
  await step(DO_NOT_CALL, '"Niet meer bellen" is not kept', async () => {
    await crm.tags.add(contact, [DO_NOT_CALL], save());
    return hasTag();
  });
  await step(DO_NOT_CALL, 'who may be called again stays marked', async () => {
    await crm.tags.remove(contact, [DO_NOT_CALL], save());
    return !(await hasTag());
  });
}

/** Tries the fields, then the stages with the won stage last, then a withdrawal from the won deal. */
async function tryDeals(crm: CrmClient, portal: PortalFile, step: Step, contactId: string, made: TestRecord[]) {
  const schema = crmSchema(portal).Deals;
  const needed = schema.find(({ name }) => name === 'Stage')?.values ?? [];
  const stages = [...needed.filter((stage) => stage !== WON), WON];
  const pipelines = await crm.settings.pipelines(save());
  for (const layout of await crm.settings.layouts('Deals', save())) {
    const ofLayout = pipelines.filter(({ layoutId }) => layoutId === layout.id);
    for (const pipeline of ofLayout.length === 0 ? [null] : ofLayout) {
      const name = pipeline?.display_value ?? layout.name;
      await step(`layout "${layout.name}"`, 'no deal can be made to rehearse on', async () => {
        const named = ofLayout.length > 1 && pipeline?.display_value ? { Pipeline: pipeline.display_value } : {};
        const Stage = stages.find((stage) => pipeline?.maps.includes(stage) ?? true) ?? WON;
        const about = { Contact_Name: { id: contactId }, Layout: { id: layout.id }, Closing_Date: '2030-01-31' };
        const { id } = await crm.testRecords.create('Deals', { Deal_Name: MARK, Stage, ...about, ...named }, save());
        made.unshift({ module: 'Deals', id });
        const deal = {
          write: (patch: object) => crm.deals.update(id, patch, save()),
          read: () => crm.deals.read(id, save()),
        };
        const values = valuesOf(DEAL_FIELDS, schema, ['Stage', 'portal_withdrawn_at']);
        await writeEach(step, schema, layout.name, values, deal);
        for (const stage of stages) await writeEach(step, schema, name, { Stage: stage }, deal);
        await writeEach(step, schema, `${layout.name}, won`, { portal_withdrawn_at: crmInstant(clock.now()) }, deal);
      });
    }
  }
}

const WON = 'Closed Won';

async function tryAbout(crm: CrmClient, step: Step, contactId: string, dealId: string): Promise<void> {
  const deal = { module: 'Deals', id: dealId } as const;
  const about = { Who_Id: { id: contactId }, What_Id: { id: dealId } };
  await step('Calls', 'outcomes of calls are not recorded', async () => {
    const Call_Start_Time = crmInstant(clock.now());
    const scheduled = { Subject: MARK, Outbound_Call_Status: 'Scheduled', Call_Start_Time, ...about } as const;
    const { id } = await crm.calls.create(scheduled, save());
    await crm.calls.update(id, { Outbound_Call_Status: 'Completed', Call_Duration: '01:00' }, save());
    const [call] = await crm.calls.readMany([id], save());
    return call?.Outbound_Call_Status === 'Completed' && call.Subject === MARK;
  });
  await step('Tasks', 'colleagues get no tasks from the portal', async () => {
    const { id } = await crm.tasks.create({ Subject: MARK, ...about }, save());
    return (await crm.tasks.listOpenFor(deal, save())).some((task) => task.id === id && task.Subject === MARK);
  });
  await step('Notes', 'signatures, outcomes and messages leave no note', async () => {
    const { id } = await crm.notes.create(deal, { Note_Title: MARK, Note_Content: MARK }, save());
    return (await crm.notes.listFor(deal, save())).some((note) => note.id === id && note.Note_Content === MARK);
  });
  await step('Attachments', 'photos and signed orders are not kept', async () => {
    const body = Buffer.from(MARK);
    const { id } = await crm.attachments.upload(
      deal,
      { fileName: 'portaalproef.txt', contentType: 'text/plain', body },
      save(),
    );
    return (await crm.attachments.read(deal, { id, Size: body.length }, save()))?.equals(body) ?? false;
  });
}

/** One write per field, so that a refused field does not affect the others. */
async function writeEach(
  step: Step,
  schema: readonly NeededField[],
  where: string,
  values: Values,
  record: { write: (patch: object) => Promise<unknown>; read: () => Promise<object | null> },
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const without = schema.find((field) => field.name === name)?.without ?? 'it is not kept';
    await step(name === 'Stage' ? `Stage "${value}"` : name, `${where}: ${without}`, async () => {
      await record.write({ [name]: value });
      return isSame(value, ((await record.read()) as Record<string, unknown> | null)?.[name]);
    });
  }
}

function isSame(written: Values[string], read: unknown): boolean {
  if (written === read) return true;
  const isMoment = typeof written === 'string' && /^\d{4}-\d\d-\d\dT/.test(written);
  return isMoment && typeof read === 'string' && Date.parse(written) === Date.parse(read);
}

/** A value for each field that the portal writes, except the owner, which stays the token's user. */
function valuesOf(fields: Fields, schema: readonly NeededField[], apart: readonly string[]): Values {
  const written = Object.entries(fields).filter(
    ([name, { by, kind }]) => by !== 'others' && kind !== 'owner' && !apart.includes(name),
  );
  return Object.fromEntries(
    written.map(([name, field]) => {
      const own = schema.find((needed) => needed.name === name)?.values?.[0];
      return [name, name === 'survey1_hash' ? randomBytes(16).toString('hex') : (own ?? sampleOf(field))];
    }),
  );
}

function sampleOf({ kind, length = 255 }: Field): Values[string] {
  if (kind === 'flag') return true;
  if (kind === 'money' || kind === 'number' || kind === 'count') return 12;
  if (kind === 'instant') return crmInstant(clock.now());
  if (kind === 'email') return 'portaalproef@portal.invalid';
  if (kind === 'phone') return '0600000000';
  if (kind === 'website') return 'https://portal.invalid/';
  if (kind === 'largeJson') return '{"proef":1}';
  return '1'.repeat(Math.min(length, 4));
}

/** The name of all contacts and deals that a rehearsal creates. A later run finds leftovers by this name. */
const MARK = 'Portaalproef crm:check';

interface TestRecord {
  module: 'Contacts' | 'Deals';
  id: string;
}

const found = z.object({ id: recordId });

/** Leftovers of interrupted runs, deals before their contacts. */
export async function findMarked(crm: CrmClient): Promise<TestRecord[]> {
  const deals = await crm.query(coql`select id from Deals where Deal_Name = ${MARK} limit ${200}`, found, save());
  const contacts = await crm.query(coql`select id from Contacts where Last_Name = ${MARK} limit ${200}`, found, save());
  return [
    ...deals.map(({ id }) => ({ module: 'Deals', id }) as const),
    ...contacts.map(({ id }) => ({ module: 'Contacts', id }) as const),
  ];
}

/** Removes the records, after everything attached to them. */
async function removeTestRecords(crm: CrmClient, records: readonly TestRecord[]): Promise<void> {
  for (const record of records) {
    for (const { id } of await crm.attachments.listFor(record, save()))
      await crm.attachments.remove(record, id, save());
    for (const { id } of await crm.notes.listFor(record, save())) await crm.notes.remove(id, save());
    for (const { id } of await crm.tasks.listFor(record, save())) await crm.tasks.remove(id, save());
    if (record.module === 'Contacts') {
      for (const { id } of await crm.calls.listFor(record.id, save())) await crm.calls.remove(id, save());
    }
    await crm.testRecords.remove(record, save());
  }
}

/** A record to query; null if the organisation has none yet. */
export interface Sample {
  contactId: string | null;
  dealId: string | null;
}

const sampleShape = z.object({ id: recordId, Contact_Name: lookup });

/** Any deal with a contact. */
export async function takeSample(crm: CrmClient): Promise<Sample> {
  const [found] = await crm.query(
    coql`select id, Contact_Name from Deals where Contact_Name is not null limit ${1}`,
    sampleShape,
    crmOptionsFor('read'),
  );
  return { contactId: found?.Contact_Name?.id ?? null, dealId: found?.id ?? null };
}
