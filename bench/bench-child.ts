import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Start = {
  /** What the process does, for the message when it ends too soon. */
  what: string;
  cwd?: string;
  execArgv?: string[];
};

/** A program of a bench in a process of its own. It sends one message when it is ready, and one answer to each message. */
export class BenchChild {
  readonly #child: ChildProcess;
  readonly #what: string;
  #problems = '';

  private constructor(child: ChildProcess, what: string) {
    this.#child = child;
    this.#what = what;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#problems += text));
  }

  /** The program gets `given` as JSON in its first argument. Resolves when it is ready. */
  static async start(program: string, given: object, { what, cwd, execArgv = [] }: Start): Promise<BenchChild> {
    const { PATH = '', HOME = '' } = process.env;
    const child = fork(program, [JSON.stringify(given)], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { PATH, HOME },
      execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const started = new BenchChild(child, what);
    await started.#nextMessage();
    return started;
  }

  ask(message: object): Promise<unknown> {
    const answer = this.#nextMessage();
    this.#child.send(message);
    return answer;
  }

  stop(): void {
    this.#child.disconnect();
  }

  /** Rejects with what the process wrote to stderr when it ends instead. */
  async #nextMessage(): Promise<unknown> {
    const waiting = new AbortController();
    const ended = once(this.#child, 'close', waiting).then(([code]) => {
      throw new Error(`The process that ${this.#what} ended with ${code}. ${this.#problems}`);
    });
    try {
      const [message] = await Promise.race([once(this.#child, 'message', waiting), ended]);
      return message;
    } finally {
      ended.catch(() => undefined);
      waiting.abort();
    }
  }
}
