import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { UploadMemory } from '../../../bff/photos/upload-memory.ts';
import { openPortal } from '../own-portal.ts';
import { FORM_HEADERS, formOf, photoDesk } from './photo-desk.ts';
import { jpeg, pdf } from './picture-files.ts';

// A portal whose lowest speed is 80 kB in two seconds instead of in 20 s, and slower senders.

const large = pdf(1, 19_000_000).bytes;
const portal = await openPortal({ UPLOAD_WINDOW_MS: '2000' });

const desk = photoDesk(() => portal);
const upload = (name: string, bytes: Uint8Array) => desk.upload(name, [{ name: 'a', bytes }]);

/** The production setting, where a sender may take 20 s. */
const patient = await openPortal();

/** Starts an upload that continues one byte at a time after its first `count` bytes; `answer` is the final answer. */
function drip(name: string, count: number, to = portal): { socket: Socket; answer: Promise<string> } {
  const form = formOf([{ name: 'traag.pdf', bytes: large }]);
  const headers = { Host: 'x', 'x-survey-hash': to.as(name).hash, ...FORM_HEADERS, 'content-length': form.length };
  const head = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  const socket = connect(Number(new URL(to.url).port), '127.0.0.1');
  socket.write(`POST /api/contacts/upload HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(form.subarray(0, count));
  let at = count;
  const timer = setInterval(() => socket.write(form.subarray(at, ++at)), 40);
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  socket.on('error', () => {});
  const answer = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
  });
  return { socket, answer };
}

test.concurrent.each([
  ['in the middle of a file', 'joke', 5_000],
  ['before its first file', 'lotte', 10],
])('a link that sends %s slowly gets an error, loses its connection, and can send again', async (_, name, count) => {
  const heard = await drip(name, count).answer;
  expect(heard).toMatch(/^HTTP\/1\.1 503 /);
  expect(heard).toContain('ging te langzaam');
  expect((await upload(name, jpeg(1).bytes)).status).toBe(200);
});

test('slow links delay nobody, however much they sent before: large files of others are stored meanwhile', async () => {
  const slow = ['anna', 'bram'].map((name) => drip(name, 5_000_000, patient));
  const patientDesk = photoDesk(() => patient);
  const others = await Promise.all(
    ['carla', 'daan', 'eva'].map((name) => patientDesk.upload(name, [{ name: 'a', bytes: large }])),
  );
  expect(others.map(({ status, body }) => body.detail ?? status)).toEqual(others.map(() => 200));
  for (const { socket } of slow) socket.destroy();
});

test.each([
  ['before its first file', 10],
  ['in the middle of a file', 300_000],
])('a link whose upload stops %s has its other photos stored meanwhile, each once', async (_, count) => {
  const { upload, names } = photoDesk(() => patient);
  const slow = drip('joke', count, patient);
  let isOver = false;
  void slow.answer.then(() => {
    isOver = true;
  });
  await patient.asked('/coql');
  const photo = [{ name: 'a.jpg', bytes: jpeg(7).bytes }];
  const answers = await Promise.all([upload('joke', photo), upload('joke', photo), upload('joke', photo)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([isOver, (await names('joke')).length]).toEqual([false, 1]);
  slow.socket.destroy();
  await patient.reset();
});

/** Files that arrive in blocks of 256 kB while memory has room, each from its own sender unless named. */
function memoryOf(giveWayMs: number) {
  const memory = new UploadMemory(giveWayMs);
  const gone: string[] = [];
  const begin = (sender: string = crypto.randomUUID()) => {
    const holder = {
      blocks: [] as Buffer<SharedArrayBuffer>[],
      sender,
      waitedMs: () => performance.now(),
      giveWay: () => {
        gone.push(sender);
        memory.release(holder);
      },
    };
    return holder;
  };
  const fill = async (holder: ReturnType<typeof begin>, blocks: number) => {
    for (let n = 0; n < blocks; n += 1) await memory.grow(holder);
  };
  const sent = (blocks: number, sender?: string) => {
    const holder = begin(sender);
    // The memory refuses a waiting sender only long after the test.
    fill(holder, blocks).catch(() => undefined);
    return holder;
  };
  return { memory, gone, begin, fill, sent };
}

test('three large files that stop before their end leave enough memory for photos of the size that the page sends', async () => {
  const { memory, sent } = memoryOf(20_000);
  const stopped = [sent(78), sent(78), sent(78)];
  await setImmediate();
  const photos = [sent(7), sent(7), sent(7)];
  await setImmediate();
  expect(photos.map(({ blocks }) => blocks.length)).toEqual([7, 7, 7]);
  // One of the large ones gets enough memory to finish.
  expect(stopped.filter(({ blocks }) => blocks.length === 78)).toHaveLength(1);
  // Then the next one continues.
  for (const holder of stopped.filter(({ blocks }) => blocks.length === 78)) memory.release(holder);
  await setImmediate();
  expect(stopped.filter(({ blocks }) => blocks.length === 78)).toHaveLength(1);
});

test('a large file that waits displaces a stopped upload, and never a complete one', async () => {
  const { memory, gone, begin, fill, sent } = memoryOf(20);
  const whole = begin('whole');
  await fill(whole, 60);
  memory.arrived(whole);
  for (const sender of ['stopped', 'stopped too']) sent(78, sender);
  await fill(begin('somebody at home'), 78);
  expect(gone).toContain('stopped');
  expect(gone).not.toContain('whole');
});

test('forty files of one sender neither keep nor push out the files of others', async () => {
  const { gone, begin, fill, sent } = memoryOf(20);
  await fill(begin('a slow photo'), 4);
  for (let n = 0; n < 40; n += 1) sent(8, 'a script');
  await fill(begin('somebody at home'), 78);
  expect(gone.filter((sender) => sender !== 'a script')).toEqual([]);
});
