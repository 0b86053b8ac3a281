import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export type LoadResult = {
  /** Requests whose answer arrived whole. */
  answered: number;
  /** Requests that were sent and not answered: reset, or closed without an answer. */
  lost: string[];
  /** Of the answers, those with another status than 2xx. */
  failed: number[];
};

type LoadOptions = {
  connections: number;
  /** The request of the next turn. */
  next: (turn: number) => { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };
};

/**
 * Sends requests without a pause on kept-alive connections, each when the last is answered, until the service refuses
 * connections. A refused connection carried no request, so nothing is lost with it.
 */
export async function loadUntilRefused(address: string, { connections, next }: LoadOptions): Promise<LoadResult> {
  const result: LoadResult = { answered: 0, lost: [], failed: [] };
  const agents = Array.from({ length: connections }, () => new Agent({ connections: 1, pipelining: 1 }));
  let turn = 0;
  const client = async (dispatcher: Agent) => {
    for (;;) {
      const { path, ...options } = next(turn++);
      try {
        const { statusCode, body } = await request(`${address}${path}`, { ...options, dispatcher });
        await body.dump({ limit: 1024 * 1024 });
        result.answered += 1;
        if (statusCode > 299) result.failed.push(statusCode);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') return;
        result.lost.push(`${code} ${message}`);
        await sleep(10);
      }
    }
  };
  await Promise.all(agents.map(client));
  await Promise.all(agents.map((one) => one.destroy()));
  return result;
}
