import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder, ServiceProcess } from '../harness/process.ts';

const run = promisify(execFile);

/** What `npm pack --json` prints, in part. */
type Packed = { filename: string; files: { path: string; size: number }[] };

/** Checks JavaScript against the packed declarations: names of operations, fields and words. */
const TYPE_CHECK = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'] },
    ...{ allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
    ...{ types: ['node'], typeRoots: [join(projectFolder, 'node_modules/@types')] },
    // JavaScript cannot tell what is never undefined, and cannot give parameters types.
    strict: false,
  },
  include: ['*.mjs', '*.d.ts'],
};

const MODULE_RUNNER = `
import { format } from 'node:util';
const problems = [];
if (/node_modules/.test(process.execPath)) problems.push('not the Node of the system: ' + process.execPath);
let page, next, waiting;
const isAsShown = (text, shown) => {
  const parts = shown.split('...').map((part) => part.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&'));
  return new RegExp('^' + parts.join('[^]*') + '$').test(text);
};
globalThis.expectNext = (line, shown) => {
  waiting.delete(line);
  next = { line, shown };
};
console.log = (...values) => {
  const text = format(...values);
  if (next && !isAsShown(text, next.shown)) problems.push(page + ':' + next.line + ' prints ' + text);
  next = undefined;
};
for (const [name, lines] of Object.entries(JSON.parse(process.argv[2]))) {
  page = name;
  waiting = new Set(lines);
  try {
    await import('./' + name + '.mjs');
    for (const line of waiting) problems.push(page + ':' + line + ' printed nothing');
  } catch (error) {
    problems.push(error.stack + ' ' + (error.details ?? ''));
  }
}
process.stdout.write(JSON.stringify(problems));
process.exit();
`;

/** A developer with the Node of the system, who has installed the packed SDK into an empty folder. */
export class SdkReader {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'sdk-reader-'));
  /** The files of the package, by their paths. */
  files: readonly string[] = [];
  readonly #env: Record<string, string>;

  constructor(PATH: string) {
    this.#env = { PATH, HOME: this.folder, npm_config_update_notifier: 'false' };
  }

  /** Packs a copy of `sdk/`, so that nothing is written into the repository, and installs it without a network. */
  async install(): Promise<void> {
    const source = mkdtempSync(join(tmpdir(), 'sdk-source-'));
    const isSource = (path: string) => !/\/(dist|node_modules|generator)$/.test(path);
    cpSync(join(projectFolder, 'sdk'), join(source, 'sdk'), { recursive: true, filter: isSource });
    symlinkSync(join(projectFolder, 'node_modules'), join(source, 'node_modules'));
    const { stdout } = await this.#execute('npm', ['pack', '--json'], join(source, 'sdk'));
    const [packed] = JSON.parse(stdout) as [Packed];
    this.files = packed.files.map(({ path }) => path).sort();
    await this.#execute('npm', ['install', '--offline', '--no-audit', join(source, 'sdk', packed.filename)]);
    rmSync(source, { recursive: true, force: true });
  }

  /** The text of a file of the installed package. */
  installed(path: string): string {
    return readFileSync(join(this.folder, 'node_modules/marketplace-seller-sdk', path), 'utf8');
  }

  /** Copies a file of the project into the folder. */
  copy(path: string): void {
    this.write(basename(path), readFileSync(join(projectFolder, path), 'utf8'));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a program to its end. Returns what it printed. */
  async run(name: string, ...args: string[]): Promise<string> {
    const { stdout, stderr } = await this.#execute('node', [name, ...args]);
    assert.equal(stderr, '');
    return stdout;
  }

  /** Runs a script of the shell, as a reader pastes commands. Returns what it printed. */
  async shell(script: string): Promise<string> {
    return (await this.#execute('bash', ['-c', `set -euo pipefail\n${script}`])).stdout;
  }

  /** Starts a program that needs somebody: a browser, a signal. */
  start(name: string, env: Record<string, string> = {}, ...args: string[]): ServiceProcess {
    const command = ['-c', 'cd "$0" && exec node "$@"', this.folder, name, ...args];
    return new ServiceProcess('sh', command, { ...this.#env, ...env });
  }

  /** Runs modules of documented-programs.ts one after the other in one process. Returns what does not do what its page says. */
  async runModules(modules: ReadonlyMap<string, string>): Promise<string[]> {
    const expectations: Record<string, number[]> = {};
    for (const [name, text] of modules) {
      this.write(`${name}.mjs`, text);
      expectations[name] = [...text.matchAll(/expectNext\((\d+)/g)].map(([, line]) => Number(line));
    }
    this.write('expect-next.d.ts', 'declare function expectNext(line: number, shown: string): void;');
    this.write('run-modules.mjs', `// @ts-nocheck${MODULE_RUNNER}`);
    return JSON.parse(await this.run('run-modules.mjs', JSON.stringify(expectations)));
  }

  /** What the compiler says about all programs of the folder and about the package. */
  async typeErrors(): Promise<string> {
    this.write('tsconfig.json', JSON.stringify(TYPE_CHECK));
    const tsc = join(projectFolder, 'node_modules/.bin/tsc');
    const checked = this.#execute(tsc, ['-p', this.folder], projectFolder);
    return checked.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #execute(command: string, args: string[], cwd = this.folder) {
    return run(command, args, { cwd, env: this.#env, timeout: 120_000, killSignal: 'SIGKILL', maxBuffer: 1 << 24 });
  }
}
