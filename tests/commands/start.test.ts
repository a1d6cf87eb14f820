import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { digestOf } from '../../bff/access/admin-password.ts';
import { freePort } from '../bench/free-port.ts';
import { ROOT } from '../house/sources.ts';

test('npm start runs the portal with its CRM sandbox, prints links that open, takes another password beside that of the sandbox, and stops both when asked', async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const command = spawn(process.execPath, ['commands/start.ts'], {
    cwd: ROOT,
    // Empty, so that a CRM in a developer's .env is not called.
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      PUBLIC_URL: '',
      CRM_API_URL: '',
      ADMIN_PASSWORD_SHA256: digestOf('another password'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(command, 'exit');
  const said: string[] = [];
  for await (const line of createInterface(command.stdout)) {
    said.push(line);
    if (line.includes('fresh at each start')) command.kill('SIGTERM');
    const [, link] = /^ +bram +(\S+)/.exec(line) ?? [];
    if (!link) continue;
    expect(await (await fetch(link)).text()).toContain('Bram');
    const authorization = digestOf('another password');
    expect((await fetch(new URL('/api/admin/stats', link), { headers: { authorization } })).status).toBe(200);
  }
  expect(await exited).toEqual([0, null]);
  expect(said).toContain(`Portal    http://localhost:${port}`);
  expect(said.join('\n')).toMatch(/^ +bram /m);
  for (const each of [port, sandboxPort]) await expect(fetch(`http://127.0.0.1:${each}`)).rejects.toThrow();
});
