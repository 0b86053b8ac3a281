import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openLimits } from './limits-app.ts';

/* Decision 50: who may set limits, loosen them and see costs. */

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const OWNER = 'with~pricing-write~limits-write~costs-read.recent.ACME';
const SKU = 'pan-acme';
const COST = 4.37;

withEnginesInTorture('rights of limits and costs', (engine) => {
  let app: Awaited<ReturnType<typeof openLimits>>;
  before(async () => {
    app = await openLimits(engine);
  });
  after(() => app.close());
  beforeEach(async () => {
    await app.db.run('DELETE FROM listing_limits');
    const body = { MinimumPrice: usd(10), MaximumPrice: usd(30), Cost: usd(COST) };
    assert.equal((await app.send(OWNER, 'PUT', app.pathOf(SKU), { body })).statusCode, 200);
  });

  const tightened = { MinimumPrice: usd(11), MaximumPrice: usd(29) };
  const loosened: Record<string, object> = {
    'a lower minimum': { MinimumPrice: usd(9.99), MaximumPrice: usd(30) },
    'a removed maximum': { MinimumPrice: usd(10) },
    'the same cost': { MinimumPrice: usd(10), MaximumPrice: usd(30), Cost: usd(COST) },
    'a removed cost': { MinimumPrice: usd(10), MaximumPrice: usd(30), Cost: null },
  };
  const bodies = (body: object) =>
    [
      [app.pathOf(SKU), body],
      [
        '/limits',
        {
          listings: [
            { SellerSKU: 'lamp-acme', MinimumPrice: usd(1) },
            { SellerSKU: SKU, ...body },
          ],
        },
      ],
    ] as const;

  test('tightening needs pricing:write alone, without a recent sign-in', async () => {
    for (const who of ['former', 'unknown', 'own'])
      for (const [path, body] of bodies(tightened)) {
        const answer = await app.send(`with~pricing-write.${who}.ACME`, 'PUT', path, { body });
        assert.equal(answer.statusCode, 200, answer.body);
        assert.doesNotMatch(answer.body, /Cost|4\.37/);
      }
  });

  test('403: without pricing:write nothing is set, and with it alone nothing is loosened; the right is named', async () => {
    const cases = [
      ['with~limits-write.recent.ACME', tightened, 'seller-api:pricing:write'],
      ...Object.values(loosened).map(
        (body) => ['with~pricing-write~costs-read.recent.ACME', body, 'seller-api:limits:write'] as const,
      ),
    ] as const;
    for (const [token, wanted, right] of cases)
      for (const [path, body] of bodies(wanted)) {
        const answer = await app.send(token, 'PUT', path, { body });
        assert.equal(answer.statusCode, 403, JSON.stringify(body));
        assert.match(answer.json().errors[0].details, new RegExp(`needs the right ${right}`));
        assert.match(String(answer.headers['www-authenticate']), new RegExp(`scope="${right}"`));
      }
    await mustBeUnchanged();
  });

  test('401: loosening needs a recent sign-in (RFC 9470); an own application has none', async () => {
    for (const who of ['former', 'unknown', 'own'])
      for (const wanted of Object.values(loosened))
        for (const [path, body] of bodies(wanted)) {
          const answer = await app.send(`with~pricing-write~limits-write.${who}.ACME`, 'PUT', path, { body });
          assert.equal(answer.statusCode, 401, `${who} ${JSON.stringify(body)}`);
          assert.match(
            String(answer.headers['www-authenticate']),
            /error="insufficient_user_authentication".*max_age=600/,
          );
        }
    await mustBeUnchanged();
  });

  test('200: loosening with limits:write and a recent sign-in', async () => {
    for (const [name, body] of Object.entries(loosened)) {
      const answer = await app.send('with~pricing-write~limits-write.recent.ACME', 'PUT', app.pathOf(SKU), { body });
      assert.equal(answer.statusCode, 200, name);
      assert.doesNotMatch(answer.body, /Cost|4\.37/);
    }
  });

  async function mustBeUnchanged() {
    const [stored] = await app.market.limits.stored(
      [{ marketplaceId: 'STORE_US', sellerId: 'ACME', sku: SKU }],
      'with cost',
    );
    const { minimumPriceMinor, maximumPriceMinor, costMinor } = stored?.limits ?? {};
    assert.deepEqual([minimumPriceMinor, maximumPriceMinor, costMinor], [1000, 3000, 437]);
    assert.equal((await app.db.all('SELECT sku FROM listing_limits')).length, 1);
  }

  /** Every answer about the listing that has a net, or limits. */
  async function answersFor(token: string): Promise<string[]> {
    const headers = { authorization: `Bearer ${token}` };
    const base = '/products/pricing/v4';
    const at = '?MarketplaceId=STORE_US';
    const requests = [
      { url: `${base}/listings${at}&query=${SKU}` },
      { url: `${base}/listings/${SKU}/buyBox${at}` },
      { url: `${base}/listings/${SKU}/limits${at}` },
      { url: `${base}/listings/limits${at}` },
      { url: `${base}/listings/limits${at}`, headers: { ...headers, accept: 'text/csv' } },
      {
        ...({ method: 'POST', url: `${base}/whatIf` } as const),
        payload: { MarketplaceId: 'STORE_US', strategy: { type: 'match' }, SellerSKUs: [SKU] },
      },
      { url: `${base}/listings/${SKU}/offers${at}&ItemCondition=New` },
    ];
    return Promise.all(
      requests.map(async (request) => {
        const answer = await app.app.inject({ headers, ...request });
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.body;
      }),
    );
  }

  test('costs and profits are in answers to costs:read alone, also after such a caller asked', async () => {
    const nets =
      /"Net":\{"CurrencyCode":"USD","Amount":([-\d.]+)\},"TotalFees":\{[^}]*\}(,"Cost":\{"CurrencyCode":"USD","Amount":4.37\},"Profit":\{"CurrencyCode":"USD","Amount":([-\d.]+)\})?/g;
    for (let n = 0; n < 2; n += 1) {
      const withCosts = await answersFor('with~costs-read.former.ACME');
      assert.equal(withCosts.filter((body) => /\b4\.37\b/.test(body)).length, 6);
      const profits = withCosts
        .flatMap((body) => [...body.matchAll(nets)])
        .filter(([, , found]) => found !== undefined);
      assert.ok(profits.length >= 5, String(profits.length));
      for (const [, net, , profit] of profits) assert.equal(Number(profit), Math.round(100 * Number(net) - 437) / 100);
      for (const token of ['with~pricing-write~limits-write.recent.ACME', 'for.ACME', 'app-9.for.ACME'])
        for (const body of await answersFor(token)) assert.doesNotMatch(body, /Cost|Profit|4\.37/, token);
    }
  });

  test('limits are in listings of their seller, and in no answer to another', async () => {
    const [listings = ''] = await answersFor('for.ACME');
    assert.deepEqual(JSON.parse(listings).payload.Listings[0].Limits, { MinimumPrice: usd(10), MaximumPrice: usd(30) });
    const rival = 'with~pricing-write~limits-write~costs-read.recent.BOLT';
    const seen = await app.send(rival, 'GET', '/limits');
    assert.deepEqual(seen.json().payload.Listings, []);
    assert.equal((await app.send(rival, 'GET', app.pathOf(SKU))).statusCode, 404);
    const removed = await app.send(rival, 'PUT', '/limits', { body: { listings: [{ SellerSKU: SKU }] } });
    assert.deepEqual(removed.json().payload.Results, [{ SellerSKU: SKU, status: 'INVALID_SKU' }]);
    await mustBeUnchanged();
  });
});
