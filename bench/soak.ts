import { parseArgs } from 'node:util';
import { programOptions } from '../test/harness/program-options.ts';
import { ENGINES, engineNamed } from './compare/store.ts';
import { runSoak } from './soak/run.ts';

const usage = `Runs everything that npm start runs under a steady mix of all kinds of requests, while prices change, sellers are told, queues are
pulled, reports are made, tabs of the console poll, and people sign in.

  npm run soak -- [--minutes 10] [--weeks N] [--rate 150] [--changes 5] [--engine sqlite] [--processes 1] [--set NAME=VALUE]

    --weeks      so many weeks pass meanwhile on the clock of the service and of the database, in steps
    --rate       requests a second
    --changes    price changes of the operator a second
    --engine     ${ENGINES.join(' or ')}
    --processes  API_PROCESSES
    --items      of the market, 20000 by default
    --set        a setting of the service, such as EVENT_DAYS=1; more than one is possible
    --plant      a module that the processes of the service load first, such as one that leaks

  Prints samples of memory and event loop delay, and what changes over time. Exit code 1: live memory, sockets, prepared statements, rows or
  files grow that must not, the event loop stands still, a request fails, or events do not arrive; with --weeks also: rows are kept for
  longer than docs/retention.md says.
`;
const options = {
  minutes: { type: 'string', default: '10' },
  weeks: { type: 'string', default: '0' },
  rate: { type: 'string', default: '150' },
  changes: { type: 'string', default: '5' },
  engine: { type: 'string', default: 'sqlite' },
  processes: { type: 'string', default: '1' },
  items: { type: 'string', default: '20000' },
  set: { type: 'string', multiple: true, default: [] as string[] },
  plant: { type: 'string' },
} as const;
const { values } = programOptions(usage, () => parseArgs({ options }));
const problems = await runSoak({
  ...{
    minutes: Number(values.minutes),
    weeks: Number(values.weeks),
    rate: Number(values.rate),
    changes: Number(values.changes),
  },
  ...{ processes: Number(values.processes), items: Number(values.items), engine: engineNamed(values.engine) },
  settings: Object.fromEntries(values.set.map((one) => one.split(/=(.*)/s, 2) as [string, string])),
  plant: values.plant,
});
for (const problem of problems) process.stdout.write(`PROBLEM: ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
