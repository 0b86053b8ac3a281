import type { Marketplace } from '../market/marketplace.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerPlan } from '../vocabulary.ts';
import type { FeeInput } from './estimate-input.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { type ItemFailure, invalidId, missingPrice, noDefaultMarketplace } from './item-failure.ts';
import { writtenProgram } from './program.ts';

/** The price and fulfilment that fees are estimated for. */
type Terms = {
  listingPriceMinor: number;
  shippingMinor: number | undefined;
  isStoreFulfilled: boolean;
  points: number | undefined;
};

/** What is to be estimated. */
export type SubjectName = {
  sellerId: string;
  idType: 'StoreItemId' | 'SellerSKU';
  idValue: string;
  /** The marketplace of `request`, else the default one; undefined when the operator has no default. */
  marketplace: Pick<Marketplace, 'marketplaceId' | 'currency'> | undefined;
  /** Absent: the estimate is for the caller's own active offer (decision 16). */
  request: (Terms & { identifier: string | undefined; program: string | undefined }) | undefined;
};

/** The item or listing that is sold. `ownOffers` counts only when the request has no terms. */
export type SoldUnit = { item: FeeInput['item']; plan: SellerPlan | undefined; ownOffers?: readonly Offer[] };

/** What the estimate is for, as far as it is known. */
export type EstimateIdentifier = {
  sellerId: string;
  idType?: string | undefined;
  idValue?: string | undefined;
  marketplaceId?: string | undefined;
  sellerInputIdentifier?: string | undefined;
  program?: string | undefined;
  isStoreFulfilled?: boolean | undefined;
  price?: { currency: string; listingMinor: number; shippingMinor: number; points?: number | undefined } | undefined;
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

/** `unit` is undefined when the id names nothing. */
export function estimateSubject(
  name: SubjectName,
  unit: SoldUnit | undefined,
  schedules: readonly FeeSchedule[],
): EstimateSubject {
  const { idType, idValue, request, marketplace } = name;
  if (marketplace === undefined) return { identifier: identifierOf(name, undefined), failure: noDefaultMarketplace };
  const { marketplaceId } = marketplace;
  const terms = request ?? lowestTerms(unit?.ownOffers ?? []);
  const identifier = identifierOf(name, terms);
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
function identifierOf(name: SubjectName, terms: Terms | undefined): EstimateIdentifier {
  const { sellerId, idType, idValue, marketplace, request } = name;
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
