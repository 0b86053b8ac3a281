import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readCsv } from '../../../src/wire/csv.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const setTo = (Amount: number) => ({ type: 'setTo', price: { CurrencyCode: 'USD', Amount } });

withEnginesInTorture('reports', (engine) => {
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
    await app.change('own.writes.BOLT', { SellerSKUs: ['pan-bolt'], strategy: setTo(17.5), Confirm: true });
    await app.change('own.writes.BOLT', { SellerSKUs: ['pan-bolt'], strategy: setTo(17), Confirm: true });
  });
  after(() => app.close());

  test('202 a report is queued, made, and has the lines of one instant', async () => {
    const answer = await app.ask('for.BOLT', { reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_US'] });
    assert.equal(answer.statusCode, 202, answer.body);
    const { reportId, state } = answer.json();
    assert.equal(state, 'IN_QUEUE');
    await app.makeAll();
    const done = await app.report('for.BOLT', reportId);
    assert.deepEqual([done.state, done.lines, done.processed, done.total], ['DONE', 2, 2, 2]);
    const { head, lines } = await app.lines('for.BOLT', done.reportDocumentId);
    assert.deepEqual(
      [head.reportId, head.instant, head.sequence, head.versions],
      [reportId, done.instant, done.sequence, done.versions],
    );
    assert.deepEqual(
      lines.map((line) => [
        line.SellerSKU,
        line.State,
        line['TermsBefore.ListingPrice'],
        line['TermsAfter.ListingPrice'],
      ]),
      [
        ['pan-bolt', 'APPLIED', 18, 17.5],
        ['pan-bolt', 'APPLIED', 17.5, 17],
      ],
    );
  });

  test('200 CSV has the same facts, with the signs of the locale', async () => {
    const body = { reportType: 'PRICE_CHANGES', format: 'CSV', locale: 'de-DE' };
    const { reportDocumentId } = await app.made('for.BOLT', body);
    const text = (await app.send('for.BOLT', 'GET', `/documents/${reportDocumentId}`)).body;
    const rows = readCsv(text);
    assert.ok(Array.isArray(rows));
    const [header, first] = rows.map(({ cells }) => cells);
    const cell = (name: string) => first?.[header?.indexOf(name) ?? -1];
    assert.deepEqual([cell('SellerSKU'), cell('TermsAfter.ListingPrice'), rows.length], ['pan-bolt', '17,5', 3]);
  });

  test('200 since an earlier report only what differs comes', async () => {
    const body = { reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_US'] };
    const first = await app.made('for.BOLT', body);
    await app.change('own.writes.BOLT', { SellerSKUs: ['pan-bolt'], strategy: setTo(16.5), Confirm: true });
    await app.db.run('DELETE FROM price_change WHERE id = (SELECT MIN(id) FROM price_change)');
    const second = await app.made('for.BOLT', { ...body, since: first.reportId });
    const { head, lines } = await app.lines('for.BOLT', second.reportDocumentId);
    assert.equal(head.since.reportId, first.reportId);
    assert.deepEqual(
      lines.map((line) => [line.removed, line['TermsAfter.ListingPrice']]),
      [
        [true, undefined],
        [undefined, 16.5],
      ],
    );
    assert.deepEqual([second.lines, second.removed], [2, 1]);
    const third = await app.made('for.BOLT', { ...body, since: second.reportId });
    assert.equal(third.lines, 0);
    const other = await app.ask('for.BOLT', { ...body, parameters: { state: 'APPLIED' }, since: first.reportId });
    assert.equal(other.statusCode, 400);
    assert.match(other.body, /since must be the reportId/);
  });

  test('206 a download goes on where it was cut off, and 304 it is the same', async () => {
    const { reportDocumentId: id, gzipBytes } = await app.made('for.BOLT', { reportType: 'PRICE_CHANGES' });
    const get = (headers: Record<string, string>, query = '') =>
      app.send('for.BOLT', 'GET', `/documents/${id}${query}`, { headers });
    const whole = await get({});
    const etag = whole.headers.etag as string;
    const part = await get({ range: 'bytes=10-', 'if-range': etag });
    assert.deepEqual([part.statusCode, part.body], [206, whole.body.slice(10)]);
    assert.equal((await get({ range: 'bytes=-5' })).body, whole.body.slice(-5));
    assert.equal((await get({ range: 'bytes=10-', 'if-range': '"another"' })).statusCode, 200);
    assert.equal((await get({ range: `bytes=${whole.body.length}-` })).statusCode, 416);
    assert.equal((await get({ 'if-none-match': etag })).statusCode, 304);
    const gzip = await get({}, '?compression=gzip');
    assert.deepEqual([gzip.headers['content-type'], gzip.rawPayload.length], ['application/gzip', gzipBytes]);
    assert.equal(gunzipSync(gzip.rawPayload).toString(), whole.body);
    assert.match(String(gzip.headers['content-disposition']), /attachment; filename="price-changes-\w+\.jsonl\.gz"/);
  });

  test('400 what is wrong is named', async () => {
    const cases: [object, RegExp][] = [
      [{ reportType: 'NOPE' }, /reportType must be/],
      [{}, /reportType/],
      [{ reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_XX'] }, /marketplaceIds names STORE_XX/],
      [{ reportType: 'PRICE_CHANGES', parameters: { state: 'NOPE' } }, /parameters\.state/],
      [{ reportType: 'PRICE_CHANGES', parameters: { since: 'soon' } }, /parameters\.since must be/],
      [
        { reportType: 'PRICE_CHANGES', parameters: { since: '2026-11-02', until: '2026-11-01' } },
        /parameters\.until must be later/,
      ],
      [{ reportType: 'POSITIONS', parameters: { states: ['lost'] } }, /parameters\.states\[0\] must be one of winning/],
      [{ reportType: 'POSITIONS', parameters: { states: 'losing' } }, /parameters\.states must be an array/],
      [{ reportType: 'FEES', parameters: { asOf: ['tomorrow'] } }, /parameters\.asOf\[0\] must be/],
      [
        { reportType: 'FEES', parameters: { asOf: ['2040-01-01', '2040-01-01T00:00:00Z'] } },
        /parameters\.asOf\[1\] repeats/,
      ],
      [{ reportType: 'WHAT_IF' }, /parameters\.strategy is required/],
      [
        { reportType: 'WHAT_IF', parameters: { strategy: { type: 'beatBy' } } },
        /parameters\.strategy\.amount is missing/,
      ],
      [
        { reportType: 'WHAT_IF', parameters: { strategy: { type: 'win' }, floor: { CurrencyCode: 'EUR', Amount: 1 } } },
        /parameters\.floor\.CurrencyCode must be JPY, the currency of STORE_JP/,
      ],
      [{ reportType: 'PRICE_HISTORY', parameters: { OfferType: 'B2B' } }, /parameters\.OfferType must be B2C/],
      [{ reportType: 'PRICE_HISTORY', parameters: { CustomerType: 'Nobody' } }, /parameters\.CustomerType/],
      [{ reportType: 'BUY_BOX_SHARE', parameters: { since: '15.11.2026' } }, /parameters\.since must be/],
      [{ reportType: 'EVENTS', parameters: { after: -1 } }, /parameters\.after/],
      [{ reportType: 'EVENTS', parameters: { eventTypes: ['NOPE'] } }, /parameters\.eventTypes\[0\]/],
      [{ reportType: 'DELIVERIES', parameters: { state: 'LOST' } }, /parameters\.state/],
      [{ reportType: 'DELIVERIES', parameters: { until: 5 } }, /parameters\.until/],
      [{ reportType: 'PRICE_CHANGES', locale: 'xx-123456789' }, /locale must be/],
      [{ reportType: 'PRICE_CHANGES', format: 'XML' }, /format/],
      [{ reportType: 'PRICE_CHANGES', since: 'rep_nope' }, /since must be/],
    ];
    for (const [body, expected] of cases) {
      const answer = await app.ask('for.BOLT', body);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, expected);
    }
  });

  test('204 a report that waits is cancelled, one that has ended is removed with its document', async () => {
    const { reportId } = (await app.ask('for.BOLT', { reportType: 'PRICE_CHANGES' })).json();
    assert.equal((await app.send('for.BOLT', 'DELETE', `/reports/${reportId}`)).statusCode, 204);
    await app.makeAll();
    assert.equal((await app.report('for.BOLT', reportId)).state, 'CANCELLED');
    const done = await app.made('for.BOLT', { reportType: 'PRICE_CHANGES' });
    assert.equal((await app.send('for.BOLT', 'DELETE', `/reports/${done.reportId}`)).statusCode, 204);
    for (const path of [`/reports/${done.reportId}`, `/documents/${done.reportDocumentId}`])
      assert.equal((await app.send('for.BOLT', 'GET', path)).statusCode, 404);
  });

  test('404 no other seller and no other application sees a report', async () => {
    const mine = await app.made('app-2.for.BOLT', { reportType: 'PRICE_CHANGES' });
    for (const token of ['for.ACME', 'app-3.for.BOLT', 'app-2.for.ACME']) {
      for (const path of [`/reports/${mine.reportId}`, `/documents/${mine.reportDocumentId}`])
        assert.equal((await app.send(token, 'GET', path)).statusCode, 404);
      assert.equal((await app.send(token, 'DELETE', `/reports/${mine.reportId}`)).statusCode, 404);
      const listed = (await app.send(token, 'GET', '/reports')).json().reports;
      assert.ok(!listed.some((one: { reportId: string }) => one.reportId === mine.reportId));
    }
    assert.equal((await app.report('for.BOLT', mine.reportId)).createdBy, 'app-2');
  });

  test('200 REPORT_READY is told once, to the seller and to the application that asked, with an address that needs a token', async () => {
    const eventsOf = async (application?: string) => {
      const page = await app.notifications.events.page(
        { sellerId: 'BOLT', ...(application && { application }) },
        {
          ...{ after: 0, limit: 500, maxBytes: 1e9 },
        },
      );
      return page.events.map(({ text }) => JSON.parse(text)).filter(({ type }) => type === 'REPORT_READY');
    };
    const before = [await eventsOf(), await eventsOf('app-8'), await eventsOf('app-9')].map(({ length }) => length);
    const mine = await app.made('app-8.for.BOLT', { reportType: 'PRICE_CHANGES', format: 'CSV' });
    await app.makeAll();
    const [own, its, others] = [await eventsOf(), await eventsOf('app-8'), await eventsOf('app-9')];
    assert.deepEqual([own.length, its.length, others.length], [(before[0] ?? 0) + 1, 1, before[2]]);
    const { data } = its[0];
    assert.deepEqual(data, {
      ...{ payloadVersion: '1.0', sellerId: 'BOLT', reportId: mine.reportId, reportType: 'PRICE_CHANGES' },
      ...{ marketplaceIds: mine.marketplaceIds, format: 'CSV', state: 'DONE', lines: mine.lines, bytes: mine.bytes },
      ...{ reportDocumentId: mine.reportDocumentId, expiresTime: mine.expiresTime },
      documentUrl: `https://service.example/reports/v4/documents/${mine.reportDocumentId}`,
    });
    const path = new URL(data.documentUrl).pathname;
    assert.equal((await app.app.inject({ url: path })).statusCode, 401);
    // A comparison whose earlier report is removed meanwhile fails, and is told, too.
    const body = { reportType: 'PRICE_CHANGES', format: 'CSV', since: mine.reportId };
    const waiting = (await app.ask('app-8.for.BOLT', body)).json();
    assert.equal((await app.send('app-8.for.BOLT', 'DELETE', `/reports/${mine.reportId}`)).statusCode, 204);
    await app.makeAll();
    const failed = (await eventsOf('app-8')).at(-1)?.data;
    assert.deepEqual([failed.reportId, failed.state, failed.failure.code], [waiting.reportId, 'FATAL', 'SinceRemoved']);
    assert.equal(failed.documentUrl, undefined);
  });

  test('429 more than 20 reports wait', async () => {
    for (let n = 0; n < 20; n += 1)
      assert.equal((await app.ask('for.CORE', { reportType: 'PRICE_CHANGES' })).statusCode, 202);
    const answer = await app.ask('for.CORE', { reportType: 'PRICE_CHANGES' });
    assert.equal(answer.statusCode, 429);
    assert.match(answer.body, /has 20 reports that wait/);
    const page = (await app.send('for.CORE', 'GET', '/reports?limit=15&states=in_queue')).json();
    const rest = (
      await app.send('for.CORE', 'GET', `/reports?limit=15&states=IN_QUEUE&nextToken=${page.nextToken}`)
    ).json();
    assert.deepEqual([page.reports.length, rest.reports.length, rest.nextToken], [15, 5, undefined]);
  });

  test('202 a repeated request with its key gets the same report, and 422 another body', async () => {
    const headers = { 'idempotency-key': 'again' };
    const [first, second] = [
      await app.ask('for.DUNE', { reportType: 'PRICE_CHANGES' }, headers),
      await app.ask('for.DUNE', { reportType: 'PRICE_CHANGES' }, headers),
    ];
    assert.equal(second.json().reportId, first.json().reportId);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal((await app.ask('for.DUNE', { reportType: 'PRICE_CHANGES', format: 'CSV' }, headers)).statusCode, 422);
  });
});
