// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listingsOf, losingRows, reviewRows } from '../../console/price-changes/apply/review-rows.ts';
import { confirmationQuestion } from '../../console/price-changes/confirmation.ts';
import { errorText } from '../../console/price-changes/error-text.ts';
import { limitsBody, typedLimits } from '../../console/price-changes/limits/typed-limits.ts';
import { whyNoChanges } from '../../console/price-changes/may-change.ts';
import { canUndo, changedTermsText, outcomeText } from '../../console/price-changes/receipt-words.ts';
import { UnansweredKey } from '../../console/price-changes/unanswered-key.ts';
import type { PriceChangeReceipt, WhatIfResult } from '../../sdk/src/index.ts';
import { calledIn, withMethods } from '../../src/console/used-operations.ts';
import { RECEIPT_STATES } from '../../src/domain/price-changes/receipt.ts';
import { usd } from './listing-samples.ts';

const write = ({ Amount }: { Amount: number }) => `$${Amount.toFixed(2)}`;
const terms = (price: number, more: object = {}) => ({ ListingPrice: usd(price), quantityDiscountPrices: [], ...more });
const receipt = (State: string, more: object = {}) =>
  ({
    ...{ PriceChangeId: 'pc_1', MarketplaceId: 'STORE_US', SellerSKU: 'A-1', CreatedTime: '2026-11-18T13:37:24.850Z' },
    ChangedBy: { Kind: 'member' },
    State,
    TermsBefore: terms(31.5),
    TermsAfter: terms(29.9),
    Asked: { CustomerType: 'Consumer' },
    ...more,
  }) as PriceChangeReceipt;

describe('changes of prices in the console', () => {
  it('name the reason for which somebody cannot make one: the installation, the console, the role', () => {
    const scope = 'seller-api:pricing:read seller-api:pricing:write';
    assert.match(whyNoChanges({ mode: 'off', scope, role: 'owner' }) ?? '', /^Prices cannot be changed here/);
    assert.match(whyNoChanges({ mode: 'direct', scope: 'seller-api:pricing:read', role: 'owner' }) ?? '', /no right/);
    for (const role of ['analyst', 'developer'])
      assert.match(whyNoChanges({ mode: 'confirmed', scope, role }) ?? '', new RegExp(`Your role is ${role}`));
    for (const role of ['owner', 'manager', undefined])
      assert.equal(whyNoChanges({ mode: 'direct', scope, role }), undefined);
  });

  it('say what every state of a receipt means, and nothing of an unknown one', () => {
    const without = (State: string) => outcomeText({ ...receipt('ACCEPTED'), State });
    for (const state of RECEIPT_STATES) assert.notEqual(without(state), '', state);
    assert.equal(without('SLEEPING'), '');
  });

  it('tell what changed, and where the listing stands or why it was refused', () => {
    assert.equal(changedTermsText(receipt('APPLIED'), write), '$31.50 → $29.90');
    const shipping = receipt('APPLIED', { TermsAfter: terms(31.5, { Shipping: usd(0), BusinessPrice: usd(30) }) });
    assert.equal(changedTermsText(shipping, write), 'shipping none → $0.00, business price none → $30.00');
    assert.equal(changedTermsText(receipt('UNCHANGED', { TermsAfter: terms(31.5) }), write), '$31.50');
    assert.equal(changedTermsText(receipt('REJECTED', { TermsAfter: undefined }), write), '');
    const Result = { IsBuyBoxWinner: true, Reason: 'The offer holds the buy box: its landed price is lower by 1 USD.' };
    assert.equal(
      outcomeText(receipt('APPLIED', { Result })),
      'You hold the buy box: its landed price is lower by 1 USD.',
    );
    const failing = { IsBuyBoxWinner: false, Reason: 'The offer is not eligible for the buy box: it fails stock.' };
    assert.equal(outcomeText(receipt('APPLIED', { Result: failing })), failing.Reason);
    const Rejection = { Code: 'BelowMinimumPrice', Reason: 'the price is below your limit' };
    assert.equal(outcomeText(receipt('REJECTED', { Rejection })), 'The price is below your limit.');
    const far = { Code: 'ConfirmationRequired', Reason: 'the price would be 38 %; send Confirm: true if you mean it' };
    assert.equal(
      outcomeText(receipt('REJECTED', { Rejection: far })),
      'The price would be 38 %. It was not confirmed.',
    );
  });

  it('can be undone while they are in force; an undo cannot', () => {
    assert.equal(canUndo(receipt('APPLIED')), true);
    assert.equal(canUndo(receipt('OVERRIDDEN')), false);
    assert.equal(canUndo(receipt('APPLIED', { Asked: { UndoOf: 'pc_1' } })), false);
  });

  it('are asked about when the price is far from the present one', () => {
    const question = (figures: object) =>
      confirmationQuestion(
        { Code: 'ConfirmationRequired', Reason: '', ...figures },
        { money: write, percent: (value) => `${value}%` },
      );
    const percent = (Actual: number) => question({ Unit: 'percent', Limit: 50, Actual });
    assert.equal(percent(38), 'This is 62% below the present price. Use it anyway?');
    assert.equal(percent(250), 'This is 150% above the present price. Use it anyway?');
    const lowest = question({ Unit: 'money', Limit: usd(15), Actual: usd(12) });
    assert.equal(lowest, 'This is below $15.00, half of your lowest price of the last 30 days. Use it anyway?');
    assert.equal(question({}), 'This is far from the present price. Use it anyway?');
  });

  it('that got no answer are repeated with the same key; others, and answered ones, have a new one', () => {
    const key = new UnansweredKey();
    const first = key.of({ price: 1 });
    assert.equal(key.of({ price: 1 }), first);
    assert.notEqual(key.of({ price: 2 }), first);
    const second = key.of({ price: 1 });
    key.answered();
    assert.notEqual(key.of({ price: 1 }), second);
  });

  it('that fail are told in plain words', () => {
    const failed = (status: number, code: string) => ({
      status,
      code,
      message: 'Refused.',
      details: 'So.',
      signInMaxAgeMs: undefined,
    });
    assert.match(errorText(failed(0, 'NoAnswer')), /not made twice/);
    assert.match(errorText(failed(503, 'ServiceUnavailable')), /not made twice/);
    assert.match(errorText(failed(401, 'Unauthorized')), /session has ended/);
    assert.equal(errorText(failed(403, 'AccessDenied')), 'Refused. So.');
    assert.equal(errorText(undefined), 'This did not work. Try again.');
  });
});

describe('the limits of a listing', () => {
  it('are sent as a whole, the cost only when it differs, and nothing while an amount cannot be read', () => {
    const before = typedLimits({ MinimumPrice: usd(20), Cost: usd(8.5) }, 'USD');
    assert.deepEqual(before, { MinimumPrice: '20.00', MaximumPrice: '', MinimumNet: '', Cost: '8.50' });
    const body = limitsBody({ ...before, MinimumPrice: '', MinimumNet: '3' }, before, 'USD');
    assert.deepEqual(body, { MinimumPrice: null, MaximumPrice: null, MinimumNet: usd(3) });
    assert.deepEqual(limitsBody({ ...before, Cost: '' }, before, 'USD')?.Cost, null);
    assert.equal(limitsBody({ ...before, MaximumPrice: 'abc' }, before, 'USD'), undefined);
  });
});

describe('the review of many prices', () => {
  const outcome = (SellerSKU: string, now: number, then: number, after: object) =>
    ({
      ...{ SellerSKU, status: 'WOULD_WIN' },
      PresentPrice: { ListingPrice: usd(now), AfterFees: {} },
      NewPrice: { ListingPrice: usd(then), AfterFees: after },
    }) as WhatIfResult;

  it('has the prices that change, and leaves those out that lose money until they are chosen', () => {
    const rows = reviewRows([
      outcome('A', 10, 9, { Net: usd(7) }),
      outcome('SAME', 10, 10, { Net: usd(7) }),
      outcome('LOSS', 10, 1, { Net: usd(-0.5) }),
      outcome('COST', 10, 5, { Net: usd(3), Profit: usd(-1) }),
      outcome('UNKNOWN', 10, 5, { Reason: 'no fees' }),
    ]);
    const chosen = rows.map(({ outcome: { SellerSKU }, isChosen }) => [SellerSKU, isChosen]);
    assert.deepEqual(chosen, [
      ['A', true],
      ['LOSS', false],
      ['COST', false],
      ['UNKNOWN', true],
    ]);
    assert.equal(losingRows(rows), 0);
    assert.equal(losingRows(rows.map((row) => ({ ...row, isChosen: true }))), 2);
    assert.deepEqual(listingsOf(rows), [
      { SellerSKU: 'A', strategy: { type: 'setTo', price: usd(9) } },
      { SellerSKU: 'UNKNOWN', strategy: { type: 'setTo', price: usd(5) } },
    ]);
  });
});

describe('the operations in the files of the console', () => {
  it('are those that it calls: others cost every visitor bytes', () => {
    const generated = [
      'export class Operations extends HeyApiClient {',
      ...['getListings', 'applyChanges'].map(
        (name) =>
          `    /** Does. */\n    public ${name}<T>(options: T) {\n        return this.client.get({\n            url: '/${name}'\n        });\n    }\n`,
      ),
      '}',
    ].join('\n');
    const called = calledIn(['await client.getListings({ query });']);
    const kept = withMethods(generated, called);
    assert.match(kept, /public getListings<T>[^}]*\}\);\n {4}\}/);
    assert.doesNotMatch(kept, /public applyChanges/);
    assert.match(kept, /\n\}$/);
  });

  it('have only the loops over pages that it calls, and the constructor', () => {
    const loops = [
      'export class Loops {',
      ...['constructor', 'listings', 'messages'].map((name) => `  ${name}(given) {\n    use(given);\n  }\n`),
      '}',
    ].join('\n');
    const kept = withMethods(loops, calledIn(['for await (const one of client.listings({})) count(client.messages);']));
    assert.deepEqual(kept.match(/\w+(?=\(given\) \{)/g), ['constructor', 'listings']);
  });
});
