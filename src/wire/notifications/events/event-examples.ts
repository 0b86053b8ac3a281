import type { EventKind } from '../../../domain/notifications/notification.ts';
import { money, net, price, winning } from '../../example-amounts.ts';
import { offersExample } from '../../pricing/examples/offers.ts';
import { eventExample } from '../examples.ts';

/*
 * An event of each kind, as the published schemas and the OpenAPI document show it. In the demo a rival undercuts the seller of
 * ITEM000001.
 */

const frame = (type: EventKind, sequence: number, subject?: string) => ({
  specversion: '1.0',
  id: `ntf_019a8541c400aa55bb66cc77dd88ee99ff${sequence}`,
  source: eventExample.source,
  type,
  ...(subject === undefined ? {} : { subject }),
  time: eventExample.time,
  datacontenttype: 'application/json',
  sequence: String(sequence),
  previoussequence: String(sequence - 1),
});

const ids = { payloadVersion: '1.0', sellerId: 'A1DEMOSELLER' };
const item = (revision: number, storeItemId = 'ITEM000001') => ({
  ...ids,
  ...{ marketplaceId: 'STORE_US', revision, storeItemId },
});

const holder = (sellerId: string, prices: object) => ({
  ...{ condition: 'New', offerType: 'B2C', ...prices },
  ...{ belongsToRequester: sellerId === ids.sellerId, sellerId },
});

const { ItemCondition, status, Summary, Offers } = offersExample().payload;

const anyOfferChanged = {
  ...frame('ANY_OFFER_CHANGED', 41, 'ITEM000001'),
  data: {
    ...item(1017),
    ...{
      ItemCondition,
      status,
      LowestLandedPrice: money(22.99),
      PreviousLowestLandedPrice: money(23.49),
      Summary,
      Offers,
    },
    ...{ Own: false, MySKUs: ['DEMO-SKU-1'] },
  },
};

const buyBoxChanged = {
  ...frame('BUY_BOX_CHANGED', 42, 'ITEM000001'),
  data: {
    ...item(1018),
    ...{ ItemCondition: 'New', CustomerType: 'Consumer', CustomerTypes: ['Consumer'], offerType: 'B2C' },
    Cause: 'priceChange',
    BuyBoxPrice: holder('A2DEMORIVAL', price(20, 2.5)),
    PreviousBuyBoxPrice: holder('A1DEMOSELLER', price(22.99)),
    PriceDifference: money(-0.49),
    requestId: '4f7c',
    ...{ Change: 'LOST', Own: false, PreviousSellerSKU: 'DEMO-SKU-1' },
    MyOffers: [
      {
        SellerSKU: 'DEMO-SKU-1',
        OwnPrice: price(22.99),
        IsBuyBoxWinner: false,
        WinningPrice: winning(22.5),
        NetAtOwnPrice: net(19.54, 3.45),
        NetAtWinningPrice: net(19.12, 3.38),
      },
    ],
  },
};

const pricingHealth = {
  ...frame('PRICING_HEALTH', 43, 'ITEM000020'),
  data: {
    ...item(1021, 'ITEM000020'),
    Health: 'UNHEALTHY',
    Offers: [
      {
        ...{ SellerSKU: 'DEMO-SKU-20', ItemCondition: 'New', Health: 'UNHEALTHY', OwnPrice: price(18.4) },
        FailingGates: [
          {
            ...{ Name: 'competitivePriceThreshold', Passed: false, Figure: money(18.4), Required: money(16.5) },
            PassingListingPrice: money(16.5),
            Explanation:
              'The landed price of 18.40 USD is above the competitive price threshold of 16.50 USD. With shipping of 0.00 USD, a listing price of at most 16.50 USD passes.',
          },
        ],
      },
    ],
    Own: true,
  },
};

const terms = (listing: number) => ({ ...price(listing), quantityDiscountPrices: [] });

const priceChanged = {
  ...frame('PRICE_CHANGED', 48, 'ITEM000001'),
  data: {
    ...item(1024),
    ...{ SellerSKU: 'DEMO-SKU-1', ItemCondition: 'New', TermsRevision: 2 },
    ...{
      TermsBefore: terms(22.99),
      TermsAfter: terms(22.49),
      PriceChangeId: 'pc_019a8541c400aa55bb66cc77dd88ee99ff-000',
    },
    ...{ Own: true, ChangedBy: { Kind: 'application', ApplicationId: 'repricer', MemberId: 'demoseller' } },
  },
};

const feePromotion = {
  ...frame('FEE_PROMOTION', 44),
  data: {
    ...{ ...ids, marketplaceId: 'STORE_US', PromotionId: 'DEMO-REFERRAL-HALF' },
    PromotionName: 'Half the referral fee on selected pet supplies',
    ...{ Change: 'BEGINS', FeeType: 'ReferralFee', RatePercent: 50 },
    ...{ EffectiveFrom: '2026-11-15T00:00:00.000Z', EffectiveUntil: '2026-12-15T00:00:00.000Z', ListingCount: 1 },
    Listings: [{ SellerSKU: 'DEMO-SKU-14', storeItemId: 'ITEM000014', FeePromotion: money(2.55) }],
  },
};

const feeChanged = {
  ...frame('FEE_CHANGED', 45),
  data: {
    ...{ ...ids, marketplaceId: 'STORE_US', scheduleId: 'store-us-default', version: '2040-01' },
    ...{ EffectiveFrom: '2040-01-01T00:00:00.000Z', DaysBefore: 30, ListingCount: 2, TotalDifference: money(0.3) },
    Largest: [
      {
        ...{ SellerSKU: 'DEMO-SKU-13', storeItemId: 'ITEM000013' },
        ...{ Before: money(7.53), After: money(7.68), Difference: money(0.15) },
      },
      {
        ...{ SellerSKU: 'DEMO-SKU-7', storeItemId: 'ITEM000007' },
        ...{ Before: money(23.95), After: money(24.1), Difference: money(0.15) },
      },
    ],
  },
};

const destinationSuspended = {
  ...frame('DESTINATION_SUSPENDED', 46),
  data: {
    ...ids,
    ...{
      createdBy: 'repricer',
      applicationName: 'Repricer',
      channelIds: ['ch_019a8541c400aa55bb66cc77dd88ee99ff00'],
      channelNames: ['Repricer'],
    },
    ...{ status: 'SUSPENDED', statusReason: 'DELIVERY_FAILED' },
    ...{ lastError: 'The receiver answered 503 Service Unavailable.', EffectiveFrom: '2026-11-15T10:00:00.000Z' },
  },
};

const credentialExpiring = {
  ...frame('CREDENTIAL_EXPIRING', 47),
  data: {
    ...ids,
    ...{ credentialId: '8d6e9bd2-41a5-4d3c-9b0e-7a1f6c5e2d10', credentialType: 'CLIENT_SECRET' },
    ...{ clientId: 'erp', applicationName: 'My ERP', DaysBefore: 30, EffectiveUntil: '2026-12-15T10:00:00.000Z' },
  },
};

const reportReady = {
  ...frame('REPORT_READY', 48),
  data: {
    ...ids,
    ...{ reportId: 'rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3', reportType: 'FEES', marketplaceIds: ['STORE_US'] },
    ...{ format: 'JSONL', state: 'DONE', reportDocumentId: 'doc_0195f2a1c7d3e2d7704f1b8e4c5a9d3b6f20' },
    documentUrl: 'http://127.0.0.1:8080/reports/v4/documents/doc_0195f2a1c7d3e2d7704f1b8e4c5a9d3b6f20',
    ...{ lines: 25, bytes: 18_240, expiresTime: '2026-11-22T10:00:00.000Z' },
  },
};

export const eventExamples: Readonly<Record<EventKind, object>> = {
  TEST_NOTIFICATION: eventExample,
  ANY_OFFER_CHANGED: anyOfferChanged,
  BUY_BOX_CHANGED: buyBoxChanged,
  PRICING_HEALTH: pricingHealth,
  PRICE_CHANGED: priceChanged,
  FEE_PROMOTION: feePromotion,
  FEE_CHANGED: feeChanged,
  DESTINATION_SUSPENDED: destinationSuspended,
  CREDENTIAL_EXPIRING: credentialExpiring,
  REPORT_READY: reportReady,
};
