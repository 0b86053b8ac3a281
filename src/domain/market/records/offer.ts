import { decimalFromMinor } from '../../money.ts';
import { writeTime } from '../../time.ts';
import type { Handling, Offer, OfferKey, Prime, QuantityDiscount, ShipsFrom } from '../offer.ts';
import { getCountry } from './marketplace.ts';
import { F, H, P, Q, S } from './offer-fields.ts';
import {
  getBoolean,
  getElement,
  getId,
  getInteger,
  getList,
  getMoney,
  getObject,
  getSku,
  getText,
  getTime,
  getWord,
  type Input,
  type Reading,
  settleCurrency,
} from './reading.ts';

export function readOfferKey(r: Reading, input: Input): OfferKey {
  return {
    marketplaceId: getId(r, F.marketplaceId, input.marketplaceId),
    sellerId: getId(r, F.sellerId, input.sellerId),
    sku: getSku(r, F.sku, input.sku),
  };
}

/** Each field by its name, in the open: this runs for every line of an import, and fixed names are fast. */
export function readOffer(r: Reading, input: Input): Offer | undefined {
  const marketplaceId = getId(r, F.marketplaceId, input.marketplaceId);
  settleCurrency(r, F, marketplaceId, input.currency);
  const sellerId = getId(r, F.sellerId, input.sellerId);
  const sku = getSku(r, F.sku, input.sku);
  const itemId = getId(r, F.itemId, input.itemId);
  const condition = getWord(r, F.condition, input.condition);
  const subCondition = getWord(r, F.subCondition, input.subCondition);
  const channel = getWord(r, F.channel, input.channel);
  const listingPriceMinor = getMoney(r, F.listingPrice, input.listingPrice);
  const shippingMinor = getMoney(r, F.shipping, input.shipping);
  const businessPriceMinor = getMoney(r, F.businessPrice, input.businessPrice);
  const quantityDiscounts = readDiscounts(r, input.quantityDiscounts);
  const handling = readHandling(r, input.handling);
  const availability = getWord(r, F.availability, input.availability) ?? 'NOW';
  const availableDateMs = getTime(r, F.availableDate, input.availableDate);
  checkAvailableDate(r, availability === 'FUTURE_WITH_DATE', input.availableDate);
  const shipsFrom = readShipsFrom(r, input.shipsFrom);
  const conditionNotes = getText(r, F.conditionNotes, input.conditionNotes);
  const points = getInteger(r, F.points, input.points);
  const regularPriceMinor = getMoney(r, F.regularPrice, input.regularPrice);
  const prime = readPrime(r, input.prime);
  const startTimeMs = getTime(r, F.startTime, input.startTime);
  const quantity = getInteger(r, F.quantity, input.quantity);
  const active = getBoolean(r, F.active, input.active) ?? true;
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

/** Decision 21: a date with FUTURE_WITH_DATE, and only with it. */
function checkAvailableDate(r: Reading, due: boolean, raw: unknown): void {
  const given = raw !== undefined && raw !== null;
  if (due && !given) r.say(F.availableDate.name, `is required with FUTURE_WITH_DATE: ${F.availableDate.right}`);
  if (given && !due) r.say(F.availableDate.name, 'must only be given when availability is FUTURE_WITH_DATE');
}

const NO_DISCOUNTS: readonly QuantityDiscount[] = Object.freeze([]);

/** Quantities rise and prices fall from tier to tier: then the last tier a quantity reaches is also the cheapest. */
function readDiscounts(r: Reading, raw: unknown): readonly QuantityDiscount[] {
  if (raw === undefined) return NO_DISCOUNTS;
  const list = getList(r, F.quantityDiscounts, raw);
  if (list === undefined || list.length === 0) return NO_DISCOUNTS;
  const discounts: QuantityDiscount[] = [];
  for (let index = 0; index < list.length; index++) {
    const input = getElement(r, F.quantityDiscounts, F.quantityDiscounts.name, index, list[index]);
    if (input === undefined) continue;
    const quantity = getInteger(r, Q.quantity, input.quantity);
    const priceMinor = getMoney(r, Q.price, input.price);
    const before = discounts.at(-1);
    if (before !== undefined && quantity <= before.quantity) {
      r.say(Q.quantity.name, `must be more than the ${before.quantity} of the tier before`);
    }
    if (before !== undefined && priceMinor >= before.priceMinor) {
      r.say(Q.price.name, 'must be less than in the tier before');
    }
    discounts.push({ quantity, priceMinor });
  }
  r.at('');
  return discounts;
}

function readHandling(r: Reading, raw: unknown): Handling | undefined {
  const input = getObject(r, F.handling, raw);
  if (input === undefined) return undefined;
  r.at(F.handling.name);
  const minimumHours = getInteger(r, H.minimumHours, input.minimumHours);
  const maximumHours = getInteger(r, H.maximumHours, input.maximumHours);
  if (maximumHours < minimumHours) r.say(H.maximumHours.name, `must not be less than minimumHours, ${minimumHours}`);
  r.at('');
  return { minimumHours, maximumHours };
}

function readShipsFrom(r: Reading, raw: unknown): ShipsFrom | undefined {
  const input = getObject(r, F.shipsFrom, raw);
  if (input === undefined) return undefined;
  r.at(F.shipsFrom.name);
  const state = getText(r, S.state, input.state);
  const country = getCountry(r, S.country, input.country);
  r.at('');
  return state === undefined ? { country } : { state, country };
}

function readPrime(r: Reading, raw: unknown): Prime | undefined {
  const input = getObject(r, F.prime, raw);
  if (input === undefined) return undefined;
  r.at(F.prime.name);
  const isPrime = getBoolean(r, P.isPrime, input.isPrime);
  const isNationalPrime = getBoolean(r, P.isNationalPrime, input.isNationalPrime);
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
