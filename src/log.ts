import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

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

export function createLog(level: string, destination?: DestinationStream): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      // A request or reply object logged whole by a library shows nothing of its URL, headers or body.
      serializers: { req: () => '[request]', res: () => '[reply]', err: pino.stdSerializers.err },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
}
