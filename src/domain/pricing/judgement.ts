import type { Item } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import { availabilityIn, type FailingGates, failingGates, type OfferAvailability } from './gates.ts';
import type { MarketOffer } from './offers.ts';

/** What the rule says about one offer at one time, whatever the other offers are. */
export type Judgement = {
  availability: OfferAvailability;
  /** At the price that consumers see. */
  failing: FailingGates;
  /** At the business price; null when the offer has none, and `failing` counts for business customers, too. */
  businessFailing: FailingGates | null;
  /** The next time at which a date of the offer changes the judgement or what is shown of it; null: never. */
  turnsMs: number | null;
  /** The last such time that has passed; null: there was none. */
  turnedMs: number | null;
};

export function judge(one: MarketOffer, item: Pick<Item, 'competitivePriceThresholdMinor'>, now: number): Judgement {
  const { listingPriceMinor, businessPriceMinor, shippingMinor = 0 } = one.offer;
  const failing = failingGates(one, item, listingPriceMinor + shippingMinor, now);
  const businessFailing =
    businessPriceMinor === undefined ? null : failingGates(one, item, businessPriceMinor + shippingMinor, now);
  let turnsMs: number | null = null;
  let turnedMs: number | null = null;
  for (const time of turningTimes(one.offer)) {
    if (time > now) turnsMs = Math.min(turnsMs ?? time, time);
    else turnedMs = Math.max(turnedMs ?? time, time);
  }
  return { availability: availabilityIn(failing), failing, businessFailing, turnsMs, turnedMs };
}

/** The start time, and the date at which the availability shown of an offer changes from FUTURE_WITH_DATE to NOW. */
function turningTimes(offer: Offer): number[] {
  const times: number[] = [];
  if (offer.startTimeMs !== undefined) times.push(offer.startTimeMs);
  const { active, availability, availableDateMs, quantity, shippingMinor } = offer;
  if (
    active &&
    availability === 'FUTURE_WITH_DATE' &&
    availableDateMs !== undefined &&
    quantity > 0 &&
    shippingMinor !== undefined
  ) {
    times.push(availableDateMs);
  }
  return times;
}
