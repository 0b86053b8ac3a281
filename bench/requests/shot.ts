/** One request of a load, ready to be sent. */
export type Shot = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

type LoadResult = { requests: number; requestsPerSecond: number; p50Ms: number; p99Ms: number };

/** Sends shots, one after the other and then again, over so many connections at once. Throws when an answer is no 2xx. */
export type Load = { name: string; prepare(name: string, shots: readonly Shot[]): Attack };

export type Attack = (base: string, seconds: number) => Promise<LoadResult>;

export const CONNECTIONS = 32;
