import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openPriceChanges, type PriceChangesApp, type Receipt, setTo, usd } from './price-changes-app.ts';

withEnginesInTorture('price changes', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine);
  });
  after(() => app.close());

  test('200 an applied change says what was asked, what it changed and where the listing stands', async () => {
    const answer = await app.ask(
      'own.writes.BOLT',
      { SellerSKUs: ['pan-bolt'], strategy: { type: 'beatBy', amount: usd(0.5) } },
      { 'x-request-id': 'ask-1' },
    );
    assert.equal(answer.statusCode, 200, answer.body);
    const { Totals, Receipts, MarketplaceId } = answer.json().payload;
    assert.equal(MarketplaceId, 'STORE_US');
    assert.deepEqual(Totals, {
      ...{ ACCEPTED: 0, PENDING: 0, APPLIED: 1, UNCHANGED: 0, REJECTED: 0, REPLACED: 0, OVERRIDDEN: 0 },
    });
    const [{ PriceChangeId, CreatedTime, SettledTime, Result, ...receipt }] = Receipts;
    assert.match(PriceChangeId, /^pc_[\w-]+$/);
    assert.equal(CreatedTime, '2026-11-15T12:00:00.000Z');
    assert.equal(SettledTime, CreatedTime);
    assert.deepEqual(receipt, {
      ...{ MarketplaceId: 'STORE_US', SellerSKU: 'pan-bolt', storeItemId: 'PAN', State: 'APPLIED', TermsRevision: 2 },
      Asked: { CustomerType: 'Consumer', strategy: { type: 'beatBy', amount: usd(0.5) } },
      TermsBefore: {
        ...{ LandedPrice: usd(22), ListingPrice: usd(18), Shipping: usd(4), quantityDiscountPrices: [] },
      },
      TermsAfter: {
        ...{ LandedPrice: usd(21.5), ListingPrice: usd(17.5), Shipping: usd(4), quantityDiscountPrices: [] },
      },
      ChangedBy: { Kind: 'application', ApplicationId: 'app-of-BOLT' },
      RequestId: 'ask-1',
    });
    const explained = await app.explained('for.BOLT', 'pan-bolt');
    assert.deepEqual(Result, {
      IsBuyBoxWinner: true,
      Reason: 'The offer holds the buy box: its landed price is lower by 0.50 USD.',
      DecidedBy: 'LandedPrice',
      CompetingLandedPrice: usd(22),
      EligibleOffers: explained.EligibleOffers,
      AfterFees: explained.Offer.AfterFees,
    });
    assert.deepEqual((await app.receipt('for.BOLT', PriceChangeId)).json().payload, Receipts[0]);
  });

  test('200 what whatIf was asked can be sent as it is, and a refused listing does not stop the others', async () => {
    const body = {
      MarketplaceId: 'STORE_US',
      CustomerType: 'consumer',
      strategy: { type: 'match' },
      floor: usd(20),
      listings: [
        { SellerSKU: 'pan-core-soon' },
        { SellerSKU: 'nope' },
        { SellerSKU: 'pan-core', floor: usd(25) },
        { SellerSKU: 'ket-core', strategy: setTo(42) },
        { SellerSKU: 'lamp-core-mint', strategy: setTo(99.99) },
        { SellerSKU: 'lamp-core-used', floor: usd(10) },
      ],
    };
    const tried = await app.send('for.CORE', 'POST', '/whatIf', { payload: body });
    const statuses: string[] = tried.json().payload.Listings.map(({ status }: { status: string }) => status);
    assert.deepEqual(statuses, [
      ...['NOT_ELIGIBLE', 'INVALID_SKU', 'BELOW_FLOOR', 'WOULD_LOSE', 'WOULD_WIN', 'WOULD_LOSE'],
    ]);
    const receipts = await app.change('own.writes.CORE', body);
    assert.deepEqual(receipts.map(shortly), [
      'pan-core-soon REJECTED NOT_ELIGIBLE',
      'nope REJECTED INVALID_SKU',
      'pan-core REJECTED BELOW_FLOOR',
      'ket-core APPLIED 42',
      'lamp-core-mint UNCHANGED 99.99',
      'lamp-core-used UNCHANGED 13',
    ]);
    const [, , below] = receipts;
    assert.deepEqual([below?.Rejection?.Limit, below?.Rejection?.Unit], [usd(25), 'money']);
    assert.ok((below?.Rejection?.Reason.length ?? 0) > 10);
    assert.equal(receipts[1]?.TermsBefore, undefined);
  });

  test('200 terms change beside the price or without it, and null removes one', async () => {
    const tiers = [
      { quantityTier: 5, listingPrice: usd(25) },
      { quantityTier: 10, listingPrice: usd(24) },
    ];
    const named = await app.one('own.writes.BOLT', 'lamp-bolt', {
      terms: { Shipping: usd(1), BusinessPrice: usd(28), quantityDiscountPrices: tiers },
    });
    assert.equal(named.State, 'APPLIED');
    const { quantityDiscountPrices: written, ...prices } = named.TermsAfter ?? assert.fail();
    assert.deepEqual(prices, {
      ...{ LandedPrice: usd(31), ListingPrice: usd(30), Shipping: usd(1), BusinessPrice: usd(28) },
    });
    assert.deepEqual(
      written.map(({ quantityTier, listingPrice }) => [quantityTier, listingPrice.Amount]),
      [
        [5, 25],
        [10, 24],
      ],
    );
    const removed = await app.one('own.writes.BOLT', 'lamp-bolt', {
      strategy: setTo(29),
      terms: { Shipping: null, BusinessPrice: null, quantityDiscountPrices: null },
      floor: null,
    });
    assert.deepEqual(removed.TermsAfter, { ListingPrice: usd(29), quantityDiscountPrices: [] });
    assert.deepEqual(removed.Asked, {
      ...{ CustomerType: 'Consumer', strategy: setTo(29), Confirm: true },
      terms: { Removed: ['Shipping', 'BusinessPrice', 'quantityDiscountPrices'] },
    });
    assert.equal(removed.TermsRevision, (named.TermsRevision ?? 0) + 1);
    assert.match(removed.Result?.Reason ?? '', /not eligible for the buy box: it fails shippingCharge/);
    const wrong = await app.one('own.writes.BOLT', 'lamp-bolt', {
      terms: { quantityDiscountPrices: tiers.toReversed() },
    });
    assert.equal(wrong.Rejection?.Code, 'InvalidTerms');
  });

  test('200 another IfTermsRevision than that of the terms is refused with both figures', async () => {
    const { TermsRevision = 0 } = await app.one('own.writes.DUNE', 'lamp-dune', { strategy: setTo(31) });
    const refused = await app.one('own.writes.DUNE', 'lamp-dune', {
      ...{ strategy: setTo(30), IfTermsRevision: TermsRevision - 1 },
    });
    assert.deepEqual(
      [refused.State, refused.Rejection?.Code, refused.Rejection?.Actual, refused.Rejection?.Unit],
      ['REJECTED', 'Conflict', TermsRevision, 'revision'],
    );
    const applied = await app.one('own.writes.DUNE', 'lamp-dune', {
      ...{ strategy: setTo(30), IfTermsRevision: TermsRevision },
    });
    assert.equal(applied.TermsRevision, TermsRevision + 1);
  });

  test('200 with the same Idempotency-Key nothing changes twice; 422 with another body', async () => {
    // A caller that sends the same request again may send its id again, too.
    const key = { 'idempotency-key': 'key-1', 'x-request-id': 'request-1' };
    const body = { SellerSKUs: ['ket-bolt'], strategy: { type: 'beatBy', amount: usd(0.1) } };
    const first = await app.ask('own.writes.BOLT', body, key);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    const again = await app.ask('own.writes.BOLT', body, key);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    const other = await app.ask('own.writes.BOLT', { ...body, strategy: setTo(1) }, key);
    assert.equal(other.statusCode, 422);
    assert.equal(other.json().errors[0].code, 'IdempotencyConflict');
    // Another application has its own keys.
    const theirs = await app.ask('app-2.writes.BOLT', body, key);
    assert.notEqual(theirs.json().payload.Receipts[0].PriceChangeId, first.json().payload.Receipts[0].PriceChangeId);
  });

  test('200 an undo gives the terms before back, once; 409 when nothing was applied', async () => {
    const sku = 'pan-edge';
    const applied = await app.one('own.writes.EDGE', sku, { strategy: setTo(20), terms: { BusinessPrice: usd(19) } });
    const answer = await app.undo('own.writes.EDGE', applied.PriceChangeId, { 'idempotency-key': 'undo-1' });
    assert.equal(answer.statusCode, 200, answer.body);
    const undo: Receipt = answer.json().payload;
    assert.deepEqual([undo.State, undo.TermsAfter], ['APPLIED', applied.TermsBefore]);
    assert.deepEqual(undo.Asked, {
      ...{ CustomerType: 'Consumer', IfTermsRevision: applied.TermsRevision, UndoOf: applied.PriceChangeId },
    });
    const again = await app.undo('own.writes.EDGE', applied.PriceChangeId, { 'idempotency-key': 'undo-1' });
    assert.deepEqual(again.json(), answer.json());
    assert.equal(again.headers['idempotency-replayed'], 'true');
    const late = (await app.undo('own.writes.EDGE', applied.PriceChangeId)).json().payload;
    assert.deepEqual([late.State, late.Rejection.Code], ['REJECTED', 'Conflict']);
    const refused = await app.undo('own.writes.EDGE', late.PriceChangeId);
    assert.equal(refused.statusCode, 409);
    assert.match(refused.json().errors[0].details, /REJECTED/);
  });

  test('200 receipts are listed from the newest on, by marketplace, SKU and state, page by page', async () => {
    for (const amount of [30, 31, 32]) await app.one('own.writes.HUSH', 'lamp-hush', { strategy: setTo(amount) });
    await app.one('own.writes.HUSH', 'pan-hush', { strategy: setTo(20) });
    await app.one('own.writes.HUSH', 'nope', { strategy: setTo(20) });
    const page = async (query: string) => {
      const answer = await app.send('for.HUSH', 'GET', `/priceChanges${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().payload as { Receipts: Receipt[]; nextToken?: string };
    };
    const all = await page('');
    assert.deepEqual(all.Receipts.map(shortly), [
      'nope REJECTED INVALID_SKU',
      'pan-hush APPLIED 20',
      'lamp-hush APPLIED 32',
      'lamp-hush APPLIED 31',
      'lamp-hush APPLIED 30',
    ]);
    assert.equal(all.nextToken, undefined);
    assert.deepEqual((await page('?state=rejected')).Receipts, all.Receipts.slice(0, 1));
    assert.deepEqual((await page('?SellerSKU=lamp-hush')).Receipts, all.Receipts.slice(2));
    assert.deepEqual((await page('?SellerSKU=lamp-hush&state=UNCHANGED')).Receipts, []);
    assert.deepEqual((await page('?MarketplaceId=STORE_US&state=REJECTED')).Receipts, all.Receipts.slice(0, 1));
    const elsewhere = await app.send('for.HUSH', 'GET', '/priceChanges?MarketplaceId=NOWHERE');
    assert.equal(elsewhere.statusCode, 400);
    assert.match(elsewhere.json().errors[0].details, /no marketplace NOWHERE/);
    assert.deepEqual((await page('?MarketplaceId=STORE_JP')).Receipts, []);
    const paged: Receipt[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { Receipts, nextToken } = await page(`?limit=2${after && `&after=${after}`}`);
      assert.ok(Receipts.length <= 2);
      paged.push(...Receipts);
      after = nextToken;
    }
    assert.deepEqual(paged, all.Receipts);
    assert.deepEqual((await page('?SellerSKU=pan-acme')).Receipts, [], "another seller's SKU");
  });
});

const shortly = ({ SellerSKU, State, Rejection, TermsAfter, TermsBefore }: Receipt) =>
  `${SellerSKU} ${State} ${Rejection?.Code ?? (TermsAfter ?? TermsBefore)?.ListingPrice.Amount}`;
