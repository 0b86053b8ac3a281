import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createLog } from '../../../src/log/log.ts';
import { exportedRecords } from '../../../src/market/export/exported-records.ts';
import { openMarket } from '../../../src/market/market.ts';
import { auditedExport } from '../../../src/roles/api/audit.ts';
import { withEngines } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';
import { until } from '../../harness/until.ts';
import { type Fixture, fixtureOn, item, marketplace, offer, seller } from '../../market/market-fixture.ts';

const WRITE = 'operator~market~write';
/** 15 MB together: more than what waits in a stream and in the sockets. */
const ITEMS = 500;
const LONG = 'x'.repeat(30_000);

withEngines('GET /operator/v1/export', (engine) => {
  let fixture: Fixture;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;

  before(async () => {
    fixture = await fixtureOn(await (await engine.migrated()).open());
    await fixture.take([marketplace('M1', 'USD', true), marketplace('M2', 'USD', false), seller('S1'), item('I1')]);
    await fixture.take([{ ...item('I2'), marketplaceId: 'M2' }]);
    const long = (n: number) => ({ ...item(`LONG-${n}`), attributes: { Note: LONG } });
    for (let n = 0; n < ITEMS; n += 100) await fixture.take(Array.from({ length: 100 }, (_, m) => long(n + m)));
    await fixture.take([offer('S1', 'sku', 'I1')]);
    provider = await startProvider();
    const { db } = fixture;
    const now = () => fixture.clock.now;
    const market = openMarket(db, now);
    service = await startApp({
      groups: pathGroupsOf({
        ...{ ...bareService, market, auditLog: new AuditLog(db) },
        beginExport: auditedExport({ market, db, now, log: createLog('silent') }),
      }),
      guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
      logLevel: 'silent',
    });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const read = (query: Record<string, string | string[]> = {}, token = WRITE) =>
    service.app.inject({
      url: '/operator/v1/export',
      query: query as never,
      headers: { authorization: `Bearer ${token}` },
    });
  const kindsIn = (text: string) => {
    const kinds = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind as string);
    return Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all]) => `${kind} ${all?.length}`);
  };
  const audit = async () => {
    const entries = await new AuditLog(fixture.db).page({ limit: 500, operation: 'exportMarket' });
    return entries.toReversed().map(({ outcome, who, details }) => ({ outcome, who: who.id, ...details }));
  };
  /** A reader that takes nothing more once the answer has begun. */
  const lazy = async () => {
    const { port } = service.app.server.address() as AddressInfo;
    const sent = request({ port, path: '/operator/v1/export', headers: { authorization: `Bearer ${WRITE}` } }).end();
    const [answer] = await once(sent, 'response');
    answer.pause();
    return { sent, status: answer.statusCode as number };
  };

  test('200 gives what npm run export writes, in the order of an import, also as gzip', async () => {
    const whole = await read();
    assert.equal(whole.statusCode, 200, whole.body.slice(0, 500));
    const written: string[] = [];
    for await (const { line } of exportedRecords(fixture.db)) written.push(`${line}\n`);
    assert.ok(whole.body === written.join(''));
    assert.deepEqual(kindsIn(whole.body), ['marketplace 2', 'seller 3', `item ${ITEMS + 2}`, 'offer 1']);
    assert.equal(whole.headers['content-disposition'], 'attachment; filename="market.jsonl"');
    const zipped = await read({ compression: 'GZIP', kind: ['offer', 'seller'] });
    assert.deepEqual(kindsIn(gunzipSync(zipped.rawPayload).toString()), ['seller 3', 'offer 1']);
    assert.equal(zipped.headers['content-disposition'], 'attachment; filename="market-offer-seller.jsonl.gz"');
  });

  test('200 gives single kinds and marketplaces; nothing is an empty answer', async () => {
    assert.deepEqual(kindsIn((await read({ marketplaceId: 'M2' })).body), ['marketplace 1', 'seller 3', 'item 1']);
    assert.deepEqual(kindsIn((await read({ marketplaceId: 'M2', kind: 'item' })).body), ['item 1']);
    const { statusCode, body } = await read({ marketplaceId: 'M2', kind: 'offer' });
    assert.deepEqual([statusCode, body], [200, '']);
    // Decision 16: an unknown marketplace is no empty one, and does not come with the addresses of all sellers.
    const wrong = [{ marketplaceId: 'M9' }, { marketplaceId: "M1' OR 1=1", kind: 'item' }, { marketplaceId: '' }];
    for (const query of [{ kind: 'people' }, { compression: 'ZIP' }, ...wrong])
      assert.equal((await read(query)).statusCode, 400, JSON.stringify(query));
    assert.match((await read({ marketplaceId: 'M9' })).body, /marketplaceId.*M1/);
  });

  test('200 a reader that stops reading holds two exports at most; 409 for a third; what changes meanwhile is not in it', async () => {
    const readers = [await lazy(), await lazy()];
    assert.deepEqual(
      readers.map(({ status }) => status),
      [200, 200],
    );
    const third = await read();
    assert.equal(third.statusCode, 409, third.body.slice(0, 200));
    for (const { sent } of readers) sent.destroy();
    await until('the exports have ended', async () => (await read({ kind: 'priceGuard' })).statusCode === 200);
    const failed = async () => (await audit()).filter(({ outcome }) => outcome === 'failed');
    await until('an export that was not read to its end has failed', async () => (await failed()).length === 2);
    for (const { lines } of (await failed()) as unknown as { lines: number }[])
      assert.ok(lines < ITEMS, `${lines} lines were read for a reader that takes none`);
  });

  test('200 the audit log says who exported what, when it begins and when it ends', async () => {
    await until('the ends of earlier exports are recorded', async () => {
      const outcomes = (await audit()).map(({ outcome }) => outcome);
      return outcomes.filter((one) => one === 'begun').length * 2 === outcomes.length;
    });
    const before = (await audit()).length;
    await read({ kind: 'offer', marketplaceId: 'M1' });
    await until('its end is recorded', async () => (await audit()).length === before + 2);
    const part = { who: 'op', kinds: ['offer'], marketplaceId: 'M1' };
    assert.deepEqual((await audit()).slice(before), [
      { outcome: 'begun', ...part },
      { outcome: 'ended', ...part, lines: 1 },
    ]);
  });

  test('403 without operator:market:write, and nothing is begun', async () => {
    const before = (await audit()).length;
    const rights = OPERATOR_RIGHTS.map((right) => `operator~${right.slice(9).replaceAll(':', '~')}`);
    for (const token of [...rights.filter((one) => one !== WRITE), 'seller', 'for.S1', 'owner.of.S1'])
      assert.equal((await read({}, token)).statusCode, 403, token);
    assert.equal((await audit()).length, before);
  });
});
