import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import type { Target } from './measure.ts';
import type { Shot } from './shot.ts';

const ANSWERS = 1_000;

/** The bare server in a process of its own. */
export class Bare {
  readonly #child: ChildProcess;
  readonly target: Target;

  private constructor(child: ChildProcess, port: unknown) {
    this.#child = child;
    this.target = { pid: child.pid as number, base: `http://127.0.0.1:${port}` };
  }

  static async start(): Promise<Bare> {
    const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)));
    const [port] = await once(child, 'message');
    return new Bare(child, port);
  }

  /** From now on it sends buffers as large as the service's answers to these shots. */
  async imitate(base: string, shots: readonly Shot[]): Promise<void> {
    const sizes = await answerSizes(base, shots);
    const ready = once(this.#child, 'message');
    this.#child.send(sizes);
    await ready;
  }

  stop(): void {
    this.#child.disconnect();
  }
}

async function answerSizes(base: string, shots: readonly Shot[]): Promise<number[]> {
  const agent = new Agent({ connections: 1 });
  const step = Math.max(1, Math.floor(shots.length / ANSWERS));
  const sizes: number[] = [];
  for (let n = 0; n < ANSWERS; n += 1) {
    const { method, path, headers, body } = shots[(n * step) % shots.length] as Shot;
    const answer = await request(`${base}${path}`, { dispatcher: agent, method, headers, body: body ?? null });
    sizes.push((await answer.body.arrayBuffer()).byteLength);
  }
  await agent.close();
  return sizes;
}
