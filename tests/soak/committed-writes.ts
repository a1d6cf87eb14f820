import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';

/** A call as it passed the proxy, below `/crm/v8`, and the CRM's answer. */
export interface PassedCall {
  method: string;
  path: string;
  body: Buffer;
  status: number;
  answer: Buffer;
}

type Write = Omit<JournalEntry, 'at' | 'by'>;
type Fields = Record<string, unknown>;

/** The changes that a call made in the CRM, as far as the CRM's answer confirms them. */
export function committedBy({ method, path, body, status, answer }: PassedCall): Write[] {
  if (method === 'GET' || path === '/coql' || status >= 300) return [];
  const results = (jsonOf(answer)?.data ?? []) as { status?: string; details?: { id?: unknown } }[];
  const ids = results.map((result) => (result.status === 'success' ? String(result.details?.id) : null));
  const [module = '', id, list, listed] = path.slice(1).split('/');
  if (method === 'DELETE') {
    return ids[0] ? [{ did: 'delete', module: list ?? module, id: listed ?? id ?? '', values: {} }] : [];
  }
  if (list === 'Attachments') {
    const [, name = ''] = /filename="([^"]*)"/.exec(body.subarray(0, 2_000).toString()) ?? [];
    return ids[0]
      ? [{ did: 'create', module: list, id: ids[0], values: { File_Name: name, Parent_Id: id ?? '' } }]
      : [];
  }
  if (list === 'actions') return [];
  const records = (jsonOf(body)?.data ?? []) as Fields[];
  return ids.flatMap((written, index): Write[] => {
    if (written === null) return [];
    const values = plainFields(records[index] ?? {});
    return [{ did: method === 'POST' ? 'create' : 'change', module: list ?? module, id: written, values }];
  });
}

function jsonOf(bytes: Buffer): { data?: unknown } | null {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** The fields of a record, with each lookup as its id. */
export function plainFields(record: Fields): JournalEntry['values'] {
  const entries = Object.entries(record).map(([name, value]) => [name, (value as { id?: string } | null)?.id ?? value]);
  return Object.fromEntries(entries);
}
