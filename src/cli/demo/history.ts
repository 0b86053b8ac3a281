import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { OfferOverrides } from './offer.ts';
import { demoRecords } from './records.ts';
import { DEMO_RIVAL, DEMO_SELLER } from './sellers.ts';

/** How long ago, in whole days before today (UTC), the demo market began. */
const DAYS_OF_HISTORY = 5;

/** The terms that an offer had until an hour (UTC) of a day before today. */
type Earlier = readonly [daysAgo: number, hour: number, terms: OfferOverrides];

/** The offers that were different, each with its earlier terms in the order of time. After the last of them it is as today. */
type PastOffer = readonly [marketplaceId: string, sellerId: string, sku: string, ...earlier: Earlier[]];

/**
 * All changes are before today, so the shares of whole days are the same whenever the demo is made. What each shows is in
 * `docs/explain.md`.
 */
// biome-ignore format: a table reads better with one change per line.
const PAST_OFFERS: readonly PastOffer[] = [
  // Item 1: first a rival's, then the demo seller's, for 18 hours the other rival's, then the demo seller's again.
  ['STORE_US', DEMO_SELLER, 'DEMO-SKU-1',
    [4, 9, { listingPrice: 24.49, businessPrice: 23.49 }],
    [3, 18, { listingPrice: 23.49, businessPrice: 22.49 }]],
  ['STORE_US', DEMO_RIVAL, 'RIVAL-SKU-1',
    [3, 12, {}],
    [2, 6, { listingPrice: 20.25 }]],
  // Lost to a lower price.
  ['STORE_US', 'A7BRIGHTHARBOR', 'ITEM000007', [1, 8, { listingPrice: 152 }]],
  ['STORE_US', DEMO_RIVAL, 'RIVAL-SKU-3-USED', [4, 20, { listingPrice: 13.25 }]],
  ['STORE_US', DEMO_RIVAL, 'RIVAL-SKU-19', [3, 7, { listingPrice: 18.9 }]],
  // Lost by the seller's own doing: a price above the threshold, sold out, taken off sale.
  ['STORE_US', DEMO_SELLER, 'DEMO-SKU-20', [2, 12, { listingPrice: 15.75 }]],
  ['STORE_US', DEMO_SELLER, 'DEMO-SKU-16', [1, 20, { quantity: 4 }]],
  ['STORE_US', DEMO_SELLER, 'DEMO-SKU-24', [3, 10, { active: true }]],
  // From one rival to another, also for businesses.
  ['STORE_US', 'A14SIERRATOOLS', 'ITEM000026', [2, 16, { listingPrice: 31.9, businessPrice: 29.9 }]],
  // Won, because the rival became dearer.
  ['STORE_CA', DEMO_RIVAL, 'RIVAL-SKU-1', [2, 9, { listingPrice: 26.49 }]],
];

/** Records to apply at a time. */
export type DemoStep = { atMs: number; records: Record<string, unknown>[] };

/** The demo market step by step, in the order of time: how it was some days ago, then what changed, until it is `demoRecords`. */
export function demoHistory(now: number): DemoStep[] {
  const today = now - (now % DAY_MS);
  const present = demoRecords(now);
  const first: DemoStep = { atMs: today - DAYS_OF_HISTORY * DAY_MS, records: present };
  const changes: DemoStep[] = [];
  for (const [marketplaceId, sellerId, sku, ...earlier] of PAST_OFFERS) {
    const at = present.findIndex(
      (one) => one.marketplaceId === marketplaceId && one.sellerId === sellerId && one.sku === sku,
    );
    if (at < 0) throw new Error(`there is no demo offer ${sku} of ${sellerId}`);
    first.records = first.records.with(at, { ...present[at], ...earlier[0]?.[2] });
    for (const [n, [daysAgo, hour]] of earlier.entries()) {
      const terms = earlier[n + 1]?.[2];
      changes.push({ atMs: today - daysAgo * DAY_MS + hour * HOUR_MS, records: [{ ...present[at], ...terms }] });
    }
  }
  return [first, ...changes.sort((a, b) => a.atMs - b.atMs)];
}
