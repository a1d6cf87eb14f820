import { createServer } from 'vite';
import { BFF_FLAGS, startChild } from './child.ts';
import { adminLine, localRun, sandboxEnvironment, startSandbox } from './sandbox-environment.ts';

// `npm run dev`: sandbox, BFF (restarts on change) and web (hot reload). The browser talks to Vite on PORT.

const local = localRun(process.env);
const bffPort = local.port + 10;
const sandbox = await startSandbox(local);
const watched = [...BFF_FLAGS, '--watch', '--watch-preserve-output', 'bff/main.ts'];
const bff = startChild(watched, sandboxEnvironment({ ...local, port: bffPort }));

process.env.BFF_URL = `http://127.0.0.1:${bffPort}`;
const vite = await createServer({ configFile: 'web/vite.config.ts', server: { port: local.port, strictPort: true } });
await vite.listen();
console.log(`\nPortal       ${local.publicUrl}/?survey_hash=sandbox-anna-0000000000000000`);
console.log(`Admin        ${adminLine(local)}`);
console.log(`CRM sandbox  ${local.sandboxUrl}`);

// Vite exits on SIGTERM by itself, so the children are stopped on every kind of exit.
process.once('exit', () => {
  bff.kill();
  sandbox.kill();
});
process.once('SIGINT', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
