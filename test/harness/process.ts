import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Tests start dozens of processes, and each would compile itself for a second. What one compiled the next one finds. */
const compiled = join(tmpdir(), 'seller-service-tests-compiled');

/** A real process of the service (or of npm around it), and what it printed so far. */
export class ServiceProcess {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(command: string, args: string[], environment: Record<string, string> = {}) {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'));
    // No setting of the machine that runs the tests reaches the process, but what it needs to find programs.
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: compiled,
      PORT: '0',
      ADMIN_PORT: '0',
      IDP_PORT: '0',
      DEMO_RECEIVER_PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    };
    // A group of its own: a signal to the group then reaches it and what it starts, and not the test.
    this.child = spawn(command, args, { cwd: projectFolder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.once('close', () => rmSync(dataDir, { recursive: true, force: true }));
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  /** What the pattern captures from the output, as soon as it is there; throws when the process ends before. */
  async printed(pattern: RegExp, timeoutMs = 20_000): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found) return found[1] ?? found[0];
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`no ${pattern} in the output:\n${this.stdout}\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The address of the API, from the banner. */
  address(): Promise<string> {
    return this.printed(/API +(http:\S+)\n[\s\S]*Stop it/);
  }

  /** LongPolls for the end; the exit code, or the signal that ended it. */
  async ended(): Promise<number | string> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode ?? String(this.child.signalCode);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid) process.kill(-this.child.pid, signal);
  }

  /** For `after` hooks: whatever state the test left it in, nothing of it stays. */
  async end(): Promise<void> {
    try {
      this.signalGroup('SIGKILL');
    } catch {
      // already gone
    }
    await this.ended();
  }
}

export const startService = (environment: Record<string, string> = {}, role = 'all', ...args: string[]) =>
  new ServiceProcess(process.execPath, ['src/main.ts', role, ...args], environment);
