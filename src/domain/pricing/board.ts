import type { Item } from '../market/item.ts';
import { type BoardStatus, type BoardView, makeView } from './board-view.ts';
import type { Decision } from './decision.ts';
import type { OfferAvailability } from './gates.ts';
import { judge } from './judgement.ts';
import { groupOffers, type SeenGroups } from './offer-groups.ts';
import { hasBusinessTerms, type MarketOffer, type RankFields, seenBy } from './offers.ts';
import type { ShownOffer } from './shelf-offer.ts';

/**
 * Everything that pricing answers need about one item in one marketplace, as far as it depends on the item's offers. Plain
 * JSON: amounts are minor units of `currency`, times are epoch milliseconds, fields without a value are absent. The same
 * offers give the same text, in whatever order they arrive.
 */
export type Board<Shown = ShownOffer> = {
  currency: string;
  /**
   * The board is valid while now < validUntil (null: no bound). It is rebuilt after that, so that an offer's dates take effect
   * on time (decision 23). It was judged at validFrom or later: see `board-time.ts`.
   */
  validFrom: number | null;
  validUntil: number | null;
  consumer: BoardView<Shown>;
  /** Absent when business customers see exactly what consumers see. */
  business?: BoardView<Shown>;
  decision: Decision;
};

/** What a board is made from: the offers as groups, in place of the offers themselves. */
export type BoardInputs<Fields extends RankFields = RankFields> = {
  consumer: SeenGroups<Fields>;
  /** Absent when no offer on sale has terms for business customers. */
  business?: SeenGroups<Fields> | undefined;
  /** The number of offers by availability. */
  availabilities: { [A in OfferAvailability]?: number };
  /** The earliest start time of the offers that are `tooSoon`. */
  firstStartMs: number | undefined;
  validFrom: number | null;
  validUntil: number | null;
};

type BoardItem = Pick<Item, 'currency' | 'competitivePriceThresholdMinor'>;

/** Makes the board from its inputs, wherever they come from: a list of offers, or the index of the store. */
export function boardOf<Fields extends RankFields>(
  { currency }: Pick<Item, 'currency'>,
  { consumer, business, availabilities, firstStartMs, validFrom, validUntil }: BoardInputs<Fields>,
): Board<ShownOffer<Fields>> {
  const status = boardStatusOf(availabilities);
  const availableTime = status === 'ActiveButTooSoonForProcessing' ? firstStartMs : undefined;
  const forConsumers = makeView(status, availableTime, consumer);
  const forBusinesses = business && makeView(status, availableTime, business);
  const board: Board<ShownOffer<Fields>> = {
    currency,
    validFrom,
    validUntil,
    consumer: forConsumers.view,
    decision: {
      boxes: [...forConsumers.boxes, ...(forBusinesses?.boxes ?? [])],
      lowest: [...forConsumers.lowest, ...(forBusinesses?.lowest ?? [])],
      offers: forConsumers.view.total,
      hasBusiness: forBusinesses !== undefined,
    },
  };
  if (forBusinesses) board.business = forBusinesses.view;
  return board;
}

/** The inputs of a board from the offers themselves. */
export function inputsOf<One extends MarketOffer>(
  item: BoardItem,
  offers: readonly One[],
  now: number,
): BoardInputs<One['offer']> {
  const consumers: Parameters<typeof groupOffers<One['offer']>>[1][number][] = [];
  const businesses: typeof consumers = [];
  const availabilities: BoardInputs['availabilities'] = {};
  let hasBusiness = false;
  let firstStartMs: number | undefined;
  let validFrom: number | null = null;
  let validUntil: number | null = null;
  for (const one of offers) {
    const { availability, failing, businessFailing, turnsMs, turnedMs } = judge(one, item, now);
    availabilities[availability] = (availabilities[availability] ?? 0) + 1;
    if (turnsMs !== null) validUntil = Math.min(validUntil ?? turnsMs, turnsMs);
    if (turnedMs !== null) validFrom = Math.max(validFrom ?? turnedMs, turnedMs);
    const { startTimeMs } = one.offer;
    if (availability === 'tooSoon')
      firstStartMs = Math.min(firstStartMs ?? (startTimeMs as number), startTimeMs as number);
    if (availability !== 'buyable') continue;
    hasBusiness ||= hasBusinessTerms(one.offer);
    consumers.push({ ...seenBy('Consumer', one), isEligible: failing === 0 });
    businesses.push({ ...seenBy('Business', one), isEligible: (businessFailing ?? failing) === 0 });
  }
  return {
    consumer: groupOffers('Consumer', consumers),
    business: hasBusiness ? groupOffers('Business', businesses) : undefined,
    availabilities,
    firstStartMs,
    validFrom,
    validUntil,
  };
}

function boardStatusOf(counts: BoardInputs['availabilities']): BoardStatus {
  const { buyable = 0, tooSoon = 0, outOfStock = 0, unavailable = 0, noShippingCharge = 0 } = counts;
  if (buyable > 0) return 'Success';
  if (tooSoon > 0 && outOfStock + unavailable + noShippingCharge === 0) return 'ActiveButTooSoonForProcessing';
  return noShippingCharge > 0 ? 'NoOfferDueToMissingShippingCharge' : 'NoBuyableOffers';
}
