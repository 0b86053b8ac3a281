import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const SMALL = ['--minutes', '1.5', '--rate', '40', '--changes', '2'];

/** What `npm run soak` prints on a small market. Another exit code than 0 and 1 is an error of the program. */
function soak(...args: string[]): Promise<{ problems: string[]; output: string }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [pathTo('../../bench/soak.ts'), '--items', '2000', ...args], (error, stdout, stderr) => {
      if (error && error.code !== 1) return reject(new Error(`${stdout}${stderr}`, { cause: error }));
      const problems = stdout.split('\n').filter((line) => line.startsWith('PROBLEM: '));
      resolve({ problems, output: `${stdout}${stderr}` });
    });
  });
}

const PLANTED = [/live heap of all/, /resources Timeout of all/, /stood still \d+ times.*: background planted$/];

describe('npm run soak', () => {
  test('names the memory, the timers and the work of a service that leaks and stalls', async () => {
    const { problems, output } = await soak(...SMALL, '--plant', new URL('planted-faults.ts', import.meta.url).href);
    for (const name of PLANTED)
      assert.ok(
        problems.some((problem) => name.test(problem)),
        `${name} in ${output}`,
      );
  });

  // In so short a run the heap still grows, because caches fill.
  test('finds neither timers nor work that stalls in a service that has none', async () => {
    const { problems, output } = await soak(...SMALL);
    for (const name of PLANTED.slice(1))
      assert.ok(!problems.some((problem) => name.test(problem)), `${name} in ${output}`);
  });
});

const SETTINGS = {
  ...{ HISTORY_DAYS: 20, PRICE_CHANGE_DAYS: 20, AUDIT_DAYS: 20, EVENT_DAYS: 7 },
  ...{ NOTIFY_KEEP_SECONDS: 7 * 86_400, NOTIFY_LIFETIME_SECONDS: 7 * 86_400 },
};
const ENDING = [
  ...['terms_log', 'price_change', 'price_change_feed', 'delivery', 'delivery_attempt', 'message', 'event_content'],
  ...['seller_event', 'event_window', 'usage_minute', 'audit_entry', 'idp_sign_in'],
];

describe('twenty weeks of npm run soak', () => {
  for (const engine of ['sqlite', 'postgres'])
    test(`no row is older than docs/retention.md says, and no request fails, on ${engine}`, async () => {
      const weeks = ['--minutes', '4', '--weeks', '20', '--rate', '15', '--changes', '2', '--engine', engine];
      const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
      const { problems, output } = await soak(...weeks, ...settings);
      const wrong = problems.filter((problem) => !ON_A_BUSY_MACHINE.test(problem));
      assert.deepEqual(wrong, [], output);
      for (const table of ENDING) assert.match(output, new RegExp(`^${table}: [1-9][^()]*$`, 'm'));
    });
});

/** These are the subject of the other cases, and of longer runs. */
const ON_A_BUSY_MACHINE = /event loop|live heap|longer/;
