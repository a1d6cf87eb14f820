import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { CrmError } from '../../crm-contract/errors.ts';

/**
 * The fields allowed in a log line. All others are dropped, so that no name, address, hash, token or body is logged:
 * record ids, field names, codes and times are enough to find a fault.
 */
const ALLOWED = [
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'problem',
  'operation',
  'outcome',
  'kind',
  'crmStatus',
  'crmCode',
  'sent',
  'fields',
  'module',
  'recordId',
  // A digest that distinguishes staff devices.
  'device',
  'field',
  'lane',
  'mostKeys',
  'mostConnections',
  'address',
  'signal',
  'fault',
  'stack',
] as const;

export type LogFields = Partial<Record<(typeof ALLOWED)[number], unknown>>;

export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export function createLog(level: LevelWithSilent, destination?: DestinationStream): Log {
  const logger: Logger = pino({ level, base: null }, destination ?? standardOutput());
  return {
    info: (fields, message) => logger.info(allowed(fields), message),
    warn: (fields, message) => logger.warn(allowed(fields), message),
    error: (fields, message) => logger.error(allowed(fields), message),
  };
}

/** Output is dropped once this many bytes are buffered. */
const MOST_BUFFERED = 1_000_000;

/** A full disk or a closed pipe must end only the log. An uncaught error of the stream would stop the process. */
function standardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, maxLength: MOST_BUFFERED });
  process.stderr.on('error', () => {});
  out.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.stderr.write(`The log cannot be written (${code}): the portal goes on without it.\n`);
  });
  out.on('error', () => {});
  return out;
}

export function allowed(fields: LogFields): LogFields {
  const kept: LogFields = {};
  for (const name of ALLOWED) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}

/** An error without its message: messages can quote user input. */
export function faultFields(error: unknown): LogFields {
  if (error instanceof CrmError) {
    return {
      operation: error.operation,
      kind: error.kind,
      crmStatus: error.status,
      crmCode: error.code,
      sent: error.sent,
      fields: error.fields,
    };
  }
  if (!(error instanceof Error)) return { fault: typeof error };
  // The stack's first lines repeat the message; the frames contain code, not data.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { fault: error.name, stack: frames.slice(0, 6).join('\n') };
}
