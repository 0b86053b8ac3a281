import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger & {
  /**
   * The line that `info({...}, message)` would write, of fields that are JSON text already: for what is logged with every
   * request. Through the logger it would cost a fifth of all that a request takes.
   */
  infoLine(message: string, fields: string): void;
};

/** Names under which a secret could be logged by mistake. */
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
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      // A request or reply object logged whole by a library shows nothing of its URL, headers or body.
      serializers: { req: () => '[request]', res: () => '[reply]', err: pino.stdSerializers.err },
      hooks: {
        // What is wrong is written at once: the process may not live to see the next moment.
        logMethod(args, method, severity) {
          method.apply(this, args);
          if (severity >= WARNING) destination.flushSync?.();
        },
      },
    },
    destination,
  );
  const infoLine = (message: string, fields: string) => {
    if (log.isLevelEnabled('info')) destination.write(`{"level":"info"${timeOfLine()},${fields},"msg":"${message}"}\n`);
  };
  return Object.assign(log, { infoLine });
}

type LogDestination = DestinationStream & { flushSync?(): void; flush?(): void };

const WARNING = 40;
const GATHERED_CHARACTERS = 8_192;
const GATHERED_MS = 100;

/** Lines are gathered for a moment and written together: a write for each costs as much as reading what is asked for. */
function standardOutput(): LogDestination {
  const output = pino.destination({ fd: 1, sync: true });
  let gathered = '';
  const flushSync = () => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    output.write(text);
  };
  setInterval(flushSync, GATHERED_MS).unref();
  process.on('exit', flushSync);
  return {
    write(line) {
      gathered += line;
      if (gathered.length > GATHERED_CHARACTERS) flushSync();
    },
    flushSync,
    flush: flushSync,
  };
}

let lineMs = 0;
let lineTime = '';

/** Lines of the same millisecond share its text. */
function timeOfLine(): string {
  const now = Date.now();
  if (now !== lineMs) {
    lineMs = now;
    lineTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lineTime;
}
