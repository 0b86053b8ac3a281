import type { FeeInput } from '../../../domain/fees/estimate-input.ts';
import type { FeeSchedule } from '../../../domain/fees/fee-schedule.ts';
import { writtenProgram } from '../../../domain/fees/program.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { FeeSubject } from '../../../market/records/fee-subject.ts';
import type { FeesRequest } from '../../../wire/fees/estimate-request.ts';
import type { EstimateIdentifier, ItemFailure } from '../../../wire/fees/estimate-result.ts';
import { invalidId, missingPrice, noDefaultMarketplace } from './estimate-failures.ts';

export type SubjectQuery = {
  sellerId: string;
  idType: 'StoreItemId' | 'SellerSKU';
  idValue: string;
  /** The marketplace of `request`, else the default one; undefined when the operator has no default. */
  marketplace: Marketplace | undefined;
  /** Absent: the estimate is for the caller's own active offer (decision 16). */
  request: FeesRequest | undefined;
  /** What `idValue` names, when it was read before: see `readTogether`. */
  read?: { subject: FeeSubject | undefined };
};

/** What is estimated, whatever the date; else the reason why no date has an estimate. */
export type EstimateSubject =
  | { identifier: EstimateIdentifier; failure: ItemFailure }
  | {
      identifier: EstimateIdentifier;
      failure?: undefined;
      unit: Omit<FeeInput, 'schedule' | 'atMs'>;
      marketplaceId: string;
      /** Those of every marketplace. */
      schedules: readonly FeeSchedule[];
    };

/** The price and fulfilment that the fees are estimated for. */
type Terms = Pick<FeesRequest, 'listingPriceMinor' | 'shippingMinor' | 'isStoreFulfilled' | 'points'>;

/** The item or listing that is sold. `ownOffers` is read only when the request has no terms. */
type Unit = FeeSubject & { ownOffers?: readonly Offer[] };

/** Throws only when the database fails. Reads first, then decides: the decision needs no callbacks. */
export function readSubject(facts: MarketFacts, query: SubjectQuery): MaybePromise<EstimateSubject> {
  const { marketplace } = query;
  if (!marketplace) return { identifier: identifierOf(query, undefined), failure: noDefaultMarketplace };
  return andThen(readUnit(facts, query, marketplace), (unit) =>
    andThen(facts.feeSchedules(), (schedules) => subjectOf(query, marketplace, unit, schedules)),
  );
}

function readUnit(
  facts: MarketFacts,
  query: SubjectQuery,
  { marketplaceId }: Marketplace,
): MaybePromise<Unit | undefined> {
  const { sellerId, idType, idValue, request } = query;
  const subject = query.read
    ? query.read.subject
    : idType === 'SellerSKU'
      ? facts.listingForFees({ marketplaceId, sellerId, sku: idValue })
      : facts.itemForFees({ marketplaceId, itemId: idValue }, sellerId);
  return request ? subject : andThen(subject, (found) => found && withOwnOffers(facts, sellerId, found));
}

function withOwnOffers(facts: MarketFacts, sellerId: string, subject: FeeSubject): MaybePromise<Unit> {
  if (subject.offer) return { ...subject, ownOffers: [subject.offer] };
  return andThen(facts.ownOffers(sellerId, subject.item), (ownOffers) => ({ ...subject, ownOffers }));
}

function subjectOf(
  query: SubjectQuery,
  { marketplaceId }: Marketplace,
  unit: Unit | undefined,
  schedules: readonly FeeSchedule[],
): EstimateSubject {
  const { idType, idValue, request } = query;
  const terms = request ?? lowestTerms(unit?.ownOffers ?? []);
  const identifier = identifierOf(query, terms);
  if (!unit) return { identifier, failure: invalidId(idType, idValue, marketplaceId) };
  if (!terms) return { identifier, failure: missingPrice(idValue, marketplaceId) };
  return {
    identifier,
    unit: {
      item: unit.item,
      sellerPlan: unit.plan ?? 'Professional',
      listingPriceMinor: terms.listingPriceMinor,
      shippingMinor: terms.shippingMinor ?? 0,
      isStoreFulfilled: terms.isStoreFulfilled,
      program: request?.program,
    },
    marketplaceId,
    schedules,
  };
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
function identifierOf(query: SubjectQuery, terms: Terms | undefined): EstimateIdentifier {
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

function programOf(text: string | undefined, isStoreFulfilled: boolean): string | undefined {
  if (text === undefined) return isStoreFulfilled ? 'FS_STANDARD' : undefined;
  return writtenProgram(text);
}
