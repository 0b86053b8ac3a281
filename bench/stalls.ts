import { type FastifyRequest, fastify } from 'fastify';
import { Registry } from 'prom-client';
import { inWork, noteStretch, noteWork } from '../src/async/work.ts';
import { requestWorks } from '../src/http/admission/request-batching.ts';
import { eventLoopDelayIn } from '../src/http/metrics/event-loop-delay.ts';

const ROUNDS = 15;
const CALLS = 100_000;
/** A request with many: an answer about one item takes two. */
const STATEMENTS = 6;
const MAX_MICROSECONDS = 2;

/**
 * What it costs a request that a stall can name it: `npm run bench -- stalls`. Prints microseconds, the median of several rounds that take
 * turns, because the machine may be busy.
 */
export async function runStallsBench(): Promise<void> {
  eventLoopDelayIn(new Registry(), { warn: () => undefined });
  const request = await someRequest();
  const workOf = requestWorks();
  let count = 0;
  const answer = () => {
    count += 1;
  };
  const kinds = {
    nothing: answer,
    request: () => inWork(workOf(request), answer),
    'a statement of SQLite': () => {
      const startedMs = performance.now();
      answer();
      noteStretch(startedMs, 'SELECT 1');
    },
    'a wait for PostgreSQL': () => {
      answer();
      noteWork(performance.now());
    },
  };
  const results = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  inWork({ kind: 'request', name: 'GET /bench' }, () => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, call] of Object.entries(kinds)) results.get(name)?.push(costOf(call));
  });
  const median = (name: string) => results.get(name)?.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const added = (name: keyof typeof kinds) => median(name) - median('nothing');
  const statement = Math.max(added('a statement of SQLite'), added('a wait for PostgreSQL'));
  const all = added('request') + STATEMENTS * statement;
  for (const name of ['request', 'a statement of SQLite', 'a wait for PostgreSQL'] as const)
    process.stdout.write(`added to ${name}: ${rounded(added(name))} µs\n`);
  process.stdout.write(`a request with ${STATEMENTS} statements: ${rounded(all)} µs of at most ${MAX_MICROSECONDS}\n`);
  if (count === 0 || all > MAX_MICROSECONDS) throw new Error('Naming stalls costs a request too much.');
}

function costOf(call: () => unknown): number {
  const startedMs = performance.now();
  for (let n = 0; n < CALLS; n += 1) call();
  return ((performance.now() - startedMs) * 1000) / CALLS;
}

async function someRequest(): Promise<FastifyRequest> {
  const app = fastify();
  const found = Promise.withResolvers<FastifyRequest>();
  app.get('/items/:id', (request) => {
    found.resolve(request);
    return {};
  });
  await app.inject('/items/1');
  return found.promise;
}

const rounded = (microseconds: number) => Math.round(microseconds * 1000) / 1000;
