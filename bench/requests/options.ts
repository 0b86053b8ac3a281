import { parseArgs } from 'node:util';
import { type Engine, engineNamed } from '../compare/store.ts';
import { DEFAULT_CONNECTIONS } from './load.ts';
import { MIN_ROUNDS, type RoundPace } from './settled.ts';

export const REQUESTS_USAGE = `Measures requests to the service, and to its limit, in turn, until their ratio is settled.

  npm run bench -- [requests] [ROW...] [options]

    --engine NAMES       sqlite, postgres (default: sqlite,postgres)
    --connections LIST   connections of the load generator (default: ${DEFAULT_CONNECTIONS},1)
    --rounds N           the most rounds of a row (default: 12, at least ${MIN_ROUNDS})
    --seconds N          how long one measurement takes (default: 2)
    --warm-up N          seconds of load before the first round of a row (default: 10)
    --minutes N          for all measurements together; later rows get fewer rounds when it is short (default: 40)
    --items N            items of the market in SQLite (default: 100000)
    --postgres-items N   items of the market in PostgreSQL (default: 20000)
    --quick              minutes: the main rows on SQLite, ${DEFAULT_CONNECTIONS} connections, ${MIN_ROUNDS} rounds of 1 s, 20000 items
`;

const FULL = {
  engine: 'sqlite,postgres',
  connections: `${DEFAULT_CONNECTIONS},1`,
  rounds: '12',
  seconds: '2',
  'warm-up': '10',
  minutes: '40',
  items: '100000',
  'postgres-items': '20000',
};
const QUICK: typeof FULL = {
  ...FULL,
  engine: 'sqlite',
  connections: String(DEFAULT_CONNECTIONS),
  rounds: String(MIN_ROUNDS),
  seconds: '1',
  'warm-up': '3',
  items: '20000',
};

export type RunOptions = {
  names: string[];
  engines: Engine[];
  connections: number[];
  pace: RoundPace;
  minutes: number;
  items: Record<Engine, number>;
  isQuick: boolean;
};

/** Throws an Error with the usage when an argument is wrong. */
export function readOptions(args: string[]): RunOptions {
  const text = { type: 'string' } as const;
  const { positionals: names, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      engine: text,
      connections: text,
      rounds: text,
      seconds: text,
      'warm-up': text,
      minutes: text,
      items: text,
      'postgres-items': text,
      quick: { type: 'boolean', default: false },
    },
  });
  const { quick: isQuick, ...given } = values;
  const chosen = { ...(isQuick ? QUICK : FULL), ...given };
  const connections = chosen.connections.split(',').map(positive);
  const pace = {
    rounds: positive(chosen.rounds),
    seconds: positive(chosen.seconds),
    warmUpSeconds: positive(chosen['warm-up']),
  };
  if (pace.rounds < MIN_ROUNDS) throw wrong(`--rounds must be ${MIN_ROUNDS} at least`);
  return {
    names,
    engines: chosen.engine.split(',').map(engineNamed),
    connections,
    pace,
    minutes: positive(chosen.minutes),
    items: { sqlite: positive(chosen.items), postgres: positive(chosen['postgres-items']) },
    isQuick,
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw wrong(`${text} is not a whole number above 0`);
  return value;
}

const wrong = (what: string) => new Error(`${what}.\n\n${REQUESTS_USAGE}`);
