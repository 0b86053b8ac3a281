import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

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

const hasOption = process.argv[2] === '--importers';
const [program = '', ...args] = process.argv.slice(hasOption ? 3 : 2);
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

const texts = contents();
const now = texts && successOf(texts);
const files = texts && now && filesToCheck(texts, now);
if (files?.length !== 0) {
  const { status, error } = spawnSync(program, [...args, ...(files ?? [])], { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
if (now) recordSuccess(now);
