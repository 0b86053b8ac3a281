import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { makeDemoMarket } from '../../../src/cli/demo/make.ts';
import { GATES } from '../../../src/domain/pricing/gates.ts';
import { OFFER_STATES } from '../../../src/domain/pricing/offer-state.ts';
import { onEngine } from '../../db/engines.ts';
import { contradictions, type DocumentedExchange, exchangesOf } from '../../harness/documented-exchanges.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';

/** The day of the examples. */
const NOW = Date.UTC(2026, 10, 15, 9, 30);
const SELLERS: Record<string, string> = { demoseller: 'A1DEMOSELLER', demonew: 'A3DEMONEW' };

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const page = read('explain.md');

/** The rows of the table whose first columns have these names, without backticks. */
function rowsOf(text: string, ...names: string[]): string[][] {
  const head = `| ${names.join(' | ')} |`;
  const table = text.split(/\n\n+/).find((part) => part.replaceAll('`', '').startsWith(head)) ?? '';
  const cells = (line: string) => line.slice(1, -1).split('|');
  return table
    .split('\n')
    .slice(2)
    .map((line) => cells(line).map((cell) => cell.trim().replaceAll('`', '')));
}

onEngine('sqlite', 'docs/explain.md', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await makeDemoMarket(pricing.db, NOW);
  });
  after(() => pricing.close());

  async function ask(method: DocumentedExchange['method'], url: string, client = 'demoseller', payload?: object) {
    const headers = { authorization: `Bearer for.${SELLERS[client]}` };
    const answer = await pricing.app.inject({ method, url, headers, ...(payload && { payload }) });
    assert.equal(answer.statusCode, 200, `${url} ${answer.body}`);
    return answer.json();
  }
  const clientOf = (sku: string) => (sku.startsWith('NEW') ? 'demonew' : 'demoseller');
  const explained = async (sku: string) => {
    const url = `/products/pricing/v4/listings/${sku}/buyBox?MarketplaceId=STORE_US`;
    return (await ask('GET', url, clientOf(sku))).payload;
  };

  const exchanges = exchangesOf(page);
  for (const { line, method, url, client, body, answer } of exchanges) {
    test(`200 line ${line}: ${method} ${url.replace(/\?.*/, '')} is answered as shown`, async () => {
      const actual = await ask(method, url, client, body as object | undefined);
      assert.deepEqual(contradictions(answer, actual), []);
    });
  }

  test('every request of the page is one of these', () => {
    assert.equal(exchanges.length, page.match(/^```http$/gm)?.length);
    assert.ok(exchanges.length >= 3);
  });

  test('200 a listing shows each gate failing', async () => {
    const rows = rowsOf(page, 'gate', 'listing', 'why it fails');
    assert.deepEqual(
      rows.map(([gate]) => gate),
      [...GATES],
    );
    type Verdict = { Name: string; Passed: boolean; Explanation: string };
    for (const [gate, sku = '', why = ''] of rows) {
      const verdict = (await explained(sku)).Gates.find(({ Name }: Verdict) => Name === gate) as Verdict;
      assert.equal(verdict.Passed, false, sku);
      assert.ok(verdict.Explanation.startsWith(why), `${verdict.Explanation} instead of ${why}`);
    }
  });

  test('200 a listing shows each result of the expected price', async () => {
    const rows = rowsOf(page, 'listing', 'box', 'resultStatus', 'price', 'because');
    const meanings = rowsOf(page, 'resultStatus', 'means');
    assert.deepEqual(new Set(rows.map(([, , status]) => status)), new Set(meanings.map(([status]) => status)));
    type Result = Record<'CustomerType' | 'offerType' | 'resultStatus', string> & {
      featuredOfferExpectedPrice?: { listingPrice: { Amount: number } };
      reasons?: string[];
    };
    for (const [sku = '', box, ...shown] of rows) {
      const requests = [{ marketplaceId: 'STORE_US', sku }];
      const url = '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice';
      const { responses } = await ask('POST', url, clientOf(sku), { requests });
      const results: Result[] = responses[0].body.featuredOfferExpectedPriceResults;
      const result = results.find(({ CustomerType, offerType }) => `${CustomerType} ${offerType}` === box);
      const price = result?.featuredOfferExpectedPrice?.listingPrice.Amount.toFixed(2);
      assert.deepEqual(shown.slice(0, 2), [result?.resultStatus, price ?? result?.reasons?.join(', ') ?? ''], sku);
    }
  });

  test('200 listings show each state', async () => {
    const rows = rowsOf(page, 'State', 'means', 'listings');
    assert.deepEqual(new Set(rows.map(([state]) => state)), new Set(OFFER_STATES));
    for (const [state = '', , skus = ''] of rows) {
      for (const sku of skus.split(', ')) {
        const { payload } = await ask('GET', `/products/pricing/v4/listings?MarketplaceId=STORE_US&query=${sku}`);
        const listing = payload.Listings.find(({ SellerSKU }: { SellerSKU: string }) => SellerSKU === sku);
        assert.equal(listing?.State, state, sku);
      }
    }
  });

  test('200 listings have the shares of the days', async () => {
    const rows = rowsOf(page, 'listing', '10 Nov');
    assert.ok(rows.length >= 7);
    for (const [sku = '', ...shown] of rows) {
      const { payload } = await ask('GET', `/products/pricing/v4/listings/${sku}/buyBoxShare?MarketplaceId=STORE_US`);
      const shares = payload.Days.map(({ Share }: { Share: number }) => String(Share));
      assert.deepEqual(shown.slice(0, 5), shares.slice(0, 5), sku);
      assert.equal(payload.Days[0].Date, '2026-11-10');
    }
  });

  test('docs/buy-box.md names the gates in their order', () => {
    const buyBox = read('buy-box.md');
    const named = [
      ...rowsOf(buyBox, 'gate', 'passes when'),
      ...rowsOf(buyBox, 'gate', 'passes when', 'exactly at the figure'),
    ];
    assert.deepEqual([...new Set(named.map(([gate]) => gate))], [...GATES]);
  });
});
