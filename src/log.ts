import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger & {
  /**
   * Writes the line that `info({...}, message)` would write, from fields that are JSON text already. For the line of every
   * request: through the logger it would cost a fifth of the whole request.
   */
  infoLine(message: string, fields: string): void;
};

/** Field names under which a secret could be logged by mistake. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'code_verifier',
  'access_token',
  'refresh_token',
  'token',
];

export function createLog(level: string, destination: LogDestination = standardOutput()): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: timeField,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      // A library that logs a whole request or reply object must not reveal its URL, headers or body.
      serializers: { req: () => '[request]', res: () => '[reply]', err: pino.stdSerializers.err },
      hooks: {
        // Warnings and errors are written at once: the process may end before the next flush.
        logMethod(args, method, severity) {
          method.apply(this, args);
          if (severity >= WARNING) destination.flushSync?.();
        },
      },
    },
    destination,
  );
  const infoLine = (message: string, fields: string) => {
    if (log.isLevelEnabled('info')) destination.write(`{"level":"info"${timeField()},${fields},"msg":"${message}"}\n`);
  };
  return Object.assign(log, { infoLine });
}

type LogDestination = DestinationStream & { flushSync?(): void; flush?(): void };

const WARNING = 40;
const MAX_BUFFERED_CHARACTERS = 8_192;
const FLUSH_EVERY_MS = 100;

/** Buffers lines for a moment and writes them together: one write per line costs as much as the reads of a request. */
function standardOutput(): LogDestination {
  const output = pino.destination({ fd: 1, sync: true });
  let buffered = '';
  const flushSync = () => {
    if (buffered === '') return;
    const text = buffered;
    buffered = '';
    output.write(text);
  };
  setInterval(flushSync, FLUSH_EVERY_MS).unref();
  process.on('exit', flushSync);
  return {
    write(line) {
      buffered += line;
      if (buffered.length > MAX_BUFFERED_CHARACTERS) flushSync();
    },
    flushSync,
    flush: flushSync,
  };
}

let lineMs = 0;
let lineTime = '';

/** Lines of the same millisecond share its text. */
function timeField(): string {
  const now = Date.now();
  if (now !== lineMs) {
    lineMs = now;
    lineTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lineTime;
}
