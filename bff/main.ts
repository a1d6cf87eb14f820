import { ConfigError, loadConfig } from './config.ts';
import { createLog, faultFields } from './http/logging.ts';
import { type RunningServer, startServer } from './server.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  let server: RunningServer | undefined;
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await server?.stop();
    process.exit();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent process is gone, so nobody else can stop this one.
  process.once('disconnect', () => void stop('disconnect'));
  // By default Node prints the whole error, and messages can quote user input.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      log.error(faultFields(error), 'a fault that nothing caught');
      process.exitCode = 1;
      void stop(event);
    });
  }
  server = await startServer(config, log);
  log.info({ address: `http://${config.host}:${server.port}` }, 'listening');
  process.send?.({ listening: server.port });
}

main().catch((error: unknown) => {
  const faults =
    error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : 'unknown fault'];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  // Connections that the start opened, such as that of the shared store, would keep the process alive, although it
  // serves nobody.
  process.exit(1);
});
