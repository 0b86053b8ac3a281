import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChangeCosts, ChangeRequest, ChildArguments } from './change-child.ts';

const PROGRAM = fileURLToPath(new URL('./change-child.ts', import.meta.url));

/** One of the two versions whose price changes are compared: `change-child.ts` in a process of its own. */
export class ChangeSide {
  readonly #child: ChildProcess;
  #problems = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#problems += text));
  }

  /** Resolves when the items are in the store and have their boards. */
  static async start(given: ChildArguments): Promise<ChangeSide> {
    const { PATH = '', HOME = '' } = process.env;
    const child = fork(PROGRAM, [JSON.stringify(given)], {
      cwd: given.codeFolder,
      env: { PATH, HOME },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const side = new ChangeSide(child);
    await side.#nextMessage();
    return side;
  }

  /** Changes prices for `seconds` at least, and returns the mean cost of a change of each kind. */
  measure(request: ChangeRequest): Promise<ChangeCosts> {
    const answer = this.#nextMessage();
    this.#child.send(request);
    return answer as Promise<ChangeCosts>;
  }

  stop(): void {
    this.#child.disconnect();
  }

  /** Rejects with what the process wrote to stderr when it ends instead. */
  async #nextMessage(): Promise<unknown> {
    const waiting = new AbortController();
    const ended = once(this.#child, 'close', waiting).then(([code]) => {
      throw new Error(`The process that changes prices ended with ${code}. ${this.#problems}`);
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
