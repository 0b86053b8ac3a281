import type { Item } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { CustomerType } from '../vocabulary.ts';
import { type BoardStatus, type BoardView, makeView } from './board-view.ts';
import { hasBusinessTerms, type MarketOffer, seenBy, standingOf } from './offers.ts';

/**
 * Everything pricing needs of one item in one marketplace that depends on its offers. Plain JSON, amounts in minor
 * units of `currency`, times in epoch milliseconds; what has no value is left out. Equal offers give equal text,
 * however they arrive.
 */
export type Board = {
  currency: string;
  /**
   * True at any `now` with validFrom <= now < validUntil (null: no bound): dates are never frozen into it (decision
   * 23).
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
    const standing = standingOf(offer, now);
    if (standing === 'inactive') continue;
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
    if (standing === 'buyable') {
      buyable.push(one);
      business ||= hasBusinessTerms(offer);
    } else if (standing === 'noShippingCharge') missingCharge = true;
    else if (standing === 'tooSoon') {
      tooSoon++;
      firstStart = Math.min(firstStart, startTimeMs as number);
    }
  }
  const status = statusOf(buyable.length, active, tooSoon, missingCharge);
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

/** The date at which an offer that can be bought goes from "from a date on" to NOW. */
function turningDate(offer: Offer): number | undefined {
  if (offer.availability !== 'FUTURE_WITH_DATE' || offer.quantity <= 0 || offer.shippingMinor === undefined) {
    return undefined;
  }
  return offer.availableDateMs;
}

function statusOf(buyable: number, active: number, tooSoon: number, missingCharge: boolean): BoardStatus {
  if (buyable > 0) return 'Success';
  if (active > 0 && tooSoon === active) return 'ActiveButTooSoonForProcessing';
  return missingCharge ? 'NoOfferDueToMissingShippingCharge' : 'NoBuyableOffers';
}

/** Whether a board still says what a new one would, with no bound where there is null. Most have none and need no clock. */
export function holdsAt(validFrom: number | null, validUntil: number | null, clock: () => number): boolean {
  if (validFrom === null && validUntil === null) return true;
  const now = clock();
  return (validFrom === null || validFrom <= now) && (validUntil === null || now < validUntil);
}
