import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { doNotBlock, LineOutput } from './line-output.ts';
import { readableLine } from './readable-line.ts';

export type Log = Logger & {
  /**
   * Writes the line that `info({...}, message)` would write, from fields that are JSON text already. For the line of every
   * request: through the logger it would cost a fifth of the whole request.
   */
  infoLine(message: string, fields: string): void;
  /** The same at the level `debug`. */
  debugLine(message: string, fields: string): void;
  /** Writes whole lines that are no log lines, or are another process's, to the same output. */
  print(text: string): void;
  /** The same for standard error. */
  printError(text: string): void;
  /** How the output is: it never fails, but drops lines when it cannot be written. */
  output(): { droppedLines: number; failure: string | undefined };
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

/** `pid` names the process in each line, where several share one output. */
export function createLog(level: string, destination: LogDestination = standardOutput(), pid?: number): Log {
  const pidField = pid === undefined ? '' : `,"pid":${pid}`;
  const log = pino(
    {
      level,
      base: pid === undefined ? null : { pid },
      timestamp: timeField,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      // A library that logs a whole request or reply object must not reveal its URL, headers or body.
      serializers: { req: () => '[request]', res: () => '[reply]', err: describeError },
      hooks: {
        // Warnings and errors are written at once: the process may end before the next flush.
        logMethod(args, method, severity) {
          method.apply(this, args);
          if (severity >= WARNING) destination.flush?.();
        },
      },
    },
    destination,
  );
  const lineAt = (severity: 'info' | 'debug') => (message: string, fields: string) => {
    if (log.isLevelEnabled(severity))
      destination.write(`{"level":"${severity}"${timeField()}${pidField},${fields},"msg":"${message}"}\n`);
  };
  const print = (text: string) => destination.write(text);
  let errors: LineOutput | undefined;
  const printError = (text: string) => {
    errors ??= new LineOutput(2, { dropNotice: (lines, reason) => `${lines} lines were dropped (${reason}).\n` });
    errors.write(text);
    errors.flush();
  };
  const output = () => ({ droppedLines: destination.droppedLines ?? 0, failure: destination.failure });
  return Object.assign(log, { infoLine: lineAt('info'), debugLine: lineAt('debug'), print, printError, output });
}

/** Node's parse errors hold the bytes that it could not read, and with them tokens and secrets. */
function describeError(error: Error): object {
  const described = pino.stdSerializers.err(error);
  return 'rawPacket' in described ? { ...described, rawPacket: undefined } : described;
}

type LogDestination = DestinationStream & {
  flush?(): void;
  readonly droppedLines?: number;
  readonly failure?: string | undefined;
};

const WARNING = 40;

function standardOutput(): LogDestination {
  // Otherwise a process that crashes would wait for a reader of its last words, and nobody would restart it.
  doNotBlock(2);
  const output = new LineOutput(1, { dropNotice });
  return isatty(1) ? readable(output) : output;
}

/** For people at a terminal; programs read JSON. Lines of other processes that share the output come as JSON, too. */
function readable(output: LineOutput): LogDestination {
  return {
    write: (text: string) => output.write(text.replace(/^.+$/gm, (line) => readableLine(line))),
    flush: () => output.flush(),
    get droppedLines() {
      return output.droppedLines;
    },
    get failure() {
      return output.failure;
    },
  };
}

const dropNotice = (lines: number, reason: string) =>
  `{"level":"warn"${timeField()},"lines":${lines},"reason":"${reason}","msg":"log lines were dropped: the output could not be written"}\n`;

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
