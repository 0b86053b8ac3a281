import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeContext } from '../../../src/domain/changes/change-context.ts';
import type { OfferTransition } from '../../../src/domain/changes/offer-transition.ts';
import { changedTerms, termsEvents } from '../../../src/domain/changes/terms-events.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { NOW } from '../market.ts';
import { LIVE, turned } from './transitions.ts';

type Turn = Parameters<typeof turned>[0];

/** An offer that asks 20.00 now, and was something else before. */
function changed(was: Partial<Offer>, turn: Turn = {}): OfferTransition {
  const one = turned({ from: 'losing', to: 'losing', ...turn });
  const text = JSON.stringify({ ...one.after?.offer, ...was });
  const before = { itemId: was.itemId ?? 'ITEM1', state: 'losing' as const, text, termsRevision: 4 };
  return { ...one, before, termsRevision: 5 };
}

const dearer = { listingPriceMinor: 2_100 };
const receivers = new Set(['S1', 'S2', ...Array.from({ length: 201 }, (_, n) => `R${n}`)]);
const eventsOf = (offers: OfferTransition[], context: ChangeContext = LIVE) =>
  termsEvents(
    changedTerms(offers, () => context),
    () => context,
    receivers,
    NOW,
  );

describe('PRICE_CHANGED', () => {
  it('has the terms before and after of an own offer, its revision, and the request of the operator', () => {
    const [event, ...others] = eventsOf([changed(dearer), changed(dearer, { sellerId: 'S3' })]);
    equal(others.length, 0);
    const { changes, ...rest } = event ?? { changes: new Map() };
    deepEqual(rest, {
      ...{ kind: 'PRICE_CHANGED', marketplaceId: 'STORE_US', itemId: 'ITEM1', condition: '', customer: 'Consumer' },
      ...{ offerType: 'B2C', atMs: NOW, priority: 0, audience: 'named', requestId: 'r1', trace: undefined },
      ...{ named: ['S1'], owners: ['S1'] },
    });
    const terms = (listingPriceMinor: number) => ({ listingPriceMinor, quantityDiscounts: [], shippingMinor: 0 });
    deepEqual(
      [...changes],
      [
        [
          'S1',
          {
            ...{ sku: 'SKU1', condition: 'New', currency: 'USD', termsRevision: 5 },
            ...{ before: terms(2_100), after: terms(2_000) },
          },
        ],
      ],
    );
  });

  it('is none of other fields, of new and removed offers, of quiet changes, and of terms that came back', () => {
    equal(eventsOf([changed({ quantity: 77 })]).length, 0);
    equal(eventsOf([turned({ to: 'losing' }), turned({ from: 'losing' })]).length, 0);
    equal(eventsOf([changed(dearer)], { ...LIVE, isQuiet: () => true }).length, 0);
    equal(eventsOf([{ ...changed({}), termsRevision: 6 }]).length, 0);
    equal(eventsOf([{ ...changed(dearer), termsRevision: 4 }]).length, 0, 'the revision says whether they changed');
  });

  it('is about the item that the offer is on now', () => {
    const [event] = eventsOf([changed({ itemId: 'ITEM0' })]);
    deepEqual([event?.itemId, event?.changes.get('S1')?.previousItemId], ['ITEM1', 'ITEM0']);
  });

  it('names the receipt and the author of a change that the seller asked for', () => {
    const by = { clientId: 'repricer', memberId: 'm1', isConsole: false };
    const own = { receiptId: 'pc_1', by, requestId: 'secret' };
    const context = { ...LIVE, requestId: undefined, ownChange: () => own };
    const [event] = eventsOf([changed(dearer)], context);
    deepEqual(event?.changes.get('S1')?.ownChange, { receiptId: 'pc_1', by });
    equal(event?.requestId, undefined);
    equal(JSON.stringify([...(event?.changes ?? [])]).includes('secret'), false);
  });

  it('has each seller once and at most 200 of them: further offers are in the next events', () => {
    const two = eventsOf([changed(dearer), changed(dearer, { sku: 'SKU2' }), changed(dearer, { sellerId: 'S2' })]);
    deepEqual(
      two.map(({ changes }) => Array.from(changes, ([sellerId, { sku }]) => `${sellerId} ${sku}`)),
      [['S1 SKU1', 'S2 SKU1'], ['S1 SKU2']],
    );
    const many = eventsOf(Array.from({ length: 201 }, (_, n) => changed(dearer, { sellerId: `R${n}` })));
    deepEqual(
      many.map(({ named }) => named.length),
      [200, 1],
    );
  });
});
