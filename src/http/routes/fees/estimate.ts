import { estimateFees, isEstimateFailure, scheduleInForce } from '../../../domain/fees/estimate.ts';
import type { FeeSchedule } from '../../../domain/fees/fee-schedule.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { readWord } from '../../../domain/vocabulary.ts';
import type { FeeSubject } from '../../../market/fee-subject.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { FeesRequest } from '../../../wire/fees/estimate-request.ts';
import { type EstimateIdentifier, writeEstimate, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { invalidId, missingPrice, noDefaultMarketplace, noSchedule } from './estimate-failures.ts';

/** The reads of an estimate: one by key. Marketplaces and schedules are cached for a few seconds. */
export type FeeFacts = Pick<
  MarketFacts,
  'marketplaces' | 'feeSchedules' | 'itemForFees' | 'listingForFees' | 'ownOffers'
>;

export type EstimateQuery = {
  sellerId: string;
  idType: 'StoreItemId' | 'SellerSKU';
  idValue: string;
  /** The marketplace of `request`, else the default one; undefined when the operator has no default. */
  marketplace: Marketplace | undefined;
  /** Absent: the estimate is for the caller's own active offer (decision 16). */
  request: FeesRequest | undefined;
  now: number;
  /** The date whose schedule and promotions apply. Absent: now. */
  asOfMs: number | undefined;
  explain: boolean;
};

/** The price and fulfilment that the fees are estimated for. */
type Terms = Pick<FeesRequest, 'listingPriceMinor' | 'shippingMinor' | 'isStoreFulfilled' | 'points'>;

/** The item or listing that is sold. `ownOffers` is read only when the request has no terms. */
type Unit = FeeSubject & { ownOffers?: readonly Offer[] };

/**
 * One result as the specification writes it: an estimate, or the reason why there is none. Throws only when the database
 * fails. Reads first, then decides: the decision needs no callbacks.
 */
export function estimate(facts: FeeFacts, query: EstimateQuery): MaybePromise<object> {
  const { marketplace } = query;
  if (!marketplace) return writeFailure(identifierOf(query, undefined), noDefaultMarketplace);
  return andThen(readUnit(facts, query, marketplace), (unit) =>
    andThen(facts.feeSchedules(), (schedules) => decide(query, marketplace, unit, schedules)),
  );
}

function readUnit(
  facts: FeeFacts,
  query: EstimateQuery,
  { marketplaceId }: Marketplace,
): MaybePromise<Unit | undefined> {
  const { sellerId, idType, idValue, request } = query;
  const subject =
    idType === 'SellerSKU'
      ? facts.listingForFees({ marketplaceId, sellerId, sku: idValue })
      : facts.itemForFees({ marketplaceId, itemId: idValue }, sellerId);
  return request ? subject : andThen(subject, (found) => found && withOwnOffers(facts, sellerId, found));
}

function withOwnOffers(facts: FeeFacts, sellerId: string, subject: FeeSubject): MaybePromise<Unit> {
  if (subject.offer) return { ...subject, ownOffers: [subject.offer] };
  return andThen(facts.ownOffers(sellerId, subject.item), (ownOffers) => ({ ...subject, ownOffers }));
}

function decide(
  query: EstimateQuery,
  { marketplaceId }: Marketplace,
  unit: Unit | undefined,
  schedules: readonly FeeSchedule[],
): object {
  const { idType, idValue, request, now, asOfMs, explain } = query;
  const terms = request ?? lowestTerms(unit?.ownOffers ?? []);
  const identifier = identifierOf(query, terms);
  if (!unit) return writeFailure(identifier, invalidId(idType, idValue, marketplaceId));
  if (!terms) return writeFailure(identifier, missingPrice(idValue, marketplaceId));

  const atMs = asOfMs ?? now;
  const ofMarketplace = schedules.filter((schedule) => schedule.marketplaceId === marketplaceId);
  const schedule = scheduleInForce(ofMarketplace, atMs);
  if (!schedule) return writeFailure(identifier, noSchedule(marketplaceId, atMs, asOfMs !== undefined));

  const fees = estimateFees({
    schedule,
    item: unit.item,
    sellerPlan: unit.plan ?? 'Professional',
    listingPriceMinor: terms.listingPriceMinor,
    shippingMinor: terms.shippingMinor ?? 0,
    isStoreFulfilled: terms.isStoreFulfilled,
    program: request?.program,
    atMs,
  });
  if (isEstimateFailure(fees)) return writeFailure(identifier, { status: 'ClientError', ...fees });
  return writeEstimate(identifier, fees, now, explain);
}

/**
 * Decision 19: of several own offers the one with the lowest landed price counts; its channel decides who ships. An offer
 * without a shipping charge has no landed price (decision 22: no charge is not free). It counts only when there is no other.
 */
function lowestTerms(ownOffers: readonly Offer[]): Terms | undefined {
  const active = ownOffers.filter((offer) => offer.active);
  const charged = active.filter(({ shippingMinor }) => shippingMinor !== undefined);
  const landedMinor = (offer: Offer) => offer.listingPriceMinor + (offer.shippingMinor ?? 0);
  const [lowest] = (charged.length > 0 ? charged : active).sort((a, b) => landedMinor(a) - landedMinor(b));
  if (!lowest) return undefined;
  const { listingPriceMinor, shippingMinor, points, channel } = lowest;
  return { listingPriceMinor, shippingMinor, points, isStoreFulfilled: channel === 'FS' };
}

/** What the result says was estimated. Without terms it has no price, program and fulfilment. */
function identifierOf(query: EstimateQuery, terms: Terms | undefined): EstimateIdentifier {
  const { sellerId, idType, idValue, marketplace, request } = query;
  if (!terms || !marketplace) return { sellerId, idType, idValue, marketplaceId: marketplace?.marketplaceId };
  const { isStoreFulfilled, listingPriceMinor, shippingMinor, points } = terms;
  return {
    sellerId,
    idType,
    idValue,
    marketplaceId: marketplace.marketplaceId,
    sellerInputIdentifier: request?.identifier,
    program: programOf(request?.program, isStoreFulfilled),
    isStoreFulfilled,
    price: {
      currency: marketplace.currency,
      listingMinor: listingPriceMinor,
      shippingMinor: shippingMinor ?? 0,
      points,
    },
  };
}

/** A known program in the specification's casing (decision 2), an unknown one as the caller wrote it; else the default. */
function programOf(text: string | undefined, isStoreFulfilled: boolean): string | undefined {
  if (text === undefined) return isStoreFulfilled ? 'FS_STANDARD' : undefined;
  return readWord(['FS_STANDARD', 'FS_CORE', 'FS_EXPEDITED'], text) ?? text;
}
