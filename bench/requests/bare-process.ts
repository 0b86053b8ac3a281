import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import type { LoadRequest } from './load.ts';
import type { Target } from './measure.ts';

const MAX_ANSWERS = 1_000;

/** The bare server (`bare-server.ts`) in a process of its own. */
export class BareProcess {
  readonly #child: ChildProcess;
  readonly target: Target;

  private constructor(child: ChildProcess, port: unknown) {
    this.#child = child;
    this.target = { pid: child.pid as number, base: `http://127.0.0.1:${port}` };
  }

  static async start(): Promise<BareProcess> {
    const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)));
    const [port] = await once(child, 'message');
    return new BareProcess(child, port);
  }

  /** Makes it send buffers as large as the answers of the service at `base` to these requests. */
  async imitate(base: string, requests: readonly LoadRequest[]): Promise<void> {
    const sizes = await answerSizes(base, requests);
    const ready = once(this.#child, 'message');
    this.#child.send(sizes);
    await ready;
  }

  stop(): void {
    this.#child.disconnect();
  }
}

async function answerSizes(base: string, requests: readonly LoadRequest[]): Promise<number[]> {
  const agent = new Agent({ connections: 1 });
  const step = Math.max(1, Math.floor(requests.length / MAX_ANSWERS));
  const sizes: number[] = [];
  for (let n = 0; n < Math.min(MAX_ANSWERS, requests.length); n += 1) {
    const { method, path, headers, body } = requests[n * step] as LoadRequest;
    const answer = await request(`${base}${path}`, { dispatcher: agent, method, headers, body: body ?? null });
    sizes.push((await answer.body.arrayBuffer()).byteLength);
  }
  await agent.close();
  return sizes;
}
