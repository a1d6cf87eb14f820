import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { installedPath } from '../../commands/programs.ts';
import { freePort } from './free-port.ts';
import { MEASURED_CORE, type Program, startPinned } from './pinned.ts';

/**
 * nginx as one process in front of an address, with its default buffering and its log; null where it is not installed.
 */
export async function startNginx(upstream: string): Promise<(Program & { url: string }) | null> {
  const nginx = installedPath('nginx');
  if (nginx === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 512; }
    http {
      access_log ${folder}/access.log;
      keepalive_requests 1000000; client_max_body_size 0; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream crm { server ${new URL(upstream).host}; keepalive 32; keepalive_requests 1000000; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://crm; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`,
  );
  const program = startPinned(MEASURED_CORE, nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await (await request(`${url}/answers/0`)).body.dump();
      break;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((soon) => setTimeout(soon, 20));
    }
  }
  return {
    ...program,
    url,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
