import { DAY_MS } from '../../domain/duration.ts';
import { type Grade, gradeOf, notesOn } from './conditions.ts';
import { charmPrice, type SeedItem } from './items.ts';
import { approximateExp, type Random } from './random.ts';
import { type SeedSeller, sellerAt } from './sellers.ts';
import { skuOf } from './sku.ts';
import { FS_STATES } from './word-lists.ts';

const STREAM = 5;

/** Offers per item: the median is about four, the mean about eight, and the most popular items have hundreds. */
const MEDIAN_OFFERS = 3.75;
const OFFER_SPREAD = 1.25;

const FS_HANDLING = { minimumHours: 0, maximumHours: 24 };
const HANDLING = [
  { minimumHours: 24, maximumHours: 24 },
  { minimumHours: 24, maximumHours: 48 },
  { minimumHours: 24, maximumHours: 72 },
  { minimumHours: 48, maximumHours: 120 },
];
const TIER_QUANTITIES = [[5], [5, 10], [10, 25, 50], [2, 6, 12], [100]];

/** Generates the offers on items. Its memory is one number per seller, whatever the number of items. */
export class OfferMaker {
  readonly #random: Random;
  readonly #sellers: readonly SeedSeller[];
  readonly #marketplaceId: string;
  readonly #epochMs: number;
  /** By seller: the number of the last item (from 1) on which the seller has an offer. */
  readonly #lastItem: Uint32Array;

  constructor(random: Random, sellers: readonly SeedSeller[], marketplaceId: string, epochMs: number) {
    this.#random = random;
    this.#sellers = sellers;
    this.#marketplaceId = marketplaceId;
    this.#epochMs = epochMs;
    this.#lastItem = new Uint32Array(sellers.length);
  }

  offersOn(item: SeedItem, index: number): Record<string, unknown>[] {
    this.#random.startStream(STREAM, index);
    const wanted = Math.max(1, Math.round(MEDIAN_OFFERS * approximateExp(OFFER_SPREAD * item.popularity)));
    const count = Math.min(wanted, this.#sellers.length);
    const offers: Record<string, unknown>[] = [];
    for (let made = 0; made < count; made++) {
      const seller = this.#freeSeller(index + 1);
      const sku = skuOf(seller, index + 1, item.family.brand);
      offers.push(this.#offer(item, seller, sku));
      // Sometimes a seller has a second offer, in any condition.
      if (this.#random.chance(0.03)) offers.push(this.#offer(item, seller, `${sku} (2)`));
    }
    return offers;
  }

  /** A random seller without an offer on the item, or the next one without. */
  #freeSeller(item: number): SeedSeller {
    const lastItem = this.#lastItem;
    let index = sellerAt(this.#random, lastItem.length);
    while (lastItem[index] === item) index = (index + 1) % lastItem.length;
    lastItem[index] = item;
    return this.#sellers[index] as SeedSeller;
  }

  #offer(item: SeedItem, seller: SeedSeller, sku: string): Record<string, unknown> {
    const random = this.#random;
    const grade = gradeOf(random, item.family.traits);
    const { condition, subCondition } = grade;
    const isNew = condition === 'New';
    const fs = random.chance(seller.fsShare);
    const listingPrice = this.#price(item, grade);
    const offer: Record<string, unknown> = {
      kind: 'offer',
      marketplaceId: this.#marketplaceId,
      sellerId: seller.sellerId,
      sku,
      itemId: item.record.itemId,
      condition,
      subCondition,
      channel: fs ? 'FS' : 'SELLER',
      listingPrice,
    };
    // An offer without a shipping charge cannot be bought (decision 22). A few sellers forget to set one.
    if (!random.chance(0.008)) offer.shipping = fs || random.chance(0.55) ? 0 : (299 + 50 * random.below(14)) / 100;
    if (isNew && seller.sellsToBusiness && random.chance(0.6)) this.#addBusinessTerms(offer, listingPrice);
    offer.handling = fs ? FS_HANDLING : random.pick(HANDLING);
    this.#addDates(offer);
    offer.shipsFrom = fs ? { state: random.pick(FS_STATES), country: 'US' } : seller.shipsFrom;
    const notes = notesOn(random, grade);
    if (notes !== undefined) offer.conditionNotes = notes;
    if (random.chance(0.06)) offer.points = Math.ceil(listingPrice);
    if (random.chance(0.14)) offer.regularPrice = Math.round(listingPrice * 115) / 100;
    if (fs) offer.prime = { isPrime: true, isNationalPrime: random.chance(0.85) };
    offer.quantity = isNew ? this.#stock() : 1;
    if (random.chance(0.02)) offer.active = false;
    return offer;
  }

  /** Most prices are close to the item's usual price; some are up to half as much higher. */
  #price(item: SeedItem, { worth }: Grade): number {
    const random = this.#random;
    const markup = 0.94 + 0.1 * random.unit() + 0.5 * random.unit() * random.unit() * random.unit();
    const cents = item.priceCents * worth * markup;
    return random.chance(0.7) ? charmPrice(cents) : Math.floor(Math.max(49, cents)) / 100;
  }

  /** With rising quantities, prices fall by at least a cent. */
  #addBusinessTerms(offer: Record<string, unknown>, listingPrice: number): void {
    const random = this.#random;
    let cents = Math.floor(Math.round(listingPrice * 100) * random.between(0.92, 0.98));
    offer.businessPrice = cents / 100;
    if (!random.chance(0.5)) return;
    offer.quantityDiscounts = random.pick(TIER_QUANTITIES).map((quantity) => {
      cents = Math.min(cents - 1, Math.floor(cents * 0.97));
      return { quantity, price: cents / 100 };
    });
  }

  #addDates(offer: Record<string, unknown>): void {
    const kind = this.#random.unit();
    if (kind >= 0.02) return;
    const date = new Date(this.#epochMs + (1 + this.#random.below(720)) * DAY_MS).toISOString();
    if (kind < 0.01) {
      offer.availability = 'FUTURE_WITH_DATE';
      offer.availableDate = date;
    } else if (kind < 0.015) offer.availability = 'FUTURE_WITHOUT_DATE';
    else offer.startTime = date;
  }

  #stock(): number {
    return this.#random.chance(0.03) ? 0 : Math.ceil(12 * approximateExp(1.2 * this.#random.normal()));
  }
}
