import { describe, expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';
import { photoDesk, type SentFile } from './photos/photo-desk.ts';
import {
  draws,
  heic,
  html,
  jpeg,
  type MadeFile,
  pdf,
  png,
  randomBytes,
  sha256,
  svg,
  webp,
} from './photos/picture-files.ts';

const portal = await openPortal();

const { upload, contents } = photoDesk(() => portal);

const MAKERS = [jpeg, png, webp, heic, pdf] as const;
const NAMES = [
  'foto.jpg',
  'foto.png',
  '1-meterkast_x.jpg',
  'raar\u202egpj.exe',
  '../../etc/passwd',
  'é"quote.heic',
  '',
];

interface Case extends SentFile {
  kind: string;
  /** The bytes expected in the CRM; null when the file is to be refused. */
  kept: Buffer | null;
}

/** One generated file: valid, renamed, damaged in some way, another kind, or a repeat. */
function makeCase(seed: number, before: readonly Case[]): Case {
  const draw = draws(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(draw() * list.length)] as T;
  const size = Math.floor(draw() ** 3 * 60_000) + 40;
  const made: MadeFile = pick(MAKERS)(seed, size);
  const name = pick(NAMES);
  const cut = made.bytes.subarray(0, 1 + Math.floor(draw() * (made.bytes.length - 9)));
  const right = { kept: made.kept, bytes: made.bytes };
  const wrong = (bytes: Buffer) => ({ kept: null, bytes });
  const kinds: [string, () => { kept: Buffer | null; bytes: Uint8Array }][] = [
    ['right', () => right],
    ['renamed', () => right],
    ['again', () => (before.length > 0 ? pick(before) : right)],
    ['truncated', () => wrong(cut)],
    ['svg', () => wrong(svg)],
    ['html', () => wrong(html)],
    ['noise', () => wrong(Buffer.concat([Buffer.of(1), randomBytes(seed, size)]))],
    ['jpeg and html', () => jpeg(seed, size, { tail: html })],
    ['html and jpeg', () => wrong(Buffer.concat([html, made.bytes]))],
    ['magic only', () => wrong(made.bytes.subarray(0, 3))],
    ['empty', () => wrong(Buffer.alloc(0))],
    ['a first marker and html', () => wrong(Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), html]))],
  ];
  const [kind, make] = pick(kinds);
  const { kept, bytes } = make();
  return { kind, name, kept, bytes };
}

describe('§7.3, C7 two hundred generated files', () => {
  test('each is stored once, byte for byte after stripping, or refused with a Dutch reason', async () => {
    const cases: Case[] = [];
    for (let seed = 1; seed <= 200; seed += 1) cases.push(makeCase(seed, cases));
    const draw = draws(77);
    for (let at = 0; at < cases.length; ) {
      const batch = cases.slice(at, at + 1 + Math.floor(draw() * 20));
      at += batch.length;
      const { status, body } = await upload('joke', batch);
      const wrong = batch.filter(({ kept }) => kept === null);
      expect(body.files?.map((file) => file.status === 'stored')).toEqual(batch.map(({ kept }) => kept !== null));
      expect(status === 200).toBe(wrong.length === 0);
      for (const file of body.files ?? []) if (file.status !== 'stored') expect(file.detail).toMatch(/Kies|Maak/);
    }
    const expected = new Map(cases.flatMap(({ kept }) => (kept ? [[sha256(kept), kept]] : [])));
    const stored = [...(await contents('joke')).values()];
    expect(stored.map(sha256).sort()).toEqual([...expected.keys()].sort());
    expect(stored.filter((bytes) => bytes.includes('GPSLatitude'))).toEqual([]);
    expect(new Set(cases.map(({ kind }) => kind)).size).toBe(12);
  });
});
