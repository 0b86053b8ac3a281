import type { Row, Sql } from '../../db/db.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { BoxName } from '../../domain/pricing/decision.ts';
import type { SeenOffer } from '../../domain/pricing/offers.ts';
import { FULFILLMENT_CHANNELS, type FulfillmentChannel } from '../../domain/vocabulary.ts';
import { groupNumber, standingOf } from './offer-ranking.ts';

/**
 * Counts the offers of a group that come before a place in the order of offers, by the index on these columns alone. The
 * last two values name an offer that does not count.
 */
const countBefore = (group: string, landed: string) => `
  SELECT (SELECT COUNT(*) FROM offer
           WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.${group} = k.column3
             AND (offer.${landed}, offer.standing, offer.seller_id, offer.sku)
               < (k.column4, k.column5, k.column6, k.column7)
             AND (offer.seller_id <> k.column8 OR offer.sku <> k.column9)) AS count
    FROM (VALUES {rows: text, text, bigint, bigint, bigint, text, text, text, text}) AS k`;

const byConsumerPrice = countBefore('rank_group', 'landed_minor');
const byBusinessPrice = countBefore('business_group', 'business_landed');

/**
 * The number of eligible offers in a box that come before an offer, which may be on other terms than the stored one: that
 * one does not count. The offer need not be eligible.
 */
export function countEligibleBefore(sql: Sql, box: BoxName, seen: SeenOffer<Offer>): MaybePromise<number> {
  const { marketplaceId, itemId, sellerId, sku } = seen.offer;
  const rows = FULFILLMENT_CHANNELS.flatMap((channel) =>
    priceKindsOf(box).map((hasBusinessPrice): Row => {
      const group = groupNumber(box.condition, channel, true, hasBusinessPrice);
      return [marketplaceId, itemId, group, seen.landedMinor, ...placeIn(channel, seen), sellerId, sku];
    }),
  );
  const statement = box.offerType === 'B2B' ? byBusinessPrice : byConsumerPrice;
  const counts = sql.many<{ count: number }>(statement, rows);
  return andThen(counts, (found) => found.reduce((sum, { count }) => sum + count, 0));
}

/**
 * Whether the offers of a box have a business price. To consumers that makes no difference; a business sees those with one
 * in the B2B box, and the others in the B2C box (decision 44).
 */
function priceKindsOf({ customer, offerType }: BoxName): boolean[] {
  if (customer === 'Consumer') return [false, true];
  return [offerType === 'B2B'];
}

/** The place of the offer among those of a channel with the same landed price: standing, seller and SKU. */
function placeIn(channel: FulfillmentChannel, { offer, seller }: SeenOffer<Offer>): [number, string, string] {
  if (channel === offer.channel) return [standingOf(seller), offer.sellerId, offer.sku];
  // FS comes first (decision 22): all of FS come before an offer that its seller ships, and none the other way round.
  return [channel === 'FS' ? Number.MAX_SAFE_INTEGER : -1, '', ''];
}
