import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { describe, test } from 'node:test';

/** The Node of the system, which may be too old for the service. `.bin` has the one that `npm ci` installed. */
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
const env = { ...process.env, PATH: systemPath.join(delimiter) };

describe('node start.js with the Node of the system', () => {
  test('runs on the installed Node where that of the system is too old', () => {
    const { status, stdout, stderr } = spawnSync('node', ['start.js', 'guide'], { env, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.equal(stdout, readFileSync('docs/market-records.md', 'utf8'));
  });

  test('ends with the exit code of the program', () => {
    const { status, stderr } = spawnSync('node', ['start.js', 'no-such-role'], { env, encoding: 'utf8' });
    assert.match(stderr, /^There is no role no-such-role\. Roles: all, /);
    assert.equal(status, 1);
  });
});
