import type { Portal } from './portal.ts';

/** A call that was recorded in the CRM without the portal. */
export interface PlantedCall {
  contactId: string;
  status: 'Completed' | 'Scheduled';
  result?: string;
  atMs: number;
}

const MOST_AT_ONCE = 100;

/** Puts any number of calls into the CRM and returns their ids. */
export async function plantCalls(portal: Portal, calls: readonly PlantedCall[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < calls.length; at += MOST_AT_ONCE) {
    const data = calls.slice(at, at + MOST_AT_ONCE).map(({ contactId, status, result, atMs }) => ({
      Subject: 'Gebeld',
      Call_Type: 'Outbound',
      Outbound_Call_Status: status,
      Call_Start_Time: new Date(atMs).toISOString().replace(/\.\d+Z$/, '+00:00'),
      ...(status === 'Completed' && { Call_Duration: '01:00', Call_Result: result }),
      Who_Id: { id: contactId },
      $se_module: 'Contacts',
    }));
    ids.push(...(await write(portal, 'POST', '/Calls', { data, trigger: [] })));
  }
  return ids;
}

/** Plans a call with a contact, by default one that is due; returns its id. */
export async function planCall(portal: Portal, contactId: string, inMs = -60_000): Promise<string> {
  const [id = ''] = await plantCalls(portal, [{ contactId, status: 'Scheduled', atMs: Date.now() + inMs }]);
  return id;
}

export async function removeCall(portal: Portal, id: string): Promise<void> {
  await write(portal, 'DELETE', `/Calls/${id}`);
}

async function write(portal: Portal, method: 'POST' | 'DELETE', path: string, body?: object): Promise<string[]> {
  const answer = await portal.crm(path, method, body);
  const { data } = answer.body as { data: { code: string; details: { id: string } }[] };
  const refused = data.find(({ code }) => code !== 'SUCCESS');
  if (refused) throw new Error(`${method} ${path}: ${JSON.stringify(refused)}`);
  return data.map(({ details }) => details.id);
}
