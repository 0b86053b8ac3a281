import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A temporary folder with the project's own settings, its packages and these files. */
export async function plant(files: ReadonlyMap<string, readonly string[]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guards-'));
  const settings = ['oxlint.config.ts', '.gitignore', 'biome.json', 'knip.ts', 'package.json', 'tsconfig.json', 'lint'];
  await Promise.all(settings.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, lines] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  }
  return folder;
}

/** What a tool of the check prints; that it fails is what we want, so its exit code does not matter. */
export function run(folder: string, tool: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', '.bin', tool), ...args],
      { cwd: folder, maxBuffer: 32 << 20 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

type Diagnostic = { code?: string; message: string; filename: string; labels: { span: { line: number } }[] };

/** The rules that each line of the planted files breaks, by `file:line`. */
export async function lintedLines(
  folder: string,
  planted: ReadonlyMap<string, readonly string[]>,
  ...options: string[]
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folders = new Set([...planted.keys()].map((file) => file.split('/', 1)[0] ?? ''));
  const output = await run(folder, 'oxlint', ...options, '--format', 'json', ...folders);
  const report = JSON.parse(output) as { diagnostics: Diagnostic[]; number_of_files: number };
  assert.equal(report.number_of_files, planted.size, output);
  const flagged = new Map<string, string[]>();
  for (const { code, message, filename, labels } of report.diagnostics) {
    // Nothing uses the planted imports.
    if (code?.includes('no-unused-vars')) continue;
    const place = `${filename}:${labels[0]?.span.line}`;
    flagged.set(place, [...(flagged.get(place) ?? []), code ?? message]);
  }
  return flagged;
}
