import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../sdk/src/cli/program.ts';
import { projectFolder, ServiceProcess } from './process.ts';

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A command that runs, as a process or in this one. */
export type Begun = {
  readonly stdout: string;
  readonly stderr: string;
  ended(): Promise<number | string>;
  signal(name: NodeJS.Signals): void;
};

const PROGRAM = join(projectFolder, 'sdk/src/cli/main.ts');

/** A person with the command line of the SDK, and a folder for its sign-ins. */
export class CommandLine {
  readonly home: string = mkdtempSync(join(tmpdir(), 'command-line-'));
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string> = {}) {
    this.#env = { MARKETPLACE_SELLER_HOME: this.home, ...env };
  }

  /** With the demo seller's own application. */
  static ofDemo(base: string): CommandLine {
    return new CommandLine({
      MARKETPLACE_SELLER_URL: base,
      MARKETPLACE_SELLER_CLIENT_ID: 'demoseller',
      MARKETPLACE_SELLER_CLIENT_SECRET: 'demosellersecret',
    });
  }

  /** Runs a command to its end in this process, whatever its exit code. Without a terminal. */
  async run(...args: string[]): Promise<Ended> {
    const [out, err] = [new Collected(), new Collected()];
    const signal = new AbortController().signal;
    const code = await runProgram(args, { streams: { out, err }, environment: this.#env, signal });
    return { code, stdout: out.text(), stderr: err.text() };
  }

  /** The same with a terminal. */
  async runOnTerminal(env: Record<string, string>, ...args: string[]): Promise<Ended> {
    const [out, err] = [new Collected(true), new Collected(true)];
    const environment = { ...this.#env, ...env };
    const code = await runProgram(args, { streams: { out, err }, environment, signal: new AbortController().signal });
    return { code, stdout: out.text(), stderr: err.text() };
  }

  /** The lines of a command that prints JSON. Fails unless it ends with this exit code. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations.
  async json(code: number, ...args: string[]): Promise<any[]> {
    const ended = await this.run(...args, '--json');
    if (ended.code !== code) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.stderr}`);
    return ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** Begins a command that waits for somebody, in this process. */
  begin(...args: string[]): Begun {
    const [out, err] = [new Collected(), new Collected()];
    const stopping = new AbortController();
    const { signal } = stopping;
    const ended = runProgram(args, { streams: { out, err }, environment: this.#env, signal });
    return {
      get stdout() {
        return out.text();
      },
      get stderr() {
        return err.text();
      },
      ended: () => ended,
      signal: (name) => stopping.abort(new Error(name)),
    };
  }

  /** Starts a command that runs until it is told to end, or waits for a browser. */
  start(...args: string[]): ServiceProcess {
    return new ServiceProcess(process.execPath, [PROGRAM, ...args], this.#env);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** A stream of the process, in memory. */
class Collected {
  readonly isTTY: boolean;
  readonly #pieces: Buffer[] = [];

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(piece: string | Uint8Array, done?: () => void): void {
    this.#pieces.push(Buffer.from(piece as string));
    done?.();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}
