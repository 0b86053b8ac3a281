import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';

/** The token of a client of the demo market. */
export async function tokenOf(origin: string, client: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v4/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const autocannon = createRequire(import.meta.url).resolve('autocannon');

/** Load from a process of its own: connections that send one request after the other without a pause. */
export class Load {
  readonly #child: ChildProcess;
  #output = '';

  constructor(connections: number, seconds: number, url: string, token: string, ...options: string[]) {
    const bearer = `authorization=Bearer ${token}`;
    const args = ['-c', connections, '-d', seconds, '-j', '-H', bearer, ...options, url].map(String);
    this.#child = spawn(process.execPath, [autocannon, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  /** Waits for the end. Answers by status. */
  async ended(): Promise<Record<string, { count: number }>> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    const { statusCodeStats } = JSON.parse(this.#output) as { statusCodeStats: Record<string, { count: number }> };
    return statusCodeStats;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** One request on a new connection, as bytes: how long it took, and its status. */
export async function askOnNewConnection(origin: string, path: string): Promise<{ ms: number; status: number }> {
  const { hostname, port } = new URL(origin);
  const beganMs = performance.now();
  const socket = connect(Number(port), hostname);
  try {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
    const [bytes] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
    return { ms: performance.now() - beganMs, status: Number(String(bytes).slice(9, 12)) };
  } finally {
    socket.destroy();
  }
}

/** Calls `ask` again and again, and returns how long each call took, sorted. */
export async function durationsOf(ask: () => Promise<unknown>, times: number, pauseMs: number): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const beganMs = performance.now();
    await ask();
    durations.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return durations.sort((a, b) => a - b);
}

export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
