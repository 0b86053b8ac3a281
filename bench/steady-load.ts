import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { LoadRequest } from './requests/load.ts';

/** How long requests took, from the moment at which they were due. `durationsMs`: the shortest first. */
export type Latencies = { requests: number; p50Ms: number; p99Ms: number; durationsMs: readonly number[] };

const CONNECTIONS = 64;

/**
 * Sends requests at a steady rate, whether answers come or not, as many independent callers do: a request that has to wait for others
 * counts from its own moment on. Sends until `ended` resolves. Throws when an answer is not 200.
 */
export async function steadyLoad(
  base: string,
  requests: readonly LoadRequest[],
  perSecond: number,
  ended: Promise<unknown>,
): Promise<Latencies> {
  const agent = new Agent({ connections: CONNECTIONS });
  const durations: number[] = [];
  const open = new Set<Promise<void>>();
  let failure: unknown;
  let isOver = false;
  const over = ended.finally(() => (isOver = true));
  over.catch(() => undefined);
  const send = async (one: LoadRequest, dueMs: number) => {
    await sendOne(agent, base, one);
    durations.push(performance.now() - dueMs);
  };
  const beganMs = performance.now();
  for (let n = 0; !isOver && failure === undefined; n += 1) {
    const dueMs = beganMs + (n * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const one = send(requests[n % requests.length] as LoadRequest, dueMs)
      .catch((error: unknown) => (failure ??= error))
      .then(() => void open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  await agent.close();
  if (failure !== undefined) throw failure;
  await over;
  return latenciesOf(durations);
}

export function latenciesOf(durations: readonly number[]): Latencies {
  const durationsMs = durations.toSorted((a, b) => a - b);
  const at = (share: number) =>
    durationsMs[Math.min(durationsMs.length - 1, Math.floor(durationsMs.length * share))] ?? 0;
  return { requests: durationsMs.length, p50Ms: at(0.5), p99Ms: at(0.99), durationsMs };
}

/** How many of these requests a second the service answers to callers that wait for each answer. */
export async function mostPerSecond(
  base: string,
  requests: readonly LoadRequest[],
  { callers, seconds }: { callers: number; seconds: number },
): Promise<number> {
  const agent = new Agent({ connections: callers });
  const beganMs = performance.now();
  let sent = 0;
  const caller = async () => {
    while (performance.now() - beganMs < seconds * 1_000)
      await sendOne(agent, base, requests[sent++ % requests.length] as LoadRequest);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await agent.close();
  return (sent * 1_000) / (performance.now() - beganMs);
}

async function sendOne(agent: Agent, base: string, { path, ...rest }: LoadRequest): Promise<void> {
  const { statusCode, body } = await request(`${base}${path}`, { ...rest, dispatcher: agent });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
}
