import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../domain/duration.ts';
import { DEMO_DESTINATIONS } from '../../../domain/notifications/demo-ids.ts';
import type { EventKind } from '../../../domain/notifications/notification.ts';
import { soonSchedule } from '../fee-schedules.ts';
import { itemId } from '../items.ts';
import { demoRecords } from '../records.ts';
import { type DemoApi, DemoRefusal } from './demo-api.ts';

type TriggerParts = {
  readonly api: DemoApi;
  /** What only the commands of the provider can do. `run` takes the arguments of `npm run client`. */
  readonly provider: { run(args: readonly string[]): Promise<void> };
  readonly nowMs: number;
};

/** Makes the change that causes an event. Returns what it did, in words. */
type Trigger = (parts: TriggerParts) => Promise<string>;

/** The real change behind each kind of event. Most go back and forth, so each can be caused again and again. */
export const TRIGGERS: Readonly<Record<EventKind, Trigger>> = {
  async TEST_NOTIFICATION({ api }) {
    const path = '/notifications/v4/subscriptions/WEBHOOKS/testNotification';
    await api.asSeller('POST', path, { payloadVersion: '1.0', testScenario: 'triggered' });
    return 'A1DEMOSELLER sent a test notification to its webhooks.';
  },

  async ANY_OFFER_CHANGED({ api, nowMs }) {
    const offer = rivalOffer(nowMs);
    const price = await otherPrice(api, offer, 23.19);
    await api.change({ ...offer, listingPrice: price, terms: 'override' });
    return `${offer.sellerId} now asks ${price} on ${offer.itemId}: the offers beside DEMO-SKU-1 changed.`;
  },

  async BUY_BOX_CHANGED({ api, nowMs }) {
    const offer = rivalOffer(nowMs);
    const price = await otherPrice(api, offer, 18.49);
    await api.change({ ...offer, listingPrice: price, terms: 'override' });
    return price === 18.49
      ? `${offer.sellerId} now asks 18.49 on ${offer.itemId} and takes the buy box from DEMO-SKU-1.`
      : `${offer.sellerId} asks ${price} on ${offer.itemId} again: DEMO-SKU-1 has the buy box back.`;
  },

  async PRICING_HEALTH({ api, nowMs }) {
    const item = recordOf('item', ({ itemId: id }) => id === 'ITEM000022', nowMs);
    const { payload } = await api.asOperator('/operator/v1/items/ITEM000022/offers?MarketplaceId=STORE_US');
    const isLow = payload.CompetitivePriceThreshold?.Amount === LOW_THRESHOLD;
    await api.change(isLow ? item : { ...item, competitivePriceThreshold: LOW_THRESHOLD });
    return isLow
      ? 'The competitive price threshold of ITEM000022 is what it was: DEMO-SKU-22 can win again.'
      : `The competitive price threshold of ITEM000022 is ${LOW_THRESHOLD} now: DEMO-SKU-22 costs more and cannot win.`;
  },

  async PRICE_CHANGED({ api }) {
    const sku = 'DEMO-SKU-14';
    const present = await priceOf(api, 'ITEM000014', sku);
    const price = present === 33.5 ? 34 : 33.5;
    const { payload } = await api.asSeller('POST', '/products/pricing/v4/priceChanges', {
      ...{ MarketplaceId: 'STORE_US', SellerSKUs: [sku] },
      strategy: { type: 'setTo', price: { CurrencyCode: 'USD', Amount: price } },
    });
    return `A1DEMOSELLER changed the price of ${sku} to ${price}: receipt ${payload.Receipts[0].PriceChangeId}.`;
  },

  async FEE_PROMOTION({ api, nowMs }) {
    const schedule = recordOf('feeSchedule', ({ effectiveFrom }) => effectiveFrom === '2026-01-02', nowMs);
    const promotionId = `DEMO-TRIGGERED-${nowMs}`;
    const promotion = {
      ...{
        promotionId,
        name: 'A tenth of the referral fee less',
        feeType: 'ReferralFee',
        kind: 'percentage',
        value: 10,
      },
      ...{
        from: new Date(nowMs).toISOString(),
        until: new Date(nowMs + 7 * DAY_MS).toISOString(),
        itemIds: [itemId(1)],
      },
    };
    await api.change({ ...schedule, promotions: [...(schedule.promotions as object[]), promotion] });
    return `The promotion ${promotionId} is in force: a tenth of the referral fee of ITEM000001 less.`;
  },

  async FEE_CHANGED({ api, nowMs }) {
    const schedule = soonSchedule(nowMs, { percent: 16 + (Math.floor(nowMs / 1_000) % 30) / 10 });
    await api.change(schedule);
    return `The fee schedule from ${schedule.effectiveFrom} on of STORE_CA has another referral fee for DEMO-SKU-3. Its sellers are told within a minute.`;
  },

  async DESTINATION_SUSPENDED({ api }) {
    const gone = await goneAddress(api);
    const { channelId: destinationId } = await api.asSeller('POST', '/notifications/v4/destinations', {
      ...{ type: 'WEBHOOKS', channelName: 'Gone', webhookConfig: { url: gone }, eventTypes: ['FEE_CHANGED'] },
    });
    const destination = `/notifications/v4/destinations/${destinationId}`;
    const test = { payloadVersion: '1.0', testScenario: 'gone', destinationId };
    await api.asSeller('POST', '/notifications/v4/subscriptions/WEBHOOKS/testNotification', test);
    await until(async () => (await api.asSeller('GET', destination)).status === 'SUSPENDED');
    await api.asSeller('DELETE', destination);
    return `The receiver at ${gone} answered 410, so its destination was suspended. It is removed again.`;
  },

  async CREDENTIAL_EXPIRING({ provider, nowMs }) {
    const id = `demo-expiring-${nowMs}`;
    await provider.run(['add', '--seller', 'A1DEMOSELLER', '--id', id, '--name', 'Secret that ends']);
    await provider.run(['rotate-secret', id, '--overlap-hours', '24']);
    return `The application ${id} has a new secret, and the old one ends in 24 hours. The worker asks every ten minutes what ends soon.`;
  },

  async REPORT_READY({ api }) {
    const { reportId } = await api.asSeller('POST', '/reports/v4/reports', {
      ...{ reportType: 'POSITIONS', marketplaceIds: ['STORE_US'], format: 'CSV' },
    });
    return `A1DEMOSELLER asked for the report ${reportId}.`;
  },
};

/** Below the price of the listing that nobody competes with. */
const LOW_THRESHOLD = 5;

/** The rival's offer beside DEMO-SKU-1, as the demo has it at its start. */
const rivalOffer = (nowMs: number): OfferRecord =>
  recordOf('offer', ({ sku }) => sku === 'RIVAL-SKU-1', nowMs) as unknown as OfferRecord;

type OfferRecord = { sellerId: string; sku: string; itemId: string; listingPrice: number };

function recordOf(kind: string, fits: (record: Record<string, unknown>) => boolean, nowMs: number) {
  const found = demoRecords(nowMs).find((record) => record.kind === kind && fits(record));
  if (!found) throw new Error(`the demo has no such ${kind}`);
  return found;
}

/** `other`, or the price of the start when the offer has `other` already. */
async function otherPrice(api: DemoApi, { itemId: item, sku, listingPrice }: OfferRecord, other: number) {
  return (await priceOf(api, item, sku)) === other ? listingPrice : other;
}

async function priceOf(api: DemoApi, item: string, sku: string): Promise<number | undefined> {
  const { payload } = await api.asOperator(`/operator/v1/items/${item}/offers?MarketplaceId=STORE_US`);
  const offers: { SellerSKU: string; ListingPrice: { Amount: number } }[] = payload.Offers;
  return offers.find(({ SellerSKU }) => SellerSKU === sku)?.ListingPrice.Amount;
}

/** An address of the demo's receiver that answers 410. */
async function goneAddress(api: DemoApi): Promise<string> {
  const { webhookConfig } = await api.asSeller('GET', `/notifications/v4/destinations/${DEMO_DESTINATIONS.WEBHOOKS}`);
  return new URL('/gone', webhookConfig.url).href;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new DemoRefusal('The worker did not deliver the test within ten seconds. Does it run?');
}
