import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createOnce } from '../crm/create-once.ts';
import { settleAll } from '../crm/settle-all.ts';
import {
  EVIDENCE_FILE,
  evidenceText,
  evidenceTitle,
  isEvidenceOf,
  type SigningFacts,
} from '../crm/texts/note-texts.ts';
import type { Log } from '../http/logging.ts';
import { faultFields } from '../http/logging.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import type { EvidenceKnown } from './evidence-known.ts';
import { readFinancing } from './record-financing.ts';

/** What a signature and its evidence are recorded with. */
export interface SigningContext extends CrmWriter {
  clock: Clock;
  log: Log;
  portal: PortalFile;
  dealMutex: KeyedMutex;
  evidenceKnown: EvidenceKnown;
}

/**
 * Leaves the evidence of a signature in the CRM: a note people read and the same facts as a file (decision F3). The
 * signature itself stands already; a failure here is kept, logged and repaired by the next read of the deal.
 */
export async function recordEvidence(
  context: SigningContext,
  crmOptions: CrmCallOptions,
  facts: SigningFacts,
): Promise<void> {
  try {
    await settleAll([writeNote(context, crmOptions, facts), writeFile(context, crmOptions, facts)]);
    context.evidenceKnown.complete(facts.deal.id);
  } catch (error) {
    context.evidenceKnown.failed(facts);
    context.log.error({ recordId: facts.deal.id, ...faultFields(error) }, 'a signature is without its evidence');
  }
}

/** Looks, once per deal and process, whether a signed deal has its evidence, and writes what is missing. */
export function repairEvidence(context: SigningContext, deal: Deal): void {
  const name = deal.gaikan_signature_plain;
  const known = context.evidenceKnown.of(deal.id);
  if (deal.quoteArea !== 'signed' || !name || known === 'complete') return;
  context.background.run('evidence.repair', () =>
    context.dealMutex.run(deal.id, async () => {
      if (context.evidenceKnown.of(deal.id) === 'complete') return;
      const crmOptions = crmOptionsFor('background');
      const facts = known ? { ...known, repaired: true } : rebuiltFacts(context, deal, name);
      const financing = facts.financing ?? (await readFinancing(context, crmOptions, deal));
      await recordEvidence(context, crmOptions, { ...facts, financing });
    }),
  );
}

async function writeNote(context: SigningContext, crmOptions: CrmCallOptions, facts: SigningFacts): Promise<void> {
  const { notes } = context.crm;
  const parent = { module: 'Deals', id: facts.deal.id } as const;
  const note = { Note_Title: evidenceTitle(facts.deal.kenmerk), Note_Content: evidenceText(facts) };
  const find = async (asked: CrmCallOptions) => {
    const there = await notes.listFor(parent, asked);
    return there.flatMap((each) => (isEvidenceOf(facts, each) ? [each.id] : []));
  };
  // Right after the signature there can be no note yet; a repair has to look first.
  if (facts.repaired && (await find(crmOptions)).length > 0) return;
  await createOnce(context.background, crmOptions, {
    write: () => notes.create(parent, note, crmOptions),
    find,
    remove: notes.remove,
    mayComeYet: facts.repaired,
  });
}

async function writeFile(context: SigningContext, crmOptions: CrmCallOptions, facts: SigningFacts): Promise<void> {
  const { attachments } = context.crm;
  const parent = { module: 'Deals', id: facts.deal.id } as const;
  const fileName = `${EVIDENCE_FILE}${facts.deal.kenmerk}.json`;
  const find = async (asked: CrmCallOptions) => {
    const there = await attachments.listFor(parent, asked);
    // A repair comes later: the kenmerk may have changed, with the customer's address.
    const isSame = (name: string | null) => (facts.repaired ? name?.startsWith(EVIDENCE_FILE) : name === fileName);
    return there.flatMap(({ id, File_Name }) => (isSame(File_Name) ? [id] : []));
  };
  if (facts.repaired && (await find(crmOptions)).length > 0) return;
  // What follows from the fields is shown by the text; the file holds the fields themselves.
  const { quote: _quote, status: _status, ...deal } = facts.deal;
  const body = Buffer.from(JSON.stringify({ ...facts, deal, text: evidenceText(facts) }, null, 2));
  await createOnce(context.background, crmOptions, {
    write: () => attachments.upload(parent, { fileName, contentType: 'application/json', body }, crmOptions),
    find,
    remove: (id, asked) => attachments.remove(parent, id, asked),
    mayComeYet: facts.repaired,
  });
}

/** After a restart only the CRM knows: name and quote are there, where and when the customer pressed is not. */
function rebuiltFacts(context: SigningContext, deal: Deal, name: string): SigningFacts {
  return {
    deal,
    name,
    signedAt: 'niet meer bekend',
    ip: 'niet meer bekend',
    userAgent: 'niet meer bekend',
    confirmedByCustomer: false,
    financing: null,
    termsVersion: context.portal.terms.version,
    mark: `hersteld ${new Date(context.clock.now()).toISOString()}`,
    repaired: true,
  };
}
