import { parseArgs } from 'node:util';
import type { Pace } from '../compare/rounds.ts';
import { type Engine, engineNamed } from '../compare/store.ts';
import { MAX_CALLERS, OFFERS } from './price-feed.ts';

/** Enough for calls of 1,000 changes by `MAX_CALLERS` callers, none of which change the same items. */
export const DEFAULT_ITEMS = 8_000;

/** Fewer give no interval. */
const MIN_ROUNDS = 2;

/** Enough for a second of processor time, which the kernel counts in hundredths. */
const CALLS_OF_ONE_CHANGE = 800;
const CHANGES_OF_LARGER_CALLS = 2_400;

export const CHANGES_USAGE = `Measures price changes through POST /operator/v1/changes, and a bare loop that writes the same rows, in turn.

  npm run bench -- changes [options]

    --engine NAMES     sqlite, postgres (default: sqlite,postgres)
    --changes LIST     price changes in a call (default: 1,100,1000)
    --callers LIST     callers at the same time, at most ${MAX_CALLERS} (default: 1,${MAX_CALLERS})
    --receivers LIST   none, all: which sellers receive events (default: none,all)
    --rounds N         how often both are measured (default: 5, at least ${MIN_ROUNDS})
    --calls N          calls in one measurement, rounded up to a multiple of ${MAX_CALLERS} (default: ${CALLS_OF_ONE_CHANGE} of one change,
                       and ${MAX_CALLERS} at least of more changes, about ${CHANGES_OF_LARGER_CALLS} changes)
    --items N          items of the market, with ${OFFERS} offers each (default: ${DEFAULT_ITEMS}); a call changes at most an eighth of them
`;

export type Receivers = 'none' | 'all';

export type ChangesOptions = {
  engines: Engine[];
  sizes: number[];
  callers: number[];
  receivers: Receivers[];
  rounds: number;
  calls: number | undefined;
  items: number;
};

/** Throws an Error with the usage when an argument is wrong. */
export function readChangesOptions(args: string[]): ChangesOptions {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    args,
    options: {
      engine: text('sqlite,postgres'),
      changes: text('1,100,1000'),
      callers: text(`1,${MAX_CALLERS}`),
      receivers: text('none,all'),
      rounds: text('5'),
      calls: { type: 'string' },
      items: text(String(DEFAULT_ITEMS)),
    },
  });
  const chosen = {
    engines: values.engine.split(',').map(engineNamed),
    sizes: values.changes.split(',').map(positive),
    callers: values.callers.split(',').map(positive),
    receivers: values.receivers.split(',').map(receiversNamed),
    rounds: positive(values.rounds),
    calls: values.calls === undefined ? undefined : positive(values.calls),
    items: positive(values.items),
  };
  if (chosen.rounds < MIN_ROUNDS) throw wrong(`--rounds must be ${MIN_ROUNDS} at least`);
  if (Math.max(...chosen.callers) > MAX_CALLERS) throw wrong(`--callers must be ${MAX_CALLERS} at most`);
  const needed = Math.max(...chosen.sizes) * MAX_CALLERS;
  if (needed > chosen.items) throw wrong(`Calls of so many changes need --items ${needed} at least`);
  return chosen;
}

/** The calls of a row, in their order: some before the first round, and in each round some before those that are measured. */
export type CallPlan = { warmUp: number; leadIn: number; measured: number; rounds: number };

/**
 * All numbers are multiples of `MAX_CALLERS`: every step has calls of all parts of the feed. A measurement of so few calls that an eighth
 * of them is no such number has no lead-in: its calls are long.
 */
export function planOf(changes: number, { rounds, calls }: Pick<ChangesOptions, 'rounds' | 'calls'>): CallPlan {
  const usual = changes === 1 ? CALLS_OF_ONE_CHANGE : CHANGES_OF_LARGER_CALLS / changes;
  const measured = wholeTurns(calls ?? usual);
  return { warmUp: measured, leadIn: measured > MAX_CALLERS ? wholeTurns(measured / 8) : 0, measured, rounds };
}

export const callsIn = ({ warmUp, leadIn, measured, rounds }: CallPlan) => warmUp + rounds * (leadIn + measured);

/** Where the calls of each step begin and end. The first step is the warm-up. */
export function stepsOf({ warmUp, leadIn, measured, rounds }: CallPlan): [from: number, until: number][] {
  const sizes = [warmUp, ...Array.from({ length: rounds }, () => [leadIn, measured]).flat()];
  let until = 0;
  return sizes.map((size) => {
    until += size;
    return [until - size, until];
  });
}

/** The bench counts calls instead of seconds: both sides write the same rows. */
export const paceOf = ({ rounds }: CallPlan): Pace => ({ rounds, seconds: 0, warmUpSeconds: 0 });

const wholeTurns = (calls: number) => Math.ceil(calls / MAX_CALLERS) * MAX_CALLERS;

function receiversNamed(name: string): Receivers {
  if (name === 'none' || name === 'all') return name;
  throw wrong(`--receivers has ${name}`);
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw wrong(`${text} is not a whole number above 0`);
  return value;
}

const wrong = (what: string) => new Error(`${what}.\n\n${CHANGES_USAGE}`);
