import type { CallContext } from '../../crm-contract/call-context.ts';
import { callFor } from '../calls.ts';
import type { Context } from '../context.ts';
import { EVIDENCE_TITLE, evidenceText, evidenceTitle, type SigningFacts } from '../crm-fields/note-texts.ts';
import { faultFields } from '../logging.ts';
import type { Deal } from '../view-models/deal.ts';
import { writeOnce } from '../write-once.ts';
import { readFinancing } from './record-financing.ts';

/**
 * Leaves the evidence of a signature in the CRM: a note people read and the same facts as a file (decision F3). The
 * signature itself stands already; a failure here is kept, logged and repaired by the next read of the deal.
 */
export async function recordEvidence(context: Context, call: CallContext, facts: SigningFacts): Promise<void> {
  try {
    await Promise.all([writeNote(context, call, facts), writeFile(context, call, facts)]);
    context.evidenceKnown.complete(facts.deal.id);
  } catch (error) {
    context.evidenceKnown.failed(facts);
    context.log.error({ recordId: facts.deal.id, ...faultFields(error) }, 'a signature is without its evidence');
  }
}

/** Looks, once per deal and process, whether a signed deal has its evidence, and writes what is missing. */
export function repairEvidence(context: Context, deal: Deal): void {
  const name = deal.gaikan_signature_plain;
  const known = context.evidenceKnown.of(deal.id);
  if (deal.quoteArea !== 'signed' || !name || known === 'complete') return;
  context.background.run('evidence.repair', () =>
    context.turns.take(deal.id, async () => {
      if (context.evidenceKnown.of(deal.id) === 'complete') return;
      const call = callFor('background');
      const facts = known ? { ...known, repaired: true } : rebuiltFacts(context, deal, name);
      const financing = facts.financing ?? (await readFinancing(context, call, deal));
      await recordEvidence(context, call, { ...facts, financing });
    }),
  );
}

async function writeNote(context: Context, call: CallContext, facts: SigningFacts): Promise<void> {
  const parent = { module: 'Deals', id: facts.deal.id } as const;
  const find = async () => {
    const notes = await context.crm.notes.listFor(parent, call);
    return notes.some((note) => note.Note_Title?.startsWith(EVIDENCE_TITLE));
  };
  // Right after the signature there can be no note yet; a repair has to look first.
  if (facts.repaired && (await find())) return;
  const note = { Note_Title: evidenceTitle(facts.deal.kenmerk), Note_Content: evidenceText(facts) };
  await writeOnce(() => context.crm.notes.create(parent, note, call), find);
}

async function writeFile(context: Context, call: CallContext, facts: SigningFacts): Promise<void> {
  const parent = { module: 'Deals', id: facts.deal.id } as const;
  const find = async () => {
    const files = await context.crm.attachments.listFor(parent, call);
    return files.some((file) => file.File_Name?.startsWith(FILE_NAME));
  };
  if (facts.repaired && (await find())) return;
  const body = Buffer.from(JSON.stringify({ ...facts, text: evidenceText(facts) }, null, 2));
  const file = { fileName: `${FILE_NAME}${facts.deal.kenmerk}.json`, contentType: 'application/json', body };
  await writeOnce(() => context.crm.attachments.upload(parent, file, call), find);
}

const FILE_NAME = 'ondertekening-';

/** After a restart only the CRM knows: name and quote are there, where and when the customer pressed is not. */
function rebuiltFacts(context: Context, deal: Deal, name: string): SigningFacts {
  return {
    deal,
    name,
    signedAt: 'niet meer bekend',
    ip: 'niet meer bekend',
    userAgent: 'niet meer bekend',
    confirmedByCustomer: false,
    financing: null,
    termsVersion: context.config.portal.terms.version,
    mark: `hersteld ${new Date(context.clock.now()).toISOString()}`,
    repaired: true,
  };
}
