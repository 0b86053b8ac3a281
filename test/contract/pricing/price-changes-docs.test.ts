import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { makeDemoMarket } from '../../../src/cli/demo/make.ts';
import { RECEIPT_STATES, REFUSAL_CODES } from '../../../src/domain/price-changes/receipt.ts';
import { onEngine } from '../../db/engines.ts';
import { contradictions, exchangesOf } from '../../harness/documented-exchanges.ts';
import type { Receipt } from './price-changes-app.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';

/** The day of the examples. */
const NOW = Date.UTC(2026, 10, 15, 9, 30);

const page = readFileSync(new URL('../../../docs/price-changes.md', import.meta.url), 'utf8');

/** The first column of the table with this heading, without backticks. */
const firstColumn = (head: string) =>
  page
    .split(/\n\n+/)
    .find((part) => part.startsWith(`| ${head} |`))
    ?.split('\n')
    .slice(2)
    .map((line) => line.split('|')[1]?.trim().replaceAll('`', ''));

onEngine('sqlite', 'docs/price-changes.md', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW, { priceChanges: 'direct' });
    await makeDemoMarket(pricing.db, NOW);
  });
  after(() => pricing.close());

  let lastApplied = '';
  const exchanges = exchangesOf(page);
  for (const { line, method, url, body, answer } of exchanges) {
    test(`200 line ${line}: ${method} ${url.replace(/\?.*/, '')} is answered as shown`, async () => {
      pricing.clock.now += 1_000;
      const path = url.replace('/products/pricing/v4', '').replace('{PriceChangeId}', lastApplied);
      const token = 'own.writes.A1DEMOSELLER';
      const actual = await pricing.send(token, method, path, { payload: body as object | undefined });
      assert.equal(actual.statusCode, 200, actual.body);
      const shown = JSON.parse(actual.body.replaceAll('app-of-A1DEMOSELLER', 'demoseller'));
      assert.deepEqual(contradictions(answer, shown), []);
      const applied = ((shown.payload.Receipts ?? []) as Receipt[]).find(({ State }) => State === 'APPLIED');
      lastApplied = applied?.PriceChangeId ?? lastApplied;
    });
  }

  test('every request of the page is one of these', () => {
    assert.equal(exchanges.length, page.match(/^```http$/gm)?.length);
    assert.ok(exchanges.length >= 5);
  });

  test('the tables have every state and every reason for a refusal', () => {
    assert.deepEqual(firstColumn('state | means'), [...RECEIPT_STATES]);
    assert.deepEqual(firstColumn('code | the change is refused because'), [...REFUSAL_CODES]);
  });
});
