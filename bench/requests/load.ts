/** One request of a load, ready to be sent. */
export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

type LoadResult = { requests: number; requestsPerSecond: number; p50Ms: number; p99Ms: number };

/**
 * Sends the requests in order over several connections, and starts again after the last one. Rejects when an answer is not
 * 2xx.
 */
export type RunLoad = (base: string, seconds: number) => Promise<LoadResult>;

export type LoadGenerator = { name: string; prepare(name: string, requests: readonly LoadRequest[]): RunLoad };

export const DEFAULT_CONNECTIONS = 32;
