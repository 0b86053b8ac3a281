import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Tests start dozens of processes, each of which would compile for a second. They share one compile cache; see `warmUp`. */
process.env.TEST_COMPILE_CACHE ??= join(tmpdir(), 'seller-service-tests-compiled');
export const compileCache = process.env.TEST_COMPILE_CACHE;

/** A real process of the service, or of npm around it, and its output so far. */
export class ServiceProcess {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  /** `output` is a file descriptor to use as standard output; then `stdout` stays empty. */
  constructor(command: string, args: string[], environment: Record<string, string> = {}, output?: number) {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'));
    // The process gets no settings of the machine that runs the tests, except those it needs to find programs.
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      ADMIN_PORT: '0',
      IDP_PORT: '0',
      DEMO_RECEIVER_PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    };
    // Its own process group: a signal to the group reaches the process and its children, and not the test.
    const stdio: StdioOptions = ['ignore', output ?? 'pipe', 'pipe'];
    this.child = spawn(command, args, { cwd: projectFolder, env, detached: true, stdio });
    this.child.once('close', () => rmSync(dataDir, { recursive: true, force: true }));
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  /** Waits until the output matches, and returns the captured text. Throws when the process ends first, or at the timeout. */
  async printed(pattern: RegExp, timeoutMs = 60_000): Promise<string> {
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
  address(timeoutMs?: number): Promise<string> {
    return this.printed(/API +(http:\S+)\n[\s\S]*Stop it/, timeoutMs);
  }

  /** Waits for the end. Returns the exit code, or the signal that ended the process. */
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

  /** For `after` hooks: ends the process and its children, whatever state the test left them in. */
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

/** Fills the compile cache: Node stores it when a process exits normally, and most processes of tests are killed. */
export async function warmUp(): Promise<void> {
  const service = startService();
  await service.address();
  service.signal('SIGTERM');
  await service.ended();
}
