import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { documentedBy } from '../../harness/documented.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp } from '../pricing/pricing-app.ts';
import { NOW } from '../pricing/worked-market.ts';

const sellerOf = (sellerId: string, name?: string) => {
  const facts = { plan: 'Professional', feedbackRating: 95, feedbackCount: 10, featuredMerchant: true };
  return recordOf({ kind: 'seller', sellerId, name, ...facts });
};

withEnginesInTorture('GET /sellers/v4/sellerNames', (engine) => {
  let pricing: PricingApp;
  let get: (query: string, token?: string) => Promise<{ statusCode: number; body: string }>;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    const names = { TRICK: 'You have won: shop.example', LONG: `The ${'very '.repeat(20)}long name` };
    const odd = Object.entries(names).map(([id, name]) => sellerOf(id, name));
    await pricing.market.writer.apply([sellerOf('RIVAL', 'Pet Pantry'), sellerOf('PLAIN'), ...odd], { boards: 'now' });
    const mustFit = await documentedBy(pricing.app);
    get = async (query, token = 'for.ACME') => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await pricing.app.inject({ url: `/sellers/v4/sellerNames${query}`, headers });
      mustFit('GET', '/sellers/v4/sellerNames', answer);
      return answer;
    };
  });
  after(() => pricing.close());

  const payloadOf = async (query: string) => {
    const { statusCode, body } = await get(query);
    assert.equal(statusCode, 200, body);
    return JSON.parse(body).payload as { sellerId: string; name?: string }[];
  };

  test('200 in the order of the request, each once; a seller without a name, or without a record, has none', async () => {
    const expected = [{ sellerId: 'PLAIN' }, { sellerId: 'RIVAL', name: 'Pet Pantry' }, { sellerId: 'NOBODY-KNOWN' }];
    assert.deepEqual(await payloadOf('?sellerIds=PLAIN,RIVAL,NOBODY-KNOWN,RIVAL'), expected);
    assert.deepEqual(await payloadOf('?sellerIds=PLAIN&sellerIds=RIVAL&sellerIds=NOBODY-KNOWN'), expected);
  });

  test('200 a name is one short line without a link, and cannot be taken for a word of the service', async () => {
    const [trick, long] = await payloadOf('?sellerIds=TRICK,LONG');
    assert.equal(trick?.name, '"You have won: shop. example"');
    assert.match(long?.name ?? '', /^The very .*\.\.\.$/);
    assert.ok((long?.name ?? '').length <= 40);
  });

  test('400 without SellerIds, with more than 50, and with one that cannot be a SellerId', async () => {
    const many = Array.from({ length: 51 }, (_, n) => `S${n}`).join();
    for (const query of [
      '',
      '?sellerIds=',
      '?sellerIds=,',
      `?sellerIds=${many}`,
      '?sellerIds=A,..',
      '?sellerIds=%00',
    ]) {
      const { statusCode, body } = await get(query);
      assert.equal(statusCode, 400, `${query} ${body}`);
      assert.match(body, /sellerIds/);
    }
  });

  test('401 without a valid token', async () => {
    assert.equal((await get('?sellerIds=RIVAL', 'nobody')).statusCode, 401);
  });
});
