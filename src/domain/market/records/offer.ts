import { decimalFromMinor } from '../../money.ts';
import { writeTime } from '../../time.ts';
import type { Handling, Offer, OfferKey, Prime, QuantityDiscount, ShipsFrom } from '../offer.ts';
import type { TermsPolicy } from '../terms-policy.ts';
import { getCountry } from './marketplace.ts';
import { DISCOUNT, HANDLING, OFFER, PRIME, SHIPS_FROM } from './offer-fields.ts';
import type { RecordInput, RecordReading } from './reading.ts';

export function readOfferKey(r: RecordReading, input: RecordInput): OfferKey {
  return {
    marketplaceId: r.id(OFFER.marketplaceId, input.marketplaceId),
    sellerId: r.id(OFFER.sellerId, input.sellerId),
    sku: r.sku(OFFER.sku, input.sku),
  };
}

/** Written out field by field: it runs for every line of an import, and access by fixed names is fast. */
export function readOffer(r: RecordReading, input: RecordInput): Offer | undefined {
  const marketplaceId = r.id(OFFER.marketplaceId, input.marketplaceId);
  r.resolveCurrency(OFFER, marketplaceId, input.currency);
  const sellerId = r.id(OFFER.sellerId, input.sellerId);
  const sku = r.sku(OFFER.sku, input.sku);
  const itemId = r.id(OFFER.itemId, input.itemId);
  const condition = r.word(OFFER.condition, input.condition);
  const subCondition = r.word(OFFER.subCondition, input.subCondition);
  const channel = r.word(OFFER.channel, input.channel);
  const listingPriceMinor = r.money(OFFER.listingPrice, input.listingPrice);
  const shippingMinor = r.money(OFFER.shipping, input.shipping);
  const businessPriceMinor = r.money(OFFER.businessPrice, input.businessPrice);
  const quantityDiscounts = readDiscounts(r, input.quantityDiscounts);
  const handling = readHandling(r, input.handling);
  const availability = r.word(OFFER.availability, input.availability) ?? 'NOW';
  const availableDateMs = r.time(OFFER.availableDate, input.availableDate);
  checkAvailableDate(r, availability === 'FUTURE_WITH_DATE', input.availableDate);
  const shipsFrom = readShipsFrom(r, input.shipsFrom);
  const conditionNotes = r.text(OFFER.conditionNotes, input.conditionNotes);
  const points = r.integer(OFFER.points, input.points);
  const regularPriceMinor = r.money(OFFER.regularPrice, input.regularPrice);
  const prime = readPrime(r, input.prime);
  const startTimeMs = r.time(OFFER.startTime, input.startTime);
  const quantity = r.integer(OFFER.quantity, input.quantity);
  const active = r.boolean(OFFER.active, input.active) ?? true;
  if (r.problems !== undefined) return undefined;
  const offer: Offer = {
    marketplaceId,
    sellerId,
    sku,
    itemId,
    currency: r.currency,
    condition,
    subCondition,
    channel,
    listingPriceMinor,
    quantityDiscounts,
    availability,
    quantity,
    active,
  };
  if (shippingMinor !== undefined) offer.shippingMinor = shippingMinor;
  if (businessPriceMinor !== undefined) offer.businessPriceMinor = businessPriceMinor;
  if (handling !== undefined) offer.handling = handling;
  if (availableDateMs !== undefined) offer.availableDateMs = availableDateMs;
  if (shipsFrom !== undefined) offer.shipsFrom = shipsFrom;
  if (conditionNotes !== undefined) offer.conditionNotes = conditionNotes;
  if (points !== undefined) offer.points = points;
  if (regularPriceMinor !== undefined) offer.regularPriceMinor = regularPriceMinor;
  if (prime !== undefined) offer.prime = prime;
  if (startTimeMs !== undefined) offer.startTimeMs = startTimeMs;
  return offer;
}

/** Whose terms the record has (decision 49). Undefined where it says nothing about it, as most records. */
export function readTermsPolicy(r: RecordReading, input: RecordInput): TermsPolicy | undefined {
  if (input.termsAsOf === undefined && input.terms === undefined) return undefined;
  const asOfMs = r.time(OFFER.termsAsOf, input.termsAsOf);
  const override = r.word(OFFER.terms, input.terms) === 'override';
  if (asOfMs === undefined && !override) return undefined;
  return { by: 'operator', ...(asOfMs !== undefined && { asOfMs }), ...(override && { override }) };
}

export function writeTermsPolicy(policy: TermsPolicy | undefined): Record<string, unknown> {
  if (policy?.by !== 'operator') return {};
  return {
    ...(policy.asOfMs !== undefined && { termsAsOf: writeTime(policy.asOfMs) }),
    ...(policy.override === true && { terms: 'override' }),
  };
}

/** Decision 21: a date with FUTURE_WITH_DATE, and only with it. */
function checkAvailableDate(r: RecordReading, isNeeded: boolean, raw: unknown): void {
  const isGiven = raw !== undefined && raw !== null;
  if (isNeeded && !isGiven)
    r.report(OFFER.availableDate.name, `is required with FUTURE_WITH_DATE: ${OFFER.availableDate.rule}`);
  if (isGiven && !isNeeded)
    r.report(OFFER.availableDate.name, 'must only be given when availability is FUTURE_WITH_DATE');
}

const NO_DISCOUNTS: readonly QuantityDiscount[] = Object.freeze([]);

/** Quantities rise and prices fall from tier to tier, so that the last tier a quantity reaches is the cheapest. */
export function readDiscounts(r: RecordReading, raw: unknown): readonly QuantityDiscount[] {
  if (raw === undefined) return NO_DISCOUNTS;
  const list = r.list(OFFER.quantityDiscounts, raw);
  if (list === undefined || list.length === 0) return NO_DISCOUNTS;
  const discounts: QuantityDiscount[] = [];
  for (let index = 0; index < list.length; index++) {
    r.at(OFFER.quantityDiscounts.name, index);
    const input = r.element(OFFER.quantityDiscounts, list[index]);
    if (input === undefined) continue;
    const quantity = r.integer(DISCOUNT.quantity, input.quantity);
    const priceMinor = r.money(DISCOUNT.price, input.price);
    const previous = discounts.at(-1);
    if (previous !== undefined && quantity <= previous.quantity) {
      r.report(DISCOUNT.quantity.name, `must be more than ${previous.quantity}, the quantity of the previous tier`);
    }
    if (previous !== undefined && priceMinor >= previous.priceMinor) {
      r.report(DISCOUNT.price.name, 'must be less than in the previous tier');
    }
    discounts.push({ quantity, priceMinor });
  }
  r.at('');
  return discounts;
}

function readHandling(r: RecordReading, raw: unknown): Handling | undefined {
  const input = r.object(OFFER.handling, raw);
  if (input === undefined) return undefined;
  r.at(OFFER.handling.name);
  const minimumHours = r.integer(HANDLING.minimumHours, input.minimumHours);
  const maximumHours = r.integer(HANDLING.maximumHours, input.maximumHours);
  if (maximumHours < minimumHours)
    r.report(HANDLING.maximumHours.name, `must not be less than minimumHours, ${minimumHours}`);
  r.at('');
  return { minimumHours, maximumHours };
}

function readShipsFrom(r: RecordReading, raw: unknown): ShipsFrom | undefined {
  const input = r.object(OFFER.shipsFrom, raw);
  if (input === undefined) return undefined;
  r.at(OFFER.shipsFrom.name);
  const state = r.text(SHIPS_FROM.state, input.state);
  const country = getCountry(r, SHIPS_FROM.country, input.country);
  r.at('');
  return state === undefined ? { country } : { state, country };
}

function readPrime(r: RecordReading, raw: unknown): Prime | undefined {
  const input = r.object(OFFER.prime, raw);
  if (input === undefined) return undefined;
  r.at(OFFER.prime.name);
  const isPrime = r.boolean(PRIME.isPrime, input.isPrime);
  const isNationalPrime = r.boolean(PRIME.isNationalPrime, input.isNationalPrime);
  r.at('');
  return { isPrime, isNationalPrime };
}

export function writeOfferKey(key: OfferKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId, sellerId: key.sellerId, sku: key.sku };
}

export function writeOffer(offer: Offer): Record<string, unknown> {
  const { currency } = offer;
  const record: Record<string, unknown> = {
    marketplaceId: offer.marketplaceId,
    sellerId: offer.sellerId,
    sku: offer.sku,
    itemId: offer.itemId,
    currency,
    condition: offer.condition,
    subCondition: offer.subCondition,
    channel: offer.channel,
  };
  const put = (name: string, value: unknown) => {
    if (value !== undefined) record[name] = value;
  };
  const amount = (name: string, minor: number | undefined) => {
    if (minor !== undefined) record[name] = decimalFromMinor(minor, currency);
  };
  const time = (name: string, epochMs: number | undefined) => {
    if (epochMs !== undefined) record[name] = writeTime(epochMs);
  };
  amount('listingPrice', offer.listingPriceMinor);
  amount('shipping', offer.shippingMinor);
  amount('businessPrice', offer.businessPriceMinor);
  if (offer.quantityDiscounts.length > 0) {
    record.quantityDiscounts = offer.quantityDiscounts.map(({ quantity, priceMinor }) => ({
      quantity,
      price: decimalFromMinor(priceMinor, currency),
    }));
  }
  put('handling', offer.handling);
  record.availability = offer.availability;
  time('availableDate', offer.availableDateMs);
  put('shipsFrom', offer.shipsFrom);
  put('conditionNotes', offer.conditionNotes);
  put('points', offer.points);
  amount('regularPrice', offer.regularPriceMinor);
  put('prime', offer.prime);
  time('startTime', offer.startTimeMs);
  record.quantity = offer.quantity;
  record.active = offer.active;
  return record;
}
