import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { asksForHelp } from '../src/roles/commands/help.ts';

/**
 * `node lint/changed-files.ts [--importers] COMMAND...` runs a linter on the files that have changed since it last succeeded; with
 * `--importers` also on the files that import them, whose types may have changed with them. It runs on the whole project the first
 * time, after a change of the settings or of a package, and with CHECK_ALL=1 in the environment.
 *
 * Not seen until the next whole run: what a rule about types finds in a file that imports a changed one only through others.
 */
const isLinted = (file: string) => /\.(?:ts|js|mjs|css|json)$/.test(file);
const isSetting = (file: string) =>
  /^(?:lint\/|oxlint\.config\.ts$|biome\.json$|package-lock\.json$|(?:\w+\/)?tsconfig[^/]*$|\.gitignore$)/.test(file);

/** The digest of each file when the command last succeeded, and that of the settings. */
type Success = { readonly settings: string; readonly files: Readonly<Record<string, string>> };

const usage = `Runs a linter on the files that have changed since it last succeeded.

  npm run check:lint                  rules, with the files that import the changed ones
  npm run check:format                format and order of imports
  npm run check:format -- FILE...     only these files, whether they have changed or not
  npm run check:format -- --write     corrects them (check:lint: --fix)
  npm run check -- --all              everything
`;
const CORRECTING = ['--write', '--fix'];

const hasOption = process.argv[2] === '--importers';
const [program = '', ...all] = process.argv.slice(hasOption ? 3 : 2);
/** The scripts of package.json end with `--`: what follows is from the caller. */
const end = all.indexOf('--');
const [args, given] = end < 0 ? [all, []] : [all.slice(0, end), all.slice(end + 1)];
if (asksForHelp(given)) {
  process.stdout.write(usage);
  process.exit(0);
}
const unknown = given.find((arg) => arg.startsWith('-') && !CORRECTING.includes(arg));
if (unknown !== undefined) {
  process.stderr.write(`Unknown option ${unknown}.\n\n${usage}`);
  process.exit(2);
}
const folder = 'node_modules/.cache/changed-files';
const recordPath = `${folder}/${program}.json`;

const digest = (text: string) => createHash('sha1').update(text).digest('base64url');

/** Undefined without git, as in an unpacked release. */
function contents(): Map<string, string> | undefined {
  try {
    const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
      stdio: 'pipe',
      maxBuffer: 16 << 20,
    });
    const files = String(list).split('\0');
    return new Map(files.filter((file) => isLinted(file) || isSetting(file)).flatMap(textOf));
  } catch {
    return undefined;
  }
}

/** A deleted file is still in the index. */
function textOf(file: string): [string, string][] {
  try {
    return [[file, readFileSync(file, 'utf8')]];
  } catch {
    return [];
  }
}

function successOf(texts: ReadonlyMap<string, string>): Success {
  const settings = [...texts].filter(([file]) => isSetting(file)).flat();
  const files = [...texts].filter(([file]) => isLinted(file)).map(([file, text]) => [file, digest(text)] as const);
  return { settings: digest([program, ...args, ...settings].join('\n')), files: Object.fromEntries(files) };
}

function lastSuccess(): Success | undefined {
  try {
    return JSON.parse(readFileSync(recordPath, 'utf8')) as Success;
  } catch {
    return undefined;
  }
}

/** By a new file: one that is half written, or shared with a copy of the project by a hard link, is not changed in place. */
function recordSuccess(success: Success): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${recordPath}.${process.pid}`, JSON.stringify(success));
  renameSync(`${recordPath}.${process.pid}`, recordPath);
}

function importersOf(changed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): string[] {
  const imports = /(?:from|import)[\s(]*'(\.[^']+)'/g;
  return [...texts]
    .filter(([file, text]) =>
      [...text.matchAll(imports)].some(([, path = '']) => changed.has(join(dirname(file), path))),
    )
    .map(([file]) => file);
}

/** The files to look at. Undefined: all. */
function filesToCheck(texts: ReadonlyMap<string, string>, now: Success): string[] | undefined {
  const last = lastSuccess();
  if (process.env.CHECK_ALL || last?.settings !== now.settings) return undefined;
  const changed = new Set(Object.keys(now.files).filter((file) => last.files[file] !== now.files[file]));
  return [...new Set([...changed, ...(hasOption ? importersOf(changed, texts) : [])])];
}

function run(more: readonly string[]): void {
  const { status, error } = spawnSync(program, [...args, ...more], { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (given.some((arg) => !CORRECTING.includes(arg))) run(given);
else {
  const texts = contents();
  const files = texts && filesToCheck(texts, successOf(texts));
  if (files?.length !== 0) run([...given, ...(files ?? [])]);
  // A correction changes files: the next run looks at them.
  if (texts && given.length === 0) recordSuccess(successOf(texts));
}
