import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { takeCoresFirst } from './cores-first.ts';
import { HostWatch } from './host.ts';
import type { LoadRequest } from './requests/load.ts';

/** How long requests took, from the moment at which they were due. `durationsMs`: the shortest first. */
type Latencies = { requests: number; p50Ms: number; p99Ms: number; durationsMs: readonly number[] };

/** How long requests at a steady rate took. Those count that were due while the host of the virtual machine left its processors alone. */
export type SteadyLatencies = Latencies & {
  /** The p99 of a second, the median over the seconds: a few long pauses of the machine do not change it. */
  typicalP99Ms: number;
  seconds: readonly Latencies[];
  /** Those that do not count, too. */
  sent: number;
};

const CONNECTIONS = 64;
const SECOND_MS = 1_000;

/**
 * Sends requests at a steady rate, whether answers come or not, as many independent callers do: a request that has to wait for others
 * counts from its own moment on. Sends until `ended` resolves. Throws when an answer is not 200.
 */
export async function steadyLoad(
  base: string,
  requests: readonly LoadRequest[],
  perSecond: number,
  ended: Promise<unknown>,
): Promise<SteadyLatencies> {
  takeCoresFirst();
  const agent = new Agent({ connections: CONNECTIONS });
  const sent: { dueMs: number; tookMs: number }[] = [];
  const host = new HostWatch();
  const open = new Set<Promise<void>>();
  let failure: unknown;
  let isOver = false;
  const over = ended.finally(() => (isOver = true));
  over.catch(() => undefined);
  const send = async (one: LoadRequest, dueMs: number) => {
    await sendOne(agent, base, one);
    sent.push({ dueMs, tookMs: performance.now() - dueMs });
  };
  const beganMs = performance.now();
  let sampledMs = beganMs;
  host.sample(beganMs);
  for (let n = 0; !isOver && failure === undefined; n += 1) {
    const dueMs = beganMs + (n * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const now = performance.now();
    if (now - sampledMs >= SECOND_MS) {
      host.sample(now);
      sampledMs = now;
    }
    const one = send(requests[n % requests.length] as LoadRequest, dueMs)
      .catch((error: unknown) => (failure ??= error))
      .then(() => void open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  await agent.close();
  if (failure !== undefined) throw failure;
  await over;
  if (performance.now() - sampledMs >= SECOND_MS / 2) host.sample(performance.now());
  const seconds = host.undisturbed().map(({ fromMs, untilMs }) => {
    const due = sent.filter(({ dueMs }) => dueMs >= fromMs && dueMs < untilMs);
    return latenciesOf(due.map(({ tookMs }) => tookMs));
  });
  return { ...together(seconds), sent: sent.length };
}

/** Several times of one load, as one. */
export const allOf = (parts: readonly SteadyLatencies[]): SteadyLatencies => ({
  ...together(parts.flatMap(({ seconds }) => seconds)),
  sent: parts.reduce((sum, one) => sum + one.sent, 0),
});

function together(seconds: readonly Latencies[]): Omit<SteadyLatencies, 'sent'> {
  const p99s = seconds.map(({ p99Ms }) => p99Ms).toSorted((a, b) => a - b);
  const typicalP99Ms = p99s[Math.floor(p99s.length / 2)] ?? Number.NaN;
  return { ...latenciesOf(seconds.flatMap(({ durationsMs }) => durationsMs)), typicalP99Ms, seconds };
}

function latenciesOf(durations: readonly number[]): Latencies {
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
