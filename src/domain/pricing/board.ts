import type { Item } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { CustomerType } from '../vocabulary.ts';
import { type BoardStatus, type BoardView, makeView } from './board-view.ts';
import { availabilityOf, hasBusinessTerms, type MarketOffer, seenBy } from './offers.ts';

/**
 * Everything that pricing answers need about one item in one marketplace, as far as it depends on the item's offers. Plain
 * JSON: amounts are minor units of `currency`, times are epoch milliseconds, fields without a value are absent. The same
 * offers give the same text, in whatever order they arrive.
 */
export type Board = {
  currency: string;
  /**
   * The board is valid while validFrom <= now < validUntil (null: no bound). It is rebuilt after that, so that an offer's
   * dates take effect on time (decision 23).
   */
  validFrom: number | null;
  validUntil: number | null;
  consumer: BoardView;
  /** Absent when business customers see exactly what consumers see. */
  business?: BoardView;
};

type BoardItem = Pick<Item, 'currency' | 'competitivePriceThresholdMinor'>;

export function makeBoard(item: BoardItem, offers: readonly MarketOffer[], now: number): Board {
  const buyable: MarketOffer[] = [];
  let active = 0;
  let tooSoon = 0;
  let missingCharge = false;
  let business = false;
  let firstStart = Number.POSITIVE_INFINITY;
  let validFrom = Number.NEGATIVE_INFINITY;
  let validUntil = Number.POSITIVE_INFINITY;
  for (const one of offers) {
    const { offer } = one;
    const availability = availabilityOf(offer, now);
    if (availability === 'inactive') continue;
    active++;
    const { startTimeMs } = offer;
    if (startTimeMs !== undefined) {
      if (startTimeMs > now) validUntil = Math.min(validUntil, startTimeMs);
      else validFrom = Math.max(validFrom, startTimeMs);
    }
    const date = turningDate(offer);
    if (date !== undefined) {
      if (date > now) validUntil = Math.min(validUntil, date);
      else validFrom = Math.max(validFrom, date);
    }
    if (availability === 'buyable') {
      buyable.push(one);
      business ||= hasBusinessTerms(offer);
    } else if (availability === 'noShippingCharge') missingCharge = true;
    else if (availability === 'tooSoon') {
      tooSoon++;
      firstStart = Math.min(firstStart, startTimeMs as number);
    }
  }
  const status = boardStatusOf(buyable.length, active, tooSoon, missingCharge);
  const availableTime = status === 'ActiveButTooSoonForProcessing' ? firstStart : undefined;
  const viewOfCustomer = (customer: CustomerType): BoardView => {
    const seen = buyable.map((one) => seenBy(customer, one));
    return makeView(status, availableTime, seen, item, customer, now);
  };
  const board: Board = {
    currency: item.currency,
    validFrom: Number.isFinite(validFrom) ? validFrom : null,
    validUntil: Number.isFinite(validUntil) ? validUntil : null,
    consumer: viewOfCustomer('Consumer'),
  };
  if (business) board.business = viewOfCustomer('Business');
  return board;
}

/** The date at which the availability of a buyable offer changes from FUTURE_WITH_DATE to NOW. */
function turningDate(offer: Offer): number | undefined {
  if (offer.availability !== 'FUTURE_WITH_DATE' || offer.quantity <= 0 || offer.shippingMinor === undefined) {
    return undefined;
  }
  return offer.availableDateMs;
}

function boardStatusOf(buyable: number, active: number, tooSoon: number, missingCharge: boolean): BoardStatus {
  if (buyable > 0) return 'Success';
  if (active > 0 && tooSoon === active) return 'ActiveButTooSoonForProcessing';
  return missingCharge ? 'NoOfferDueToMissingShippingCharge' : 'NoBuyableOffers';
}

/** Whether a board is still valid. Null means no bound. Most boards have no bounds, so the clock is read only when needed. */
export function holdsAt(validFrom: number | null, validUntil: number | null, clock: () => number): boolean {
  if (validFrom === null && validUntil === null) return true;
  const now = clock();
  return (validFrom === null || validFrom <= now) && (validUntil === null || now < validUntil);
}
