import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { documentedBy } from '../../harness/documented.ts';
import { openPricing, type PricingApp, payloadOf } from '../pricing/pricing-app.ts';
import { NOW, workedMarket } from '../pricing/worked-market.ts';

type Offer = { SellerId: string; SellerSKU: string; Gates: { Name: string; Passed: boolean }[]; WinningPrice: object };
type Page = { payload: { Offers: Offer[]; nextToken?: string; Title?: string } };

withEnginesInTorture('all offers on an item, for the operator', (engine) => {
  let pricing: PricingApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    mustFit = await documentedBy(pricing.app);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const get = async (itemId: string, query: Record<string, string> = {}, token = 'operator') => {
    const url = `/operator/v1/items/${encodeURIComponent(itemId)}/offers`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await pricing.app.inject({ url, query: { MarketplaceId: 'STORE_US', ...query }, headers });
    mustFit('GET', '/operator/v1/items/{storeItemId}/offers', answer);
    return answer;
  };
  const page = async (itemId: string, query: Record<string, string> = {}) => {
    const answer = await get(itemId, query);
    assert.equal(answer.statusCode, 200, answer.body);
    return (answer.json() as Page).payload;
  };
  const nameOf = ({ SellerId, SellerSKU }: Offer) => `${SellerId} ${SellerSKU}`;

  test('200 says of every offer what its own seller reads about it, also of those that are not on sale', async () => {
    for (const CustomerType of ['Consumer', 'Business']) {
      const { Offers } = await page('PAN', { CustomerType });
      assert.ok(Offers.length >= 15, 'with offers that fail each of the gates');
      for (const offer of Offers) {
        const path = `/listings/${encodeURIComponent(offer.SellerSKU)}/buyBox`;
        const own = payloadOf(await pricing.get(offer.SellerId, path, { MarketplaceId: 'STORE_US', CustomerType }));
        const { resultStatus, ListingPrice, LandedPrice, Reasons } = own.WinningPrice;
        assert.deepEqual(offer.Gates, own.Gates);
        assert.deepEqual(
          offer.WinningPrice,
          JSON.parse(JSON.stringify({ resultStatus, ListingPrice, LandedPrice, Reasons })),
        );
        const same = [
          'ItemCondition',
          'offerType',
          'IsBuyBoxWinner',
          'IsEligible',
          'Explanation',
          'DecidedBy',
          'TermsRevision',
        ];
        for (const field of same) assert.deepEqual((offer as never)[field], own[field], `${nameOf(offer)} ${field}`);
      }
    }
  });

  test('200 pages of any size have every offer once, in the order of sellers and SKUs', async () => {
    const all = (await page('PAN', { pageSize: '100' })).Offers.map(nameOf);
    assert.equal(new Set(all).size, all.length);
    for (const pageSize of ['1', '2', '7']) {
      const found: string[] = [];
      let nextToken: string | undefined = '';
      for (let pages = 0; nextToken !== undefined && pages < 100; pages += 1) {
        const next: Page['payload'] = await page('PAN', { pageSize, nextToken });
        found.push(...next.Offers.map(nameOf));
        nextToken = next.nextToken;
      }
      assert.deepEqual(found, all);
    }
  });

  test('400 an unknown marketplace, a bad page size, a token of another item', async () => {
    assert.match((await get('PAN', { MarketplaceId: 'NONE' })).body, /There is no marketplace NONE/);
    assert.equal((await get('PAN', { pageSize: '101' })).statusCode, 400);
    const { nextToken = '' } = await page('PAN', { pageSize: '1' });
    const other = await get('POT', { nextToken });
    assert.equal(other.statusCode, 400);
    assert.match(other.body, /nextToken/);
  });

  test('403 a seller, whatever its rights', async () => {
    const answer = await get('PAN', {}, 'for.ACME');
    assert.equal(answer.statusCode, 403);
    assert.match(answer.body, /operator:market:read/);
  });

  test('404 an item that there is not', async () => {
    const answer = await get('NO ITEM');
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /no item with this storeItemId/);
  });
});
