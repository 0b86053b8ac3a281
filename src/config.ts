import { existsSync } from 'node:fs';

/**
 * Environment -> checked, frozen Config. The only reader of the environment. `settings.env` lists every setting with
 * its default and a comment; a test keeps it equal to the table below.
 */
export type Config = Readonly<{
  /** Every setting as text, for the log: a secret only as set or not set. */
  described: Readonly<Record<string, string>>;
  host: string;
  port: number;
  publicUrl: string | undefined;
  trustProxy: boolean | string;
  adminPort: number;
  /** The folder of the embedded databases. */
  dataDir: string;
  /** PostgreSQL; without it the store is a SQLite file in `dataDir`. */
  databaseUrl: string | undefined;
  logLevel: string;
}>;

type Environment = Readonly<Record<string, string | undefined>>;

type Setting = {
  /** The value when the setting is absent or empty; none means there is no default. */
  fallback?: string;
  /** Shown only as set or not set. */
  secret?: true;
  /** The value, or a `Wrong` that says what would be right. */
  read: (text: string) => unknown;
};

class Wrong {
  readonly expected: string;
  constructor(expected: string) {
    this.expected = expected;
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export const settings = {
  HOST: { fallback: '127.0.0.1', read: address },
  PORT: { fallback: '8080', read: port },
  PUBLIC_URL: { read: webAddress },
  TRUST_PROXY: { fallback: 'false', read: trustProxy },
  ADMIN_PORT: { fallback: '8082', read: port },
  DATA_DIR: { fallback: './data', read: (text) => text },
  DATABASE_URL: { secret: true, read: postgresAddress },
  LOG_LEVEL: { fallback: 'info', read: oneOf(logLevels) },
} satisfies Record<string, Setting>;

type Name = keyof typeof settings;
const names = Object.keys(settings) as Name[];

/** The environment, and beneath it the file `.env` of the working folder: what is set outside wins. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Reads all settings; throws one error that lists every problem. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values = {} as Record<Name, never>;
  for (const name of names) {
    const setting: Setting = settings[name];
    const text = environment[name] || setting.fallback;
    const value = text === undefined ? undefined : setting.read(text);
    if (value instanceof Wrong) {
      problems.push(`${name} ${setting.secret ? '' : `is ${JSON.stringify(text)}, but `}must be ${value.expected}`);
    } else values[name] = value as never;
  }
  if (values.PORT > 0 && values.PORT === values.ADMIN_PORT) problems.push('PORT and ADMIN_PORT must differ');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    described: describeSettings(environment),
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    adminPort: values.ADMIN_PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    logLevel: values.LOG_LEVEL,
  });
}

function describeSettings(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const { secret, fallback = 'not set' }: Setting = settings[name];
      const text = environment[name];
      return [name, secret ? (text ? 'set' : 'not set') : text || fallback];
    }),
  );
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function port(text: string): number | Wrong {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Wrong('a port number from 0 to 65535');
}

function address(text: string): string | Wrong {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : new Wrong('a host name or an IP address to listen on');
}

function webAddress(text: string): string | Wrong {
  const url = URL.parse(text);
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  return plain
    ? text.replace(/\/+$/, '')
    : new Wrong('an absolute http or https address, such as https://api.example.com');
}

function postgresAddress(text: string): string | Wrong {
  const url = URL.parse(text);
  return url && /^postgres(ql)?:$/.test(url.protocol)
    ? text
    : new Wrong('of the form postgres://user:password@host:port/database');
}

/** Whether a proxy stands in front, or the addresses of those that do. */
function trustProxy(text: string): boolean | string | Wrong {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^[0-9a-fA-F.:/, ]*[.:][0-9a-fA-F.:/, ]*$/.test(text)
    ? text
    : new Wrong('true, false, or a list of proxy addresses such as 10.0.0.0/8');
}

function oneOf(words: readonly string[]) {
  return (text: string): string | Wrong => (words.includes(text) ? text : new Wrong(`one of ${words.join(', ')}`));
}
