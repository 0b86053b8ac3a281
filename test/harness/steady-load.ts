import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export type LoadResult = {
  /** Requests whose answer arrived whole. */
  answered: number;
  /** Requests that were sent and not answered: reset, or closed without an answer. */
  lost: string[];
  /** Answers with another status than 2xx. */
  failed: number[];
};

type LoadOptions = {
  connections: number;
  /** Ends the load. Without it, it ends when the service refuses connections. */
  isOver?: () => boolean;
  /** How long a connection is idle after each answer. */
  pauseMs?: (connection: number) => number;
  /** The request of the next turn. */
  next: (turn: number) => { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };
};

/**
 * Sends requests on kept-alive connections, each when the last is answered, until the service refuses connections or `isOver`.
 * A refused connection carried no request, so nothing is lost with it.
 */
export async function loadUntilRefused(
  address: string,
  { connections, next, isOver, pauseMs }: LoadOptions,
): Promise<LoadResult> {
  const result: LoadResult = { answered: 0, lost: [], failed: [] };
  const agents = Array.from({ length: connections }, () => new Agent({ connections: 1, pipelining: 1 }));
  let turn = 0;
  const client = async (dispatcher: Agent, connection: number) => {
    while (!isOver?.()) {
      const { path, ...options } = next(turn++);
      try {
        const { statusCode, body } = await request(`${address}${path}`, { ...options, dispatcher });
        await body.dump({ limit: 1024 * 1024 });
        result.answered += 1;
        if (statusCode > 299) result.failed.push(statusCode);
        if (pauseMs) await sleep(pauseMs(connection));
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        // A load that somebody ends must never be refused.
        if (code === 'ECONNREFUSED' && !isOver) return;
        result.lost.push(`${code} ${message}`);
        await sleep(10);
      }
    }
  };
  await Promise.all(agents.map(client));
  await Promise.all(agents.map((one) => one.destroy()));
  return result;
}
