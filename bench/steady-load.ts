import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { LoadRequest } from './requests/load.ts';

/** How long requests took, from the moment at which they were due. */
export type Latencies = { requests: number; p50Ms: number; p99Ms: number };

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
  const agent = new Agent({ connections: 64 });
  const durations: number[] = [];
  const open = new Set<Promise<void>>();
  let failure: unknown;
  let isOver = false;
  const over = ended.finally(() => (isOver = true));
  over.catch(() => undefined);
  const send = async ({ path, ...rest }: LoadRequest, dueMs: number) => {
    const { statusCode, body } = await request(`${base}${path}`, { ...rest, dispatcher: agent });
    const text = await body.text();
    durations.push(performance.now() - dueMs);
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
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
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
  return { requests: durations.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
