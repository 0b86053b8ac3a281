import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCsv } from '../../../src/wire/csv.ts';
import { onEngine } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const TEXTS = [
  '=HYPERLINK("http://evil.example";"x")',
  "+1,2;'=3",
  '@SUM(1)<script>alert(1)</script>',
  "'-2",
  '＝cmd|x',
  '"quoted", and; more',
];
const where = { marketplaceId: 'STORE_US' };

onEngine('sqlite', 'titles and SKUs that somebody else wrote', (engine) => {
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
    const records = TEXTS.flatMap((text, n) => [
      { kind: 'item', ...where, itemId: `EVIL${n}`, category: 'toys_games', attributes: { Title: text } },
      {
        ...{ kind: 'offer', ...where, sellerId: 'ACME', sku: text, itemId: `EVIL${n}`, condition: 'New' },
        ...{ subCondition: 'New', channel: 'SELLER', listingPrice: 20, quantity: 1 },
      },
    ]);
    await app.market.writer.apply(records.map(recordOf), { boards: 'now' });
  });
  after(() => app.close());

  const body = { reportType: 'POSITIONS', marketplaceIds: ['STORE_US'], parameters: { SellerSKUs: TEXTS } };

  test('are no formula in a spreadsheet of any country, and come back as they were', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      const { reportDocumentId } = await app.made('for.ACME', { ...body, format: 'CSV', locale });
      const { body: text } = await app.send('for.ACME', 'GET', `/documents/${reportDocumentId}`);
      const rows = readCsv(text);
      assert.ok(Array.isArray(rows));
      const [header = [], ...lines] = rows.map(({ cells }) => cells);
      const column = (name: string) => lines.map((cells) => cells[header.indexOf(name)]);
      assert.ok(lines.every((cells) => cells.length === header.length));
      assert.deepEqual(new Set(column('SellerSKU')), new Set(TEXTS));
      assert.deepEqual(column('Title'), column('SellerSKU'));
      // As a program sees it that takes no apostrophe away, wherever it takes a cell to begin.
      assert.doesNotMatch(text, /(^|[,;]"?|[\r\n]"?)[=+@＝](HYP|1|SUM|cmd)/m);
    }
  });

  test('are one line of JSON each', async () => {
    const { reportDocumentId } = await app.made('for.ACME', body);
    const { lines } = await app.lines('for.ACME', reportDocumentId);
    assert.deepEqual(new Set(lines.map(({ Title }) => Title)), new Set(TEXTS));
  });

  test('400 ids and lists without end are refused, and the field is named', async () => {
    const long = 'x'.repeat(257);
    for (const [reportType, parameters, named] of [
      ['POSITIONS', { SellerSKUs: [] }, /parameters\.SellerSKUs/],
      ['POSITIONS', { SellerSKUs: Array.from({ length: 501 }, (_, n) => `s${n}`) }, /parameters\.SellerSKUs/],
      ['POSITIONS', { SellerSKUs: ['a', long] }, /parameters\.SellerSKUs\[1\]/],
      ['WHAT_IF', { strategy: { type: 'win' }, states: ['lost'] }, /parameters\.states\[0\]/],
      ['FEES', { id: long }, /parameters\.id/],
      ['FEES', { id: 'a\u0000' }, /parameters\.id/],
      ['EVENTS', { query: '' }, /parameters\.query/],
      ['DELIVERIES', { id: long }, /parameters\.id/],
    ] as const) {
      const answer = await app.ask('for.ACME', { reportType, marketplaceIds: ['STORE_US'], parameters });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, named);
    }
    for (const path of ['reports', 'documents', 'schedules'])
      assert.equal((await app.send('for.ACME', 'GET', `/${path}/${long}`)).statusCode, 400, path);
  });
});
