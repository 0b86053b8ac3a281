import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AttemptThrottle, takeAttempts } from '../../src/idp/attempt-throttle.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { withEngines } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { basic, postForm, startTestIdp } from './harness.ts';

const NOW = Date.UTC(2026, 10, 1);
const POLICY = { freeAttempts: 3, firstPauseMs: 2_000, maxPauseMs: 10_000, resetAfterMs: 60_000 };

withEngines('attempts at the provider', (engine) => {
  const clock = { nowMs: NOW };
  const now = () => clock.nowMs;
  /** Two processes: each has its own connections. */
  async function two() {
    clock.nowMs = NOW;
    const database = await engine.migrated(idpMigrations);
    const [here, there] = [await database.open(), await database.open()];
    const throttleOf = (db: typeof here) => new AttemptThrottle('test', POLICY, { db, now });
    return { here, there, ours: throttleOf(here), theirs: throttleOf(there) };
  }

  it('of several processes add up, and the pauses double up to the longest', async () => {
    const { ours, theirs } = await two();
    const waits = [];
    for (let i = 0; i < 8; i++) {
      const [counting, asking] = i % 2 === 0 ? [ours, theirs] : [theirs, ours];
      assert.equal(await counting.take('key'), 0);
      const waitMs = await asking.waitMs('key');
      waits.push(waitMs);
      if (waitMs > 0) assert.equal(await asking.take('key'), waitMs);
      clock.nowMs += waitMs;
    }
    assert.deepEqual(waits, [0, 0, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
    assert.equal(await ours.waitMs('another key'), 0);
  });

  it('that arrive at once at two processes are counted one by one: only the free ones pass', async () => {
    const { here, there, ours, theirs } = await two();
    const attempts = Array.from({ length: 30 }, (_, i) =>
      i % 2 === 0
        ? takeAttempts(here, [
            { throttle: ours, key: 'key' },
            { throttle: ours, key: `${i}` },
          ])
        : takeAttempts(there, [
            { throttle: theirs, key: 'key' },
            { throttle: theirs, key: `${i}` },
          ]),
    );
    const waits = await Promise.all(attempts);
    assert.equal(waits.filter((waitMs) => waitMs === 0).length, POLICY.freeAttempts);
    assert.ok(waits.every((waitMs) => waitMs <= 2_000));
    // What has to wait counts for none of its keys.
    const rows = await here.all('SELECT id FROM idp_throttle');
    assert.equal(rows.length, 1 + POLICY.freeAttempts);
  });

  it('no longer count after a time without one, and the cleanup removes their rows', async () => {
    const { here, ours } = await two();
    for (let i = 0; i < 5; i++) await ours.count('key');
    assert.ok((await ours.waitMs('key')) > 0);
    clock.nowMs += 60_001;
    assert.equal(await ours.waitMs('key'), 0);
    assert.equal(await ours.take('key'), 0);
    assert.equal(await ours.waitMs('key'), 0);
    clock.nowMs += 60_001;
    await cleanUp(here, clock.nowMs);
    assert.deepEqual(await here.all('SELECT id FROM idp_throttle'), []);
  });

  it('that are free make nobody wait, also at a process whose clock is behind', async () => {
    const { here, there, ours } = await two();
    const late = new AttemptThrottle('test', POLICY, { db: there, now: () => clock.nowMs - 1_000 });
    for (let i = 0; i < 2; i++) await ours.count('key');
    assert.equal(await late.waitMs('key'), 0);
    assert.equal(await takeAttempts(here, [{ throttle: late, key: 'key' }]), 0);
    assert.equal(
      await ours.waitMs('key'),
      1_000,
      'the third one has a pause, by the clock of the process that counted it',
    );
  });

  it('wait no longer than the longest pause, also when the clock is set back by a day', async () => {
    const { ours } = await two();
    for (let i = 0; i < 5; i++) await ours.count('key');
    clock.nowMs -= 86_400_000;
    assert.equal(await ours.waitMs('key'), 0);
    assert.equal(await ours.take('key'), 0);
    assert.equal(await ours.waitMs('key'), 10_000);
  });

  it('stay counted when the process ends: passwords and client secrets wait after a restart, too', async () => {
    const database = await engine.migrated(idpMigrations);
    const db = await database.open();
    const first = await startTestIdp(db);
    const signIn = async ({ issuer }: { issuer: string }) => {
      const browser = new TestBrowser(issuer);
      const page = await browser.go('/grants');
      return (await browser.signIn(page, 'demo@store.example', 'wrong')).status;
    };
    const secret = ({ issuer }: { issuer: string }) =>
      postForm(`${issuer}/token`, { grant_type: 'client_credentials' }, basic('demoseller', 'wrong'));
    for (let i = 0; i < 9; i++) await signIn(first);
    for (let i = 0; i < 12; i++) await secret(first);
    assert.equal(await signIn(first), 429);
    assert.equal((await secret(first)).status, 429);
    await first.close();
    await db.close();
    const next = await startTestIdp(await database.open());
    assert.equal(await signIn(next), 429);
    assert.equal((await secret(next)).status, 429);
    await next.close();
  });
});
