import { Client } from 'undici';
import { OPERATOR_TOKEN } from './api-process.ts';
import type { Call } from './price-feed.ts';

/** What callers did: changes in all, how long all calls took, and each of them. */
export type CallTimes = { changes: number; seconds: number; callMs: number[] };

/** The next call of this caller. Undefined: it has ended. */
export type NextCall = (caller: number) => Call | undefined;

/**
 * Sends calls to `POST /operator/v1/changes`: each caller has a connection, which stays open, and waits for each answer. Rejects when
 * an answer is not 200, or a record changed nothing.
 */
export async function sendCalls(base: string, callers: number, next: NextCall): Promise<CallTimes> {
  const began = performance.now();
  const times: CallTimes = { changes: 0, seconds: 0, callMs: [] };
  const call = async (caller: number) => {
    const client = new Client(base, { bodyTimeout: 0, headersTimeout: 0 });
    for (let one = next(caller); one !== undefined; one = next(caller)) {
      const sentAt = performance.now();
      await send(client, one);
      times.callMs.push(performance.now() - sentAt);
      times.changes += one.changes;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  times.seconds = (performance.now() - began) / 1_000;
  return times;
}

/** Shares calls of all parts of the feed among callers: calls of one part stay in their order. */
export function callsOfParts(calls: readonly Call[], callers: number, parts: number): NextCall {
  const queues = Array.from({ length: callers }, (): Call[] => []);
  for (const [n, call] of calls.entries()) queues[(n % parts) % callers]?.push(call);
  return (caller) => queues[caller]?.shift();
}

async function send(client: Client, { changes, body }: Call): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const answer = await client.request({ path: '/operator/v1/changes', method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`price changes: ${answer.statusCode} ${text}`);
  const { changed } = JSON.parse(text) as { changed: number };
  if (changed !== changes) throw new Error(`${changed} of ${changes} price changes changed something: ${text}`);
}
