// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const text = readFileSync(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8');

/** The lines of a section, without comments. */
function section(name: string): string[] {
  const [, lines = ''] = new RegExp(`^${name}\n((?:(?: .*)?\n)*)`, 'm').exec(text) ?? [];
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** In seconds. */
const timeout = (name: string): number =>
  Number(
    section('defaults')
      .find((line) => line.startsWith(`timeout ${name} `))
      ?.match(/(\d+)s$/)?.[1],
  );

// `npm run torture` runs it: test/torture/behind-haproxy.test.ts, haproxy-checks.test.ts.
describe('deploy/haproxy/haproxy.cfg', () => {
  test('gives health checks more time than the pause between them, and a hung server less than a client waits', () => {
    assert.equal(timeout('check'), 5);
    assert.ok(timeout('check') < timeout('server'));
  });

  test('takes as many connections as files may be open, up to a bound', () => {
    const lines = section('global');
    assert.deepEqual(
      lines.filter((line) => /^(maxconn|ulimit-n)\b/.test(line)),
      [],
    );
    assert.ok(lines.includes('fd-hard-limit 40100'), lines.join('\n'));
  });

  test('has no tabs, and every section that the tests change', () => {
    assert.doesNotMatch(text, /\t/);
    for (const name of ['global', 'defaults', 'frontend public', 'backend api', 'backend provider'])
      assert.ok(section(name).length > 0, name);
  });
});

// `npm run torture` runs it: test/torture/postgres-cluster.test.ts.
test('deploy/postgres-cluster/haproxy.cfg takes as many connections as files may be open, up to the same bound', () => {
  const cluster = readFileSync(new URL('../../deploy/postgres-cluster/haproxy.cfg', import.meta.url), 'utf8');
  assert.doesNotMatch(cluster, /^\s*(maxconn|ulimit-n)\b/m);
  assert.match(cluster, /^global\n(?: .*\n)*? +fd-hard-limit 40100$/m);
});
