import type { CloudEvent, EventKind } from '../../src/domain/notifications/notification.ts';
import type { EventNames } from '../../src/domain/notifications/texts/event-names.ts';
import { eventsText, type MessageText, type TextOptions } from '../../src/domain/notifications/texts/event-text.ts';

/** Events as texts are made from: the market of a seller of socks. */

const ids = { payloadVersion: '1.0', sellerId: 'A1DEMOSELLER', marketplaceId: 'STORE_US' };

export const eventOf = (type: EventKind, payload: object = {}, others: Partial<CloudEvent> = {}): CloudEvent => ({
  specversion: '1.0',
  id: 'ntf_1',
  source: 'https://api.store.example/notifications/v4',
  type,
  subject: 'ITEM000001',
  time: '2026-11-15T09:30:00.000Z',
  datacontenttype: 'application/json',
  data: { ...ids, ...payload },
  ...others,
});

/** The text of a message about one event. */
export const eventText = (event: CloudEvent, options?: TextOptions): MessageText => eventsText([event], options);

export const NAMES: EventNames = {
  items: new Map([
    ['STORE_US ITEM000001', 'Merino hiking socks'],
    ['STORE_US ITEM000002', 'Soprano ukulele'],
  ]),
  marketplaces: new Map([['STORE_US', 'Store US']]),
  sellers: new Map([
    ['A2OTHER', 'Rival Goods'],
    ['A3THIRD', 'Northgate Trading'],
  ]),
};

export const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
export const price = (listing: number, shipping = 0) => ({
  LandedPrice: usd(Math.round((listing + shipping) * 100) / 100),
  ListingPrice: usd(listing),
  Shipping: usd(shipping),
});
export const holder = (sellerId: string, listing: number, shipping = 0) => ({
  ...{ condition: 'New', offerType: 'B2C', sellerId, belongsToRequester: sellerId === 'A1DEMOSELLER' },
  ...price(listing, shipping),
});

/** An own offer in a buy box. `wins` is the listing price that wins it. */
export const mine = (listing: number, wins?: number, more: object = {}) => ({
  ...{ SellerSKU: 'SOCKS-1', OwnPrice: price(listing), IsBuyBoxWinner: false, NetAtOwnPrice: { Net: usd(19.54) } },
  ...(wins === undefined
    ? { WinningPrice: { resultStatus: 'NO_COMPETING_OFFER' } }
    : {
        WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: usd(wins), LandedPrice: usd(wins) },
        NetAtWinningPrice: { Net: usd(18.26), TotalFees: usd(3.23) },
      }),
  ...more,
});
export const notEligible = (...Reasons: string[]) => ({
  WinningPrice: { resultStatus: 'OFFER_NOT_ELIGIBLE', Reasons },
});

const box = { storeItemId: 'ITEM000001', ItemCondition: 'New', CustomerType: 'Consumer', offerType: 'B2C' };
export const boxEvent = (
  Change: string,
  now: object | undefined,
  before: object | undefined,
  ...MyOffers: object[]
) => ({
  ...{ ...box, Cause: 'priceChange', Own: false, Change, MyOffers },
  ...(now && { BuyBoxPrice: now }),
  ...(before && { PreviousBuyBoxPrice: before }),
});
export const lost = boxEvent('LOST', holder('A2OTHER', 21.49), holder('A1DEMOSELLER', 22.99), mine(22.99, 21.49));
export const won = boxEvent(
  ...(['WON', holder('A1DEMOSELLER', 21.49), holder('A2OTHER', 22.5)] as const),
  mine(21.49, undefined, { IsBuyBoxWinner: true }),
);

export const gate = (Name: string, more: object = {}) => ({ Name, Passed: false, Explanation: 'no', ...more });
export const threshold = gate('competitivePriceThreshold', {
  ...{ Figure: usd(31.99), Required: usd(27.5), PassingListingPrice: usd(25.5) },
});
export const sick = (...FailingGates: object[]) => ({
  ...{ SellerSKU: 'SOCKS-1', ItemCondition: 'Used', Health: 'UNHEALTHY', OwnPrice: price(29.99, 2), FailingGates },
});
export const well = { ...sick(), SellerSKU: 'SOCKS-2', Health: 'RECOVERED' };
export const health = { storeItemId: 'ITEM000001', Health: 'UNHEALTHY', Offers: [sick(threshold)], Own: false };

const terms = (listing: number, shipping: number) => ({ ...price(listing, shipping), quantityDiscountPrices: [] });
export const repriced = (Kind: string, more: object = {}) => ({
  ...{ storeItemId: 'ITEM000001', SellerSKU: 'SOCKS-1', ItemCondition: 'New', TermsRevision: 7, Own: true },
  ...{ TermsBefore: terms(29.99, 2), TermsAfter: terms(25.5, 2), ChangedBy: { Kind }, ...more },
});

const lowest = (condition: 'New' | 'Used', listing: number, others: object = {}) => ({
  ...{ condition, fulfillmentChannel: 'SELLER', offerType: 'B2C' as const, ...price(listing, 1), ...others },
});
export const offers = {
  ...{ storeItemId: 'ITEM000001', ItemCondition: 'New', PreviousLowestLandedPrice: usd(22) },
  Summary: {
    TotalOfferCount: 12,
    LowestPrices: [
      ...[lowest('New', 21.5), lowest('New', 20.49), lowest('Used', 5)],
      ...[lowest('New', 1, { offerType: 'B2B' }), lowest('New', 2, { quantityTier: 10 })],
    ],
  },
  Offers: [{ MyOffer: false }, { MyOffer: true, ListingPrice: usd(22.1), Shipping: usd(0.2) }],
};

export const promotion = {
  ...{
    PromotionId: 'SPRING',
    PromotionName: 'Spring sale',
    Change: 'BEGINS',
    FeeType: 'ReferralFee',
    RatePercent: 12.5,
  },
  ...{ EffectiveFrom: '2026-11-20T00:00:00.000Z', EffectiveUntil: '2026-12-01T00:00:00.000Z', ListingCount: 2 },
  Listings: [{ SellerSKU: 'SOCKS-1', storeItemId: 'ITEM000001', FeePromotion: usd(0.43) }],
};
const feeOf = (n: number, before: number, after: number) => ({
  ...{ SellerSKU: `SKU-${n}`, storeItemId: `ITEM00000${n}`, Before: usd(before), After: usd(after) },
  Difference: usd(Math.round((after - before) * 100) / 100),
});
export const feeChange = {
  ...{ scheduleId: 'store-us', version: '2027', EffectiveFrom: '2027-01-01T00:00:00.000Z', DaysBefore: 30 },
  ...{ ListingCount: 3, TotalDifference: usd(1.7), Largest: [feeOf(2, 12.1, 13.2), feeOf(1, 3.45, 3.9)] },
};
export const unused = {
  ...{ createdBy: 'repricer', channelIds: ['ch_1'], status: 'ACTIVE', statusReason: 'APPLICATION_UNUSED' },
  ...{ lastUsedTime: '2026-09-01T10:00:00Z', EffectiveFrom: '2026-11-30T10:00:00Z' },
};
export const suspended = (statusReason: string, more: object = {}) => ({
  ...{ ...unused, status: 'SUSPENDED', statusReason, channelNames: ['My hook'], EffectiveFrom: '2026-11-15T09:00:00Z' },
  ...more,
});

export const expiring = (credentialType: string, DaysBefore = 30) => ({
  ...{ credentialId: 's1', credentialType, clientId: 'erp', applicationName: 'My ERP', DaysBefore },
  EffectiveUntil: '2026-12-15T10:00:00Z',
});

export const report = (state: 'DONE' | 'FATAL') => ({
  ...{ reportId: 'rep_1', reportType: 'FEES', marketplaceIds: ['STORE_US'], format: 'CSV', state },
  ...(state === 'DONE' && { reportDocumentId: 'doc_1', lines: 300_000, bytes: 90_000_000 }),
  ...(state === 'FATAL' && { failure: { code: 'DiskFull', message: 'The disk is full. Ask the operator.' } }),
  expiresTime: '2026-11-22T10:00:00Z',
});

/** An event of each kind with everything that its text can tell. */
export const samples: readonly (readonly [EventKind, object])[] = [
  ['TEST_NOTIFICATION', {}],
  ['ANY_OFFER_CHANGED', offers],
  ['BUY_BOX_CHANGED', lost],
  ['PRICING_HEALTH', health],
  ['PRICE_CHANGED', repriced('operator', { LimitsCrossed: true })],
  ['FEE_PROMOTION', promotion],
  ['FEE_CHANGED', feeChange],
  ['DESTINATION_SUSPENDED', suspended('DELIVERY_FAILED', { lastError: 'The receiver answered 500.' })],
  ['CREDENTIAL_EXPIRING', expiring('CLIENT_SECRET')],
  ['REPORT_READY', report('DONE')],
];
