import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { warnOfRatePlan } from '../../src/roles/start/production-warnings.ts';
import { diagnose, newFolder, problemsIn } from './doctor/patient.ts';

const PUBLIC = { PUBLIC_URL: 'https://api.store.example', IDP_PUBLIC_URL: 'https://login.store.example' };
const plan = join(tmpdir(), `rate-plan-${process.pid}.json`);
after(() => rmSync(plan, { force: true }));

const window = (requests: number, seconds: number) => ({ requests, seconds });
const writePlan = (value: object) => writeFileSync(plan, JSON.stringify(value));

function warningsOf(settings: Record<string, string>): string[] {
  const lines: string[] = [];
  warnOfRatePlan(readConfig(settings), { warn: (line: unknown) => void lines.push(String(line)) });
  return lines;
}

test('a public start warns of the default plan, and names the setting, the figure and an example', () => {
  const [line = '', ...others] = warningsOf(PUBLIC);
  assert.match(line, /^RATE_PLAN is not set: .* one client make 20,000 token requests a second/);
  assert.match(line, /plans\/strict\.json.*docs\/rate-plans\.md/);
  assert.deepEqual(others, []);
});

test('a start on this machine only, and one with a strict plan, do not warn', () => {
  assert.deepEqual(warningsOf({}), []);
  assert.deepEqual(warningsOf({ PUBLIC_URL: 'http://localhost:8080' }), []);
  assert.deepEqual(warningsOf({ ...PUBLIC, RATE_PLAN: 'plans/strict.json' }), []);
});

test('a plan of the operator is judged by both windows, and by the default where it leaves the clients out', () => {
  writePlan({ anonymous: { burst: window(5, 1), sustained: window(30, 60) } });
  assert.match(
    warningsOf({ ...PUBLIC, RATE_PLAN: plan }).join(),
    /^the rate plan .*rate-plan-\d+\.json lets .* 20,000/,
  );
  writePlan({ client: { burst: window(1_000, 1), sustained: window(6_000, 60) } });
  assert.deepEqual(warningsOf({ ...PUBLIC, RATE_PLAN: plan }), []);
  writePlan({ client: { burst: window(1_000, 1), sustained: window(6_060, 60) } });
  assert.match(warningsOf({ ...PUBLIC, RATE_PLAN: plan }).join(), /101 token requests a second/);
});

test('the doctor repeats the warning, and tells of a plan with which no service starts', async () => {
  const warnings = async (settings: Record<string, string>) =>
    problemsIn((await diagnose({ DATA_DIR: newFolder(), ...settings })).text).filter((line) => /rate.plan/i.test(line));
  assert.match((await warnings(PUBLIC)).join(), /RATE_PLAN is not set: .*20,000 token requests/);
  assert.match((await warnings({ RATE_PLAN: '/nowhere/plan.json' })).join(), /\/nowhere\/plan\.json .*cannot be read/);
  assert.deepEqual(await warnings({ ...PUBLIC, RATE_PLAN: 'plans/strict.json' }), []);
});
