import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { startPostgres } from './db/postgres-server.ts';
import { warmUp } from './harness/process.ts';
import { programOptions } from './harness/program-options.ts';
import { type Bundle, writeBundles } from './run/bundles.ts';
import { groups as allGroups, testFilesOf } from './run/groups.ts';
import { useMemoryForTemporaryFolders } from './run/memory-folder.ts';
import { summaryLast } from './run/report.ts';

const usage = `Runs groups of test files, several processes at a time.

  node test/run.ts GROUP... [--check] [--coverage] [--table] [--at-once N]

    GROUP       ${allGroups.join(', ')}
    --check     runs npm run check -- --all first, and no test when it fails
    --coverage  counts the covered lines
    --table     prints them for each file
    --at-once   how many processes (default: the number of cores and 2)

  Exit code 1: a test failed, a process ended early, a file ran no test, or too few lines are covered.
  One file: node --test test/PATH.test.ts. npm test has --check.
`;

/** Less is a failure, and so is not knowing it. */
const COVERED_LINES_PERCENT = 95;

/** In megabytes. With V8's default size of the young generation, tests spend much of their time in scavenges. */
const LARGE_YOUNG_GENERATION = '--max-semi-space-size=64';

const options = {
  check: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  table: { type: 'boolean', default: false },
  // Two more than cores, because tests often wait. With more, tests of deadlines fail on a busy machine.
  'at-once': { type: 'string', default: String(availableParallelism() + 2) },
} as const;
const { positionals: groups, values } = programOptions(usage, () => parseArgs({ allowPositionals: true, options }));
const unknown = groups.filter((group) => !allGroups.includes(group));
if (groups.length === 0 || unknown.length > 0) {
  process.stderr.write(`Unknown group: ${unknown.join(', ') || 'none given'}. Groups: ${allGroups.join(', ')}.\n`);
  process.exit(1);
}

// Not in the script of npm test: --help would come after it.
if (values.check) {
  const { status } = spawnSync('npm', ['run', '-s', 'check', '--', '--all'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Not the compile cache, which the next run uses, too: its folder is already chosen.
useMemoryForTemporaryFolders();

// Before the servers start: a file whose mark is unknown ends the run here.
const bundles = writeBundles(groups);

// One server for all processes. Each test has its own database.
const [postgres] = await Promise.all([
  process.env.TEST_DATABASE_URL ? undefined : startPostgres(),
  groups.some((group) => group !== 'inside') ? warmUp() : undefined,
]);
process.env.TEST_DATABASE_URL ??= postgres?.url('postgres');

const coverage = { coverage: true, coverageIncludeGlobs: ['src/**'], lineCoverage: COVERED_LINES_PERCENT };
const events = run({
  files: bundles.map(({ path }) => path),
  concurrency: Number(values['at-once']),
  execArgv: [LARGE_YOUNG_GENERATION],
  ...(values.coverage ? coverage : {}),
});

const filesWithTests = new Set<string | undefined>();
const finished = new Set<string | undefined>();
let hasCoverage = !values.coverage;
events.on('test:coverage', () => {
  hasCoverage = true;
});
// A suite without tests and a skipped test pass, too.
events.on('test:pass', ({ file, details, skip, todo }) => {
  if (details.type !== 'suite' && skip === undefined && todo === undefined) filesWithTests.add(file);
});
events.on('test:summary', ({ file }) => finished.add(file));
events.on('test:fail', ({ file }) => {
  filesWithTests.add(file);
  process.exitCode = 1;
});
events
  .compose(summaryLast(values.table))
  .compose(spec)
  .on('end', () => reportWhatDidNotRun(bundles, groups.flatMap(testFilesOf)))
  .pipe(process.stdout);

function reportWhatDidNotRun(started: readonly Bundle[], expectedFiles: readonly string[]): void {
  const died = started.filter(({ path }) => !finished.has(path)).map(({ path }) => `${path} ended early`);
  const silent = expectedFiles.filter((file) => !filesWithTests.has(file));
  const uncounted = hasCoverage ? [] : ['the covered lines could not be counted'];
  const problems = [...died, ...silent.map((file) => `${file} ran no test`), ...uncounted];
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
