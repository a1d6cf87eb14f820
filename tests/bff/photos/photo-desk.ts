import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import type { UploadedFile } from '../../../bff/view-models/photos.ts';
import type { Portal } from '../portal.ts';
import type { Answer } from '../send.ts';
import { type MadeFile, sha256 } from './picture-files.ts';

export interface SentFile {
  name: string;
  bytes: Uint8Array;
  field?: string;
  type?: string;
}

export interface UploadAnswer {
  status: number;
  body: { url?: string; error?: string; message?: string; detail?: string; files?: UploadedFile[] };
}

const BOUNDARY = 'photo-boundary-7d3f';

/** A form as browsers write it. */
export function formOf(files: readonly SentFile[]): Buffer {
  const parts = files.flatMap(({ name, bytes, field = 'files', type = 'image/jpeg' }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const FORM_HEADERS = {
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  'x-image-category': 'c1',
};

/** The name under which the CRM stores a photo. */
export const nameOf = ({ kept, extension }: MadeFile, slot = 'foto') =>
  `${slot}_${sha256(kept ?? Buffer.alloc(0)).slice(0, 16)}.${extension}`;

/** Sends files as the portal's page does, and reads the CRM's files afterwards. */
export function photoDesk(portal: () => Portal) {
  const upload = async (name: string, files: readonly SentFile[], headers: Record<string, string> = {}) => {
    const response = await request(`${portal().url}/api/contacts/upload`, {
      method: 'POST',
      headers: { 'x-survey-hash': portal().as(name).hash, ...FORM_HEADERS, ...headers },
      body: formOf(files),
    });
    return { status: response.statusCode, body: await response.body.json() } as UploadAnswer;
  };
  const listed = (name: string) =>
    portal().related('Contacts', portal().as(name).contactId, 'Attachments', 'id,File_Name,Size');
  const names = async (name: string) => (await listed(name)).map(({ File_Name }) => String(File_Name)).sort();
  /** The CRM's bytes, by stored name. */
  const contents = async (name: string) => {
    const files = await listed(name);
    const pairs = files.map(async ({ id, File_Name }) => {
      const { body } = await request(`${portal().crmUrl}/sandbox/files/${id}`);
      return [String(File_Name), Buffer.from(await body.arrayBuffer())] as const;
    });
    return new Map(await Promise.all(pairs));
  };
  const received = (name: string): Promise<Answer> => portal().as(name).get('/api/contacts/photos');
  return { upload, names, contents, received };
}

/** The server's answer to these raw bytes, up to the end of its head and first piece of body. */
export async function rawAnswer({ url }: Portal, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}
