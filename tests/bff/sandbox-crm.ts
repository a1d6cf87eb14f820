import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from './send.ts';

export interface SentMail {
  to: { email: string }[];
  subject: string;
  content: string;
  mail_format: string;
  attachments: { name: string; sha256: string }[];
}

export interface CrmRequest {
  method: string;
  path: string;
  status: number;
  /** Its cost in the day's credits. */
  credits: number;
}

type CrmRecord = Record<string, unknown>;

export const isWrite = ({ method, path }: CrmRequest) => method !== 'GET' && !path.endsWith('/coql');

/** What tests read of a CRM sandbox and do to it, as its other users and as its own control paths. */
export function sandboxCrm(crmUrl: string) {
  const api = `${crmUrl}/crm/v8`;

  /** A call to the sandbox's own control paths. */
  async function sandbox<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await send(method, `${crmUrl}${path}`, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  async function takeToken(): Promise<string> {
    const { body } = await send(
      'POST',
      `${crmUrl}/oauth/v2/token?grant_type=refresh_token&client_id=t&client_secret=t&refresh_token=test-reader`,
      {},
    );
    return (body as { access_token: string }).access_token;
  }

  // One token serves all reads, because the CRM refuses the eleventh token within ten minutes.
  let reader: string | undefined;
  async function withToken<T extends { status: number }>(
    ask: (headers: { authorization: string }) => Promise<T>,
  ): Promise<T> {
    reader ??= await takeToken();
    const answer = await ask({ authorization: `Zoho-oauthtoken ${reader}` });
    if (answer.status !== 401) return answer;
    reader = await takeToken();
    return ask({ authorization: `Zoho-oauthtoken ${reader}` });
  }

  /** A call to the CRM's own API, as by another of its clients. */
  const crm = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
    withToken((headers) => send(method, `${api}${path}`, { ...(body !== undefined && { body }), headers }));

  async function list(path: string): Promise<CrmRecord[]> {
    const { status, body } = await crm(path);
    return status === 204 ? [] : (body as { data: CrmRecord[] }).data;
  }

  const requests = () => sandbox<CrmRequest[]>('GET', '/sandbox/requests');

  return {
    crmUrl,
    sandbox,
    crm,
    requests,
    /** Makes calls to the CRM fail, in a way that fixtures/README.md describes. */
    fault: (how: object) => sandbox('POST', '/sandbox/faults', how),
    noFaults: () => sandbox('DELETE', '/sandbox/faults'),
    /** Makes the CRM behave in one of the ways of fixtures/crm-sandbox/behaviours.ts. */
    behave: (how: object) => sandbox('PATCH', '/sandbox/behaviours', how),
    /** The mails that the CRM sent. */
    outbox: () => sandbox<SentMail[]>('GET', '/sandbox/outbox'),
    /** Adds a file to a record, as somebody in the CRM does; returns its id. */
    attach: async (module: string, id: string, file: File): Promise<string> => {
      const body = new FormData();
      body.set('file', file);
      const path = `${api}/${module}/${id}/Attachments`;
      const answer = await withToken((headers) => fetch(path, { method: 'POST', headers, body }));
      if (answer.status !== 200) throw new Error(`attaching a file: ${answer.status}`);
      const { data } = (await answer.json()) as { data: [{ details: { id: string } }] };
      return data[0].details.id;
    },
    /** The content of a file of a record. */
    bytesOf: async (module: string, id: string, fileId: string | undefined): Promise<Buffer> => {
      const path = `${api}/${module}/${id}/Attachments/${fileId}`;
      const answer = await withToken((headers) => fetch(path, { headers }));
      return Buffer.from(await answer.arrayBuffer());
    },
    /** A record as the CRM holds it. */
    record: async (module: string, id: string): Promise<CrmRecord> => {
      const { body } = await crm(`/${module}/${id}`);
      return (body as { data: CrmRecord[] }).data[0] ?? {};
    },
    /** All records of a module as the CRM lists them. */
    records: (module: string, fields: string) => list(`/${module}?fields=${fields}`),
    /** The CRM's own related list of a record; of calls and tasks the open and the closed ones. */
    related: async (module: string, id: string, name: string, fields: string): Promise<CrmRecord[]> => {
      const open = await list(`/${module}/${id}/${name}?fields=${fields}`);
      const { closedActivitiesApart } = await sandbox<Record<string, boolean>>('GET', '/sandbox/behaviours');
      if (!closedActivitiesApart || !['Calls', 'Tasks'].includes(name)) return open;
      return [...open, ...(await list(`/${module}/${id}/${name}_History?fields=${fields}`))];
    },
    /** An edit by sales ops. */
    salesOps: async (module: string, id: string, fields: object): Promise<void> => {
      await sandbox('PATCH', `/sandbox/records/${module}/${id}`, fields);
    },
    /** An edit of the product with this code. */
    editProduct: async (code: string, fields: object): Promise<void> => {
      const product = (await list('/Products?fields=Product_Code')).find(({ Product_Code }) => Product_Code === code);
      await sandbox('PATCH', `/sandbox/records/Products/${product?.id}`, fields);
    },
    /** Values that the CRM would refuse, as after a change of their field. */
    unchecked: (module: string, id: string, fields: object) =>
      sandbox('PATCH', `/sandbox/records/${module}/${id}?unchecked`, fields),
    /** An administrator deletes a field of a module. */
    deleteField: async (module: string, name: string): Promise<void> => {
      const { body } = await crm(`/settings/fields?module=${module}`);
      const { fields } = body as { fields: { id: string; api_name: string }[] };
      const field = fields.find(({ api_name }) => api_name === name);
      const { status } = await crm(`/settings/fields/${field?.id}?module=${module}`, 'DELETE');
      if (status !== 200) throw new Error(`deleting ${module}.${name}: ${status}`);
    },
    /** Links products to a deal, as sales ops do. */
    linkProducts: async (dealId: string, productIds: readonly string[]): Promise<void> => {
      const links = { data: productIds.map((id) => ({ id })) };
      const { status, body } = await crm(`/Deals/${dealId}/Products`, 'PUT', links);
      if (status !== 200) throw new Error(`linking products: ${status} ${JSON.stringify(body)}`);
    },
    /** Resolves when the current faults have hit this many calls. */
    struck: async (calls: number): Promise<void> => {
      const hits = async () => (await sandbox<{ hits: number }[]>('GET', '/sandbox/faults')).map((fault) => fault.hits);
      while (Math.max(...(await hits())) < calls) await pause(5);
    },
    /** Resolves when the CRM has answered this many requests with this text, since its log was last emptied. */
    asked: async (part: string, times = 1): Promise<void> => {
      const isAsked = (one: CrmRequest) => JSON.stringify(one).includes(part);
      while ((await requests()).filter(isAsked).length < times) await pause(5);
    },
    /** How many records of a related list the CRM has deleted, since its log was last emptied. */
    deleted: async (name: string): Promise<number> => {
      const isDelete = ({ method, path, status }: CrmRequest) =>
        method === 'DELETE' && path.includes(name) && status === 200;
      return (await requests()).filter(isDelete).length;
    },
  };
}
