import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openPriceChanges, type PriceChangesApp, setTo, usd } from './price-changes-app.ts';

/* Decision 50: Cost and Profit stand beside Net for seller-api:costs:read alone. */

const SKU = 'pan-bolt';
const WRITER = 'with~pricing-write.recent.BOLT';
const READER = 'with~pricing-write~costs-read.recent.BOLT';
const SCOPE = { marketplaceId: 'STORE_US', sellerId: 'BOLT' };
const seal = new OperatorKey('a key of the tests, long enough');

type AfterFees = { Net: { Amount: number }; Cost?: object; Profit?: { Amount: number } };

withEnginesInTorture('costs in receipts and what-if', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine, { priceChanges: 'direct', seal });
    await setCost(411);
  });
  after(() => app.close());

  const setCost = (costMinor: number | null) =>
    app.market.limits.set(SCOPE, [{ sku: SKU, wanted: { costMinor } }], true);
  const afterFees = (receipt: object) => (receipt as { Result: { AfterFees: AfterFees } }).Result.AfterFees;

  test('a receipt has the profit by the cost when the change was applied, for callers that may read costs', async () => {
    const made = await app.one(READER, SKU, { strategy: setTo(17.9) });
    const { Net, Cost, Profit } = afterFees(made);
    assert.deepEqual([Cost, Profit], [usd(4.11), usd(Math.round(100 * Net.Amount - 411) / 100)]);
    await setCost(622);
    const asked = { costs: READER, none: WRITER, own: 'for.BOLT', app: 'app-9.for.BOLT' };
    const read = async (token: string) => (await app.receipt(token, made.PriceChangeId)).json().payload;
    assert.deepEqual(await read(asked.costs), made, 'it says what was true then');
    for (const token of [asked.none, asked.own, asked.app])
      assert.doesNotMatch(JSON.stringify(await read(token)), /Cost|Profit|4\.11|sealed/, token);
    const page = await app.send(asked.costs, 'GET', `/priceChanges?SellerSKU=${SKU}&limit=1`);
    assert.deepEqual(afterFees(page.json().payload.Receipts[0]), { ...afterFees(made) });
    const undone = await app.undo(READER, made.PriceChangeId);
    assert.deepEqual(afterFees(undone.json().payload).Cost, usd(6.22));
    const unchanged = await app.one(WRITER, SKU, { strategy: setTo(18) });
    assert.deepEqual([unchanged.State, afterFees(unchanged).Cost], ['UNCHANGED', undefined]);
    assert.deepEqual(afterFees(await read(READER)).Cost, usd(4.11));
    const rows = await app.db.all<{ outcome: string }>('SELECT outcome FROM price_change');
    assert.doesNotMatch(JSON.stringify(rows), /costMinor|"(411|622)"|\b0*(411|622)\b/, 'the store has it encrypted');
    await setCost(null);
    const without = await app.one(READER, SKU, { strategy: setTo(17.8) });
    assert.equal(afterFees(without).Profit, undefined);
  });

  test('totals of whatIf have the profits of listings with a cost', async () => {
    const payload = {
      ...{ MarketplaceId: 'STORE_US', strategy: setTo(19) },
      SellerSKUs: (await skusOf()).slice(0, 3),
    };
    assert.ok(payload.SellerSKUs.includes(SKU) && payload.SellerSKUs.length > 1);
    const tried = async (token: string) => (await app.send(token, 'POST', '/whatIf', { payload })).json().payload;
    assert.equal((await tried(READER)).Totals.Profit, undefined, 'no listing has a cost');
    await setCost(250);
    const { Totals, Listings } = await tried(READER);
    const { PresentPrice, NewPrice } = Listings.find(({ SellerSKU }: { SellerSKU: string }) => SellerSKU === SKU);
    assert.deepEqual([Totals.Profit, Totals.NewProfit], [PresentPrice.AfterFees.Profit, NewPrice.AfterFees.Profit]);
    assert.equal(Totals.ProfitUnknown, payload.SellerSKUs.length - 1);
    for (const token of [WRITER, 'for.BOLT']) assert.doesNotMatch(JSON.stringify(await tried(token)), /Cost|Profit/);
  });

  const skusOf = async () => {
    const rows = await app.db.all<{ sku: string }>(`SELECT sku FROM offer WHERE seller_id = 'BOLT' ORDER BY sku DESC`);
    return [SKU, ...rows.map(({ sku }) => sku).filter((sku) => sku !== SKU)];
  };

  test('what whatIf showed is sent with its TermsRevision, and refused when the terms changed in between', async () => {
    const payload = { MarketplaceId: 'STORE_US', strategy: setTo(17.5), SellerSKUs: [SKU] };
    const shown = async () => (await app.send('for.BOLT', 'POST', '/whatIf', { payload })).json().payload.Listings[0];
    const { TermsRevision } = await shown();
    await app.one(WRITER, SKU, { strategy: setTo(17.6) });
    const late = await app.one(WRITER, SKU, { strategy: setTo(17.5), IfTermsRevision: TermsRevision });
    assert.equal(late.Rejection?.Code, 'Conflict');
    const now = await shown();
    const inTime = await app.one(WRITER, SKU, { strategy: setTo(17.5), IfTermsRevision: now.TermsRevision });
    assert.deepEqual([inTime.State, inTime.TermsRevision], ['APPLIED', TermsRevision + 2]);
  });

  test('PresentPriceOutside counts the minimum net, less the cost only for callers that may read it', async () => {
    await setCost(null);
    const { Net } = (await app.explained('for.BOLT', SKU)).Offer.AfterFees;
    const set = async (token: string, minimum: number) => {
      const path = `/listings/${SKU}/limits?MarketplaceId=STORE_US`;
      const answer = await app.send(token, 'PUT', path, { payload: { MinimumNet: usd(minimum) } });
      assert.equal(answer.statusCode, 200, answer.body);
      const many = { listings: [{ SellerSKU: SKU, MinimumNet: usd(minimum) }] };
      const list = await app.send(token, 'PUT', '/listings/limits?MarketplaceId=STORE_US', { payload: many });
      const [result] = list.json().payload.Results;
      const { PresentPriceOutside } = answer.json().payload;
      assert.equal(result.PresentPriceOutside, PresentPriceOutside);
      return PresentPriceOutside as string | undefined;
    };
    const cents = (by: number) => Math.round(100 * Net.Amount + by) / 100;
    assert.equal(await set(WRITER, Net.Amount), undefined);
    assert.match((await set(WRITER, cents(1))) ?? '', /leaves [\d.]+ USD after fees, which is below the minimum net/);
    await app.market.limits.set(SCOPE, [{ sku: SKU, wanted: { costMinor: 5, minimumNetMinor: 1 } }], true);
    assert.equal(await set(WRITER, cents(-4)), undefined, 'a caller without the right cannot find the cost by trying');
    assert.match((await set(READER, cents(-4))) ?? '', /and less the cost that is below the minimum net/);
    assert.equal(await set(WRITER, cents(-4)), undefined);
  });
});
