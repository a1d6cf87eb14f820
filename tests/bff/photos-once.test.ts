import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openFreshPortal } from './own-portal.ts';
import { FORM_HEADERS, formOf, photoDesk, rawAnswer } from './photos/photo-desk.ts';
import { html, jpeg, pdf, randomBytes, sha256 } from './photos/picture-files.ts';

const ahead = { ms: 0 };
const portal = await openFreshPortal({}, { now: () => Date.now() + ahead.ms });

const { upload, names, contents } = photoDesk(() => portal);
const photo = jpeg(1, 3_000);
const sent = (name = 'a.jpg', bytes: Uint8Array = photo.bytes) => [{ name, bytes }];
const statuses = ({ body }: Awaited<ReturnType<typeof upload>>) => body.files?.map(({ status }) => status);

describe('a photo that was retaken while it was being sent', () => {
  const takeBack = (name: string, who = 'joke') =>
    portal.call('DELETE', `/api/contacts/photos/${name}`, { hash: portal.as(who).hash });

  test('can be removed again by its own link within a quarter of an hour, and is stored again if it is sent again', async () => {
    const { body } = await upload('joke', sent('1-meterkast_a.jpg'));
    const name = body.files?.[0]?.name ?? '';
    expect((await takeBack(name, 'anna')).status).toBe(404);
    expect(await names('joke')).toEqual([name]);
    ahead.ms = 16 * 60_000;
    expect((await takeBack(name)).status).toBe(404);
    ahead.ms = 0;
    expect((await takeBack(name)).status).toBe(200);
    expect(await names('joke')).toEqual([]);
    await upload('joke', sent('1-meterkast_a.jpg'));
    expect(await names('joke')).toEqual([name]);
  });

  test('another file of the contact, not a photo of the portal, stays', async () => {
    await upload('joke', sent());
    expect((await takeBack('Offerte.pdf')).status).toBe(404);
    expect(await names('joke')).toHaveLength(1);
  });
});

describe('C7 the same bytes are stored once', () => {
  test('fault 37: a photo is stored once if it is sent again, under another name, in another slot or twice in one form', async () => {
    await upload('joke', sent('een.jpg'));
    await upload('joke', sent('twee.png'));
    await upload('joke', sent('1-meterkast_drie.jpg'));
    const answer = await upload('joke', [...sent('vier.jpg'), ...sent('vijf.jpg')]);
    expect([answer.status, statuses(answer)]).toEqual([200, ['stored', 'stored']]);
    expect(await names('joke')).toHaveLength(1);
  });

  test('with and without the metadata that is not stored', async () => {
    await upload('joke', sent('met.jpg'));
    expect((await upload('joke', sent('zonder.jpg', photo.kept ?? photo.bytes))).status).toBe(200);
    expect(await names('joke')).toHaveLength(1);
  });

  test('ten times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => upload('joke', sent(`${index}.jpg`))));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await names('joke')).toHaveLength(1);
  });

  test('the same photo of two customers is stored for each', async () => {
    await Promise.all([upload('joke', sent()), upload('anna', sent())]);
    expect([await names('joke'), await names('anna')].flat()).toHaveLength(2);
  });

  test('a form costs one CRM list and an upload for each new photo; a known photo is not uploaded', async () => {
    const calls = await portal.crmCallsOf(() => upload('joke', [...sent('a.jpg'), ...sent('b.jpg', jpeg(2).bytes)]));
    expect(calls.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'POST coql',
      'GET Attachments',
      'POST Attachments',
      'POST Attachments',
    ]);
    const again = await portal.crmCallsOf(() => upload('joke', sent()));
    expect(again.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('reliability §2.2 faults between us and the CRM', () => {
  test('fault 37: if the CRM refuses one of three photos, the answer is 503 and names it; sending all again stores the missing one', async () => {
    const three = [1, 2, 3].flatMap((seed) => sent(`${seed}.jpg`, jpeg(seed).bytes));
    await portal.fault({ match: 'POST .*/Attachments', kind: 'status', status: 503, times: 9 });
    const answer = await upload('joke', three);
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toContain('1.jpg: ');
    await portal.noFaults();
    expect((await upload('joke', three)).status).toBe(200);
    expect(await names('joke')).toHaveLength(3);
  });

  test('while the CRM is down the answer is 503, and no photo is reported as stored', async () => {
    await portal.fault({ kind: 'status', status: 503 });
    const answer = await upload('joke', sent());
    expect([answer.status, answer.body.error, answer.body.files]).toEqual([503, 'crm_unavailable', undefined]);
  });

  test('an expired token is renewed during the upload', async () => {
    await portal.fault({ match: 'GET .*/Attachments', kind: 'expire-token', times: 1 });
    expect((await upload('joke', sent())).status).toBe(200);
  });
});

describe('a large file', () => {
  const large = pdf(7, 6_000_000).bytes;

  test('is stored under the digest of its bytes, whatever its name says, and once if it is sent again', async () => {
    const name = `3-plek_sha256-${'0'.repeat(64)}.pdf`;
    expect((await upload('joke', sent(name, large))).status).toBe(200);
    expect((await upload('joke', sent('anders.pdf', large))).status).toBe(200);
    expect(await names('joke')).toEqual([`3-plek_${sha256(large).slice(0, 16)}.pdf`]);
    expect([...(await contents('joke')).values()][0]?.equals(large)).toBe(true);
  });

  test('is not sent to the CRM when it is wrong at its very end', async () => {
    const unended = Buffer.concat([large.subarray(0, -8), randomBytes(1, 8)]);
    const answer = await upload('joke', sent('a.pdf', unended));
    expect([answer.status, statuses(answer)]).toEqual([415, ['unsupported_file']]);
    expect(await names('joke')).toEqual([]);
  });

  test('is looked up, and not sent twice, if the CRM’s answer was lost', async () => {
    await portal.fault({ match: 'POST .*/Attachments', kind: 'reset', when: 'after', times: 1 });
    expect((await upload('joke', sent('a.pdf', large))).status).toBe(200);
    expect(await names('joke')).toHaveLength(1);
  });

  test('is stored although files around it are refused', async () => {
    const answer = await upload('joke', [
      ...sent('x.svg', html),
      ...sent('a.pdf', large),
      ...sent('groot.pdf', pdf(9, 22_000_000).bytes),
      ...sent(),
    ]);
    expect(statuses(answer)).toEqual(['unsupported_file', 'stored', 'too_large', 'stored']);
    expect(await names('joke')).toHaveLength(2);
  });
});

describe('a form that is cut half-way', () => {
  const head = (length: number | 'chunked', hash: string) =>
    [
      'POST /api/contacts/upload HTTP/1.1',
      'Host: portal.test',
      `x-survey-hash: ${hash}`,
      ...Object.entries(FORM_HEADERS).map(([name, value]) => `${name}: ${value}`),
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      '\r\n',
    ].join('\r\n');
  const large = pdf(20, 8_000_000).bytes;

  test.each([
    ['a small photo', jpeg(21, 100_000).bytes, 'b.jpg'],
    ['a large file', large, 'c.pdf'],
  ])('%s is not stored if the connection ends within it; the file before it is', async (_, bytes, name) => {
    const form = formOf([...sent('a.jpg'), { name, bytes }]);
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    socket.write(head(form.length, portal.as('joke').hash));
    socket.write(form.subarray(0, form.length - Math.floor(bytes.length / 2)));
    while ((await names('joke')).length < 1);
    socket.resetAndDestroy();
    // The next upload waits behind the broken one.
    expect((await upload('joke', sent('na.jpg', jpeg(22).bytes))).status).toBe(200);
    expect(await names('joke')).toHaveLength(2);
    expect((await names('joke')).every((stored) => stored.endsWith('.jpg'))).toBe(true);
  });

  test('fault 37: a form that ends in the middle of a file gets an answer that says so; the file before it stays stored', async () => {
    const form = formOf([...sent('a.jpg'), ...sent('b.jpg', jpeg(23, 50_000).bytes)]).subarray(0, -20_000);
    const sentHead = Buffer.from(head(form.length, portal.as('joke').hash));
    const answer = await rawAnswer(portal, Buffer.concat([sentHead, form]));
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    const { files } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '{}') as { files: { status: string }[] };
    expect(files.map(({ status }) => status)).toEqual(['stored', 'field_invalid']);
    expect(await names('joke')).toHaveLength(1);
  });

  test('a sender who leaves while waiting does not delay anybody', async () => {
    await portal.fault({ match: 'GET .*/Attachments', kind: 'latency', ms: 500, times: 1 });
    const first = upload('joke', sent());
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    const form = formOf(sent('b.jpg', jpeg(24).bytes));
    socket.write(Buffer.concat([Buffer.from(head(form.length, portal.as('joke').hash)), form]));
    await portal.asked('/coql', 2);
    socket.resetAndDestroy();
    expect((await first).status).toBe(200);
    expect((await upload('joke', sent('c.jpg', jpeg(25).bytes))).status).toBe(200);
  });

  test('nothing of a form without an end is taken for a photo', async () => {
    const answer = await rawAnswer(portal, `${head('chunked', portal.as('joke').hash)}5\r\n--pho\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(await names('joke')).toEqual([]);
  });
});
