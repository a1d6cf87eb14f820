import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../house/sources.ts';

test('tests whose program is not installed do not run and are named with the package; the other tests decide', () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'no-programs-'));
  const files = ['tests/web/format.test.ts', 'tests/bff/documents/seal.test.ts', 'tests/shared-store/slots.test.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['commands/test.ts', ...files], {
    cwd: ROOT,
    env: { PATH: nowhere },
    encoding: 'utf8',
  });
  rmSync(nowhere, { recursive: true });
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^[1-9]\d* passed, 0 failed, not run: tests\/bff\/documents\/seal\.test\.ts \(no openssl: package openssl; no pdfsig: package poppler-utils; no qpdf: package qpdf\), tests\/shared-store\/slots\.test\.ts \(no redis-server: package redis-server\)$/,
  );
  expect(stdout + stderr).not.toContain('ENOENT');
  expect(status).toBe(0);
});
