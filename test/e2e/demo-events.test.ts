import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EVENT_KINDS } from '../../src/domain/notifications/notification.ts';
import { projectFolder, type ServiceProcess, startService } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';

const run = promisify(execFile);

/** The worker asks the provider every ten minutes which secrets end soon. */
const LATE = 'CREDENTIAL_EXPIRING';

describe('events of the demo on demand', () => {
  let service: ServiceProcess;
  let base: string;
  let receiver: string;
  let dataDir: string;
  let env: Record<string, string | undefined>;
  let authorization: string;
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'demo-events-'));
    service = startService({ DATA_DIR: dataDir });
    base = await service.address();
    receiver = await service.printed(/Receiver +(http:\S+)/);
    env = { ...process.env, PORT: new URL(base).port, DEMO_RECEIVER_PORT: new URL(receiver).port, DATA_DIR: dataDir };
    const answer = await fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
  });
  after(async () => {
    await service.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const demo = (...args: string[]) => run(process.execPath, ['start.js', 'demo', ...args], { cwd: projectFolder, env });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations.
  const read = async (path: string): Promise<any> =>
    (await fetch(`${base}${path}`, { headers: { authorization } })).json();
  const listings = async () => {
    const { payload } = await read('/products/pricing/v4/listings?MarketplaceId=STORE_US&pageSize=100');
    return payload.Listings.map(
      ({ SellerSKU, State, OwnPrice, BuyBoxPrice, NetAtOwnPrice }: Record<string, unknown>) => ({
        ...{ SellerSKU, State, OwnPrice, BuyBoxPrice, NetAtOwnPrice },
      }),
    );
  };
  /** The kinds of all events so far. */
  async function kindsUntil(wanted: readonly string[]): Promise<Set<string>> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const { events } = await read('/notifications/v4/events?limit=100');
      const kinds = new Set<string>(events.map(({ type }: { type: string }) => type));
      if (wanted.every((kind) => kinds.has(kind)) || Date.now() > deadline) return kinds;
      await sleep(200);
    }
  }

  /** As a browser sends a form without fields. */
  const press = (kind: string, headers: Record<string, string> = own()) =>
    fetch(`${base}/demo/trigger/${kind}`, { method: 'POST', headers, body: new URLSearchParams() });
  const own = () => ({ origin: base, 'sec-fetch-site': 'same-origin' });

  test('the start page has a button for every kind; each changes the market so that the event comes', async () => {
    const page = await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text();
    const start = await listings();
    for (const kind of EVENT_KINDS) {
      assert.ok(page.includes(`<button formaction="/demo/trigger/${kind}">`), kind);
      const pressed = await press(kind);
      assert.equal(pressed.status, 200, kind);
      assert.match(await pressed.text(), /<h1>[A-Z_]+<\/h1>\n<p>.+\.<\/p>/);
    }
    // A test is no event of the log: it goes to the destinations that it was sent to.
    const expected = EVENT_KINDS.filter((kind) => kind !== LATE && kind !== 'TEST_NOTIFICATION');
    const kinds = await kindsUntil(expected);
    assert.deepEqual(
      expected.filter((kind) => !kinds.has(kind)),
      [],
    );
    assert.match(await (await fetch(`${receiver}/deliveries.json`)).text(), /TEST_NOTIFICATION/);
    assert.notDeepEqual(await listings(), start);
    assert.match((await demo('reset')).stdout, /of \d+ records [1-9]\d* were put back/);
    assert.deepEqual(await listings(), start);
    assert.match((await demo('trigger', 'buy-box-changed')).stdout, /takes the buy box from DEMO-SKU-1\.\n$/);
    assert.match((await demo('reset')).stdout, / 1 were put back/);
  });

  test('only the page of the service itself presses a button', async () => {
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      assert.equal((await press('BUY_BOX_CHANGED', headers as Record<string, string>)).status, 403);
    assert.equal((await press('OTHER')).status, 404);
    assert.equal((await press('BUY_BOX_CHANGED', { ...own(), 'x-forwarded-for': '203.0.113.7' })).status, 421);
  });

  test('a wrong call says what there is, and one without a service how to start it', async () => {
    const failed = async (args: string[], more = {}) =>
      run(process.execPath, ['start.js', 'demo', ...args], { cwd: projectFolder, env: { ...env, ...more } }).then(
        () => assert.fail('it worked'),
        (error: { code: number; stderr: string }) => error,
      );
    const wrong = [['trigger', 'NOTHING'], [], ['trigger'], ['reset', 'now']];
    for (const args of isTorture ? wrong : wrong.slice(0, 1)) {
      const { code, stderr } = await failed(args);
      assert.deepEqual([code, stderr.includes('npm run demo -- trigger EVENT')], [2, true], args.join(' '));
    }
    const { code, stderr } = await failed(['reset'], { PORT: '1' });
    assert.deepEqual([code, /^No service answers at .+ npm start\n$/.test(stderr)], [1, true], stderr);
  });

  testInTorture('the end of a secret is told when the worker asks the next time', async () => {
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0);
    service = startService({ DATA_DIR: dataDir });
    base = await service.address();
    assert.ok((await kindsUntil([LATE])).has(LATE));
  });
});
