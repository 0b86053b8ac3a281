import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testFilesOf } from './groups.ts';
import { markOf } from './marks.ts';

/** Test files that share one process. Loading the service takes a second, so a process for each file costs too much. */
export type Bundle = { path: string; files: readonly string[] };

/**
 * How many processes share the files of a group, without those that mostly wait. There are more of them than two cores run at once:
 * the next one starts when one ends, so that both cores are busy until the end. Tests of faults and end-to-end tests wait often, and
 * start several processes themselves.
 */
const PROCESSES: Readonly<Record<string, number>> = { inside: 4, faults: 2, e2e: 4 };

/** The part of a group's processes that collect coverage: their tests take about as long as all others together. */
const COVERED_SHARE = 0.5;

/**
 * The processes of these groups take longest. The last of them starts when this share of all has started: later, a single one
 * would still run at the end, beside an idle core.
 */
const LAST_START: Readonly<Record<string, number>> = { inside: 0.5, faults: 0.8, e2e: 0.75 };

/** Processes without coverage share the compile cache of the services: that saves a third of the time to load them. Coverage would not be exact with it. */
const WITHOUT_COVERAGE_START = [
  "import { enableCompileCache } from 'node:module';",
  "import { stopCoverage } from 'node:v8';",
  'delete process.env.NODE_V8_COVERAGE;',
  'stopCoverage();',
  'enableCompileCache(process.env.TEST_COMPILE_CACHE);\n',
].join('\n');

/**
 * Writes one file for each test process. It imports the test files of the bundle, so all tests are registered before the
 * first one runs. The files are removed when this process ends.
 */
export function writeBundles(groups: readonly string[]): Bundle[] {
  const folder = mkdtempSync(join(tmpdir(), 'seller-service-test-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'without-coverage.mjs'), WITHOUT_COVERAGE_START);
  const write = (name: string, files: readonly string[], isCovered: boolean): Bundle => {
    const path = join(folder, `${name}.mjs`);
    const imports = files.map((file) => `import '${pathToFileURL(file)}';\n`).join('');
    const loaded = isCovered ? path : join(folder, `${name}-files.mjs`);
    writeFileSync(loaded, imports);
    // Node compiles all static imports of a file before it runs the first of them.
    if (!isCovered)
      writeFileSync(path, `import './without-coverage.mjs';\nawait import('${pathToFileURL(loaded)}');\n`);
    return { path, files };
  };
  const bundles = groups.flatMap((group) => {
    const files = testFilesOf(group);
    const marks = new Map(files.map((file) => [file, markOf(file, group)]));
    const isCovered = (file: string) => group === 'inside' && marks.get(file) !== 'without coverage';
    const waiting = files.filter((file) => marks.get(file) === 'mostly waiting');
    const covered = files.filter((file) => isCovered(file) && !waiting.includes(file));
    const others = files.filter((file) => !isCovered(file));
    const count = PROCESSES[group] ?? 1;
    const coveredCount = Math.round(count * COVERED_SHARE);
    const shares =
      covered.length === 0
        ? distribute(others, count)
        : [...distribute(covered, coveredCount), ...distribute(others, count - coveredCount)];
    const placed = shares.map((share, n) => ({
      position: ((n + 1) / (shares.length + 1)) * (LAST_START[group] ?? 1),
      bundle: write(`${group}-${n + 1}`, share, share.some(isCovered)),
    }));
    if (waiting.length > 0) placed.unshift({ position: 0, bundle: write(`${group}-waiting`, waiting, true) });
    return placed;
  });
  // Groups alternate: in-process tests keep a core busy while others wait for processes.
  return bundles.sort((a, b) => a.position - b.position).map(({ bundle }) => bundle);
}

/** Distributes files by size: each process gets large and small ones. The largest come first: they take longest. */
function distribute(files: readonly string[], count: number): string[][] {
  const shares = Array.from({ length: Math.min(count, files.length) }, (): string[] => []);
  const bySize = files.map((file) => ({ file, size: sizeOf(file) })).sort((a, b) => b.size - a.size);
  bySize.forEach(({ file }, n) => {
    shares[n % shares.length]?.push(file);
  });
  return shares.map((share) => share.sort());
}

/** With the code in a folder of the same name: `conformance.test.ts` is short, and what it runs is in `conformance/`. */
function sizeOf(file: string): number {
  const parts = globSync(join(file.replace(/\.test\.ts$/, ''), '*.ts'));
  return [file, ...parts].reduce((sum, one) => sum + statSync(one).size, 0);
}
