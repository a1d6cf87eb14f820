import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { programPath } from '../../commands/programs.ts';

const SETTINGS = new URL('../../deploy/haproxy.cfg', import.meta.url);

export const haproxySettings = () => readFileSync(SETTINGS, 'utf8');

/**
 * HAProxy with the settings of `deploy/haproxy.cfg`, in front of working portals: without TLS, because there is no
 * certificate, and with longer timeouts for the soak's slow answers.
 */
export async function startHaproxy(port: number, portals: readonly number[]) {
  const room = mkdtempSync(join(tmpdir(), 'soak-haproxy-'));
  const file = join(room, 'haproxy.cfg');
  const servers = portals.map((each, n) => `\tserver portal${n} 127.0.0.1:${each} check`).join('\n');
  const settings = haproxySettings()
    .replace('daemon warning', 'daemon info')
    // The tests may run without root.
    .replace(/^\t(user|group|chroot) .*\n/gm, '')
    .replace(/^\toption dontlog-normal$/m, '\tlog-format "%ST %ts after %Ta ms at %s: %HM %HPO"')
    .replace(/^\tbind :80\n\tbind :443.*$/m, `\tbind 127.0.0.1:${port}`)
    .replace(/^\thttp-request redirect .*\n/m, '')
    .replace(/^\tmaxconn .*$/m, '\tmaxconn 2000')
    .replace('inter 2s', 'inter 500ms')
    .replace(/^\ttimeout client .*$/m, '\ttimeout client 160s')
    .replace(/^\ttimeout server .*$/m, '\ttimeout server 160s')
    .replace(/\tserver first[\s\S]*$/, `${servers}\n`);
  writeFileSync(file, settings);
  const proxy = spawn(programPath('haproxy'), ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const failed: string[] = [];
  createInterface(proxy.stderr).on('line', (line) => {
    if (/^50[024]/.test(line)) failed.push(line);
  });
  while (!(await answers(port))) {
    if (proxy.exitCode !== null) throw new Error('haproxy did not start');
    await wait(20);
  }
  return {
    /**
     * Log lines of HAProxy's own answers 500, 502 and 504. Two letters say who ended the request, and at what stage.
     */
    failed: failed as readonly string[],
    close(): void {
      proxy.kill('SIGKILL');
      rmSync(room, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
