import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { openLimits } from './limits-app.ts';

/* Who changed limits and costs is in the audit log, where the seller reads it. No cost is (decision 50). */

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const OWNER = 'with~pricing-write~limits-write~costs-read.recent.ACME';
const SKU = 'pan-acme';

withEngines('the audit log of limits', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let app: Awaited<ReturnType<typeof openLimits>>;
  before(async () => {
    app = await openLimits(engine);
  });
  after(() => app.close());

  const entries = async (token = 'owner.of.ACME') => {
    const answer = await app.app.inject({ url: '/sellers/v4/audit', headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().entries as Record<string, unknown>[];
  };
  const put = async (token: string, path: string, body: object | string, type?: string) => {
    const before = (await entries()).length;
    app.clock.now += 1_000;
    const answer = await app.send(token, 'PUT', path, { body, ...(type !== undefined && { type }) });
    const added = (await entries()).slice(0, -before || undefined);
    const details = added[0]?.details as { listings: Record<string, { count: number; skus: string[] }> } | undefined;
    return { status: answer.statusCode, added, listings: details?.listings };
  };
  const listings = (of: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(of).map(([name, skus]) => [name, { count: skus.length, skus }]));

  once('an entry names listings, and whether limits were loosened or tightened, once for each call', async () => {
    const first = await put('owner.of.ACME', app.pathOf(SKU), { MinimumPrice: usd(10), MaximumPrice: usd(30) });
    assert.equal(first.status, 200);
    const [{ entryId: _id, time, requestId, ...entry } = {}] = first.added;
    assert.deepEqual([first.added.length, time, typeof requestId], [1, '2026-11-15T12:00:01.000Z', 'string']);
    assert.deepEqual(entry, {
      ...{ who: { type: 'member', id: 'owner-of-ACME' }, from: '127.0.0.1', operation: 'setLimits', outcome: 'done' },
      details: { marketplaceId: 'STORE_US', listings: listings({ changed: [SKU], tightened: [SKU] }) },
    });
    const body = { MinimumPrice: usd(9), MaximumPrice: usd(29), Cost: usd(4.37) };
    const { added } = await put(OWNER, app.pathOf(SKU), body);
    const one = [SKU];
    assert.deepEqual(added[0]?.details, {
      ...{ marketplaceId: 'STORE_US', memberId: 'u1' },
      listings: listings({ changed: one, loosened: one, tightened: one, otherCosts: one }),
    });
    assert.deepEqual([added[0]?.who, added[0]?.from], [{ type: 'client', id: 'app-2' }, undefined]);
    const many = [{ SellerSKU: 'lamp-acme', MinimumPrice: usd(1) }, { SellerSKU: SKU }, { SellerSKU: 'nope' }];
    const form = await put(OWNER, '/limits', { listings: many });
    assert.deepEqual([form.added.length, form.added[0]?.operation], [1, 'setManyLimits']);
    assert.deepEqual(form.listings, {
      ...listings({ changed: ['lamp-acme', SKU], loosened: [SKU], tightened: ['lamp-acme'] }),
    });
    const csv = await put(
      ...([
        OWNER,
        '/limits',
        `SellerSKU,MinimumPrice,MaximumPrice,MinimumNet,Cost\n${SKU},,,,5.21\n`,
        'text/csv',
      ] as const),
    );
    assert.deepEqual(csv.listings, {
      ...listings({ changed: [SKU], otherCosts: [SKU] }),
    });
  });

  once('of many listings an entry has the number, and the first twenty by name', async () => {
    const { offers } = await offersOf(30);
    const many = await put(OWNER, '/limits', {
      listings: offers.map((sku) => ({ SellerSKU: sku, MinimumPrice: usd(2) })),
    });
    const { changed } = many.listings ?? {};
    assert.deepEqual([changed?.count, changed?.skus], [30, offers.slice(0, 20)]);
  });

  const offersOf = async (count: number) => {
    const offers = Array.from({ length: count }, (_, n) => `many-${String(n).padStart(2, '0')}`);
    const [row] = await app.db.all<{ record: string }>(`SELECT record FROM offer WHERE sku = '${SKU}'`);
    const record = JSON.parse(row?.record ?? assert.fail());
    await app.market.writer.apply(
      offers.map((sku) => ({ kind: 'offer', op: 'upsert', value: { ...record, sku } })),
      { boards: 'now' },
    );
    return { offers };
  };

  once('what changes nothing or is refused has no entry, and nobody else reads these entries', async () => {
    const same = { MinimumPrice: usd(1) };
    assert.deepEqual(await put(OWNER, app.pathOf('lamp-acme'), same), { status: 200, added: [], listings: undefined });
    const loosened = await put('with~pricing-write.recent.ACME', app.pathOf('lamp-acme'), {});
    assert.deepEqual(loosened, { status: 403, added: [], listings: undefined });
    assert.deepEqual(await entries('owner.of.BOLT'), []);
  });

  test('limits that have no entry are not stored: both are one transaction', async () => {
    await put(OWNER, app.pathOf('lamp-acme'), { MinimumPrice: usd(1) });
    await app.db.run('ALTER TABLE audit_pending RENAME TO audit_pending_elsewhere');
    const body = { MinimumPrice: usd(3), Cost: usd(6) };
    const answer = await app.send(OWNER, 'PUT', app.pathOf('lamp-acme'), { body });
    await app.db.run('ALTER TABLE audit_pending_elsewhere RENAME TO audit_pending');
    assert.equal(answer.statusCode, 500);
    const read = await app.send(OWNER, 'GET', app.pathOf('lamp-acme'));
    assert.deepEqual([read.json().payload.MinimumPrice, read.json().payload.Cost], [usd(1), undefined]);
  });

  once('no cost and no limit is in the log', async () => {
    await entries();
    const rows = await app.db.all('SELECT * FROM audit_entry');
    assert.ok(rows.length >= 5);
    assert.doesNotMatch(
      JSON.stringify(rows.map((row) => (row as { details: string }).details)),
      /437|4\.37|521|5\.21|Minor/,
    );
  });
});
