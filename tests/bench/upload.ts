import { Pool, request } from 'undici';
import { FORM_HEADERS, formOf } from '../bff/photos/photo-desk.ts';
import { jpeg } from '../bff/photos/picture-files.ts';
import { diskBytes, forgetHighest, pinOurselves, residentMb, withServers } from './pinned.ts';
import { figures, limited, type Row } from './table.ts';

const ROUNDS = 5;
const FILE_BYTES = 10_000_000;
/** A generated photo holds its coded data twice. */
const SCANS = 2;
const FILES_EACH = 4;
const PEOPLE = ['anna', 'bram', 'carla', 'joke', 'lotte'];

/** 20 × 10 MB, five people at once: checked, stripped and sent in the CRM's form, beside a proxy that passes them on. */
export async function benchUpload(): Promise<Row[]> {
  pinOurselves();
  return withServers(async ({ crm, bff, proxy }) => {
    const forms = PEOPLE.map((_, seed) => form(seed + 1));

    const speed: Record<'bff' | 'proxy', number[]> = { bff: [], proxy: [] };
    forgetHighest(bff.pid);
    const [idle, written] = [residentMb(bff.pid).now, diskBytes(bff.pid)];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await megabytesPerSecond(crm.url, `${bff.url}/api/contacts/upload`, forms);
      const theirs = await megabytesPerSecond(crm.url, `${proxy.url}/files`, forms);
      if (round === 0) continue;
      speed.bff.push(ours);
      speed.proxy.push(theirs);
    }
    return [
      {
        ...figures('20 × 10 MB, 5 at once: throughput', 'MB/s', speed.bff, { atLeast: 100 }),
        compared: { what: 'by @fastify/http-proxy', rounds: speed.proxy },
      },
      limited('memory at its highest, above idle', 'MB', residentMb(bff.pid).highest - idle, 150),
      limited('written to disk', 'MB', (diskBytes(bff.pid) - written) / 1e6, 0),
    ];
  });
}

/** One photo as the portal's page sends it: already small and stripped. */
function form(seed: number): Buffer {
  const { kept } = jpeg(seed, FILE_BYTES / SCANS);
  if (!kept) throw new Error('the made photo is not one');
  return formOf([{ name: '1-meterkast_foto.jpg', bytes: kept }]);
}

/** Each person sends theirs one after the other. Throws unless every byte of every photo reached the CRM. */
async function megabytesPerSecond(crmUrl: string, url: string, forms: readonly Buffer[]): Promise<number> {
  const before = await bytesReceived(crmUrl);
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: forms.length });
  const began = performance.now();
  await Promise.all(
    forms.map(async (body, person) => {
      const headers = { ...FORM_HEADERS, 'x-survey-hash': `sandbox-${PEOPLE[person]}-0000000000000000` };
      for (let sent = 0; sent < FILES_EACH; sent += 1) {
        const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
        if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${await answer.body.text()}`);
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const received = (await bytesReceived(crmUrl)) - before;
  const expected = forms.length * FILES_EACH * FILE_BYTES;
  if (received < expected) throw new Error(`${url}: ${received} of ${expected} bytes reached the CRM`);
  return received / 1e6 / seconds;
}

async function bytesReceived(crmUrl: string): Promise<number> {
  const { body } = await request(`${crmUrl}/files`);
  return Number(await body.text());
}
