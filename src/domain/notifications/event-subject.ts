import { minorFromDecimal } from '../money.ts';
import { listAt, valueAt } from './event-payload.ts';
import type { EventKind } from './notification.ts';

/** An event that is read from its stored parts. */
export type EventData = {
  kind: EventKind;
  /** Absent, with `itemId`: the event is not about an item. */
  marketplaceId?: string | undefined;
  itemId?: string | undefined;
  /** The other members of `data`. Of ANY_OFFER_CHANGED without the offers and their summary. */
  data: unknown;
};

/** What filters look at. */
export type EventSubject = {
  marketplaceId: string | undefined;
  /** Absent: the event is not about an item. */
  itemId: string | undefined;
  /** Undefined: the event is not about an item. */
  conditions: readonly string[] | undefined;
  /** The receiver's own; undefined: an older version of the service did not tell them. */
  skus: readonly string[] | undefined;
  /** The word of `Change` or `Health`. */
  change: string | undefined;
  /** Only of events with a price that can be compared with the one before. */
  price: PriceMove | undefined;
  /** Undefined: the event has no cause in the market. */
  isOwn: boolean | undefined;
};

/** Landed prices in minor units of one currency. */
export type PriceMove = { beforeMinor: number; nowMinor: number };

/** Both parts are members of `data` as JSON text, without braces. */
export function readEventData(
  kind: EventKind,
  content: { marketplaceId: string; itemId: string; itemPart: string } | undefined,
  sellerPart: string,
): EventData {
  if (content === undefined) return { kind, data: JSON.parse(`{${sellerPart}}`) };
  const { marketplaceId, itemId, itemPart } = content;
  const members = [headOf(itemPart), sellerPart].filter((part) => part !== '');
  return { kind, marketplaceId, itemId, data: JSON.parse(`{${members.join()}}`) };
}

/**
 * ANY_OFFER_CHANGED has up to 50 KB of offers, and nothing here looks at them. Within a JSON string the quotes of this text would
 * be escaped, so it is the member.
 */
function headOf(itemPart: string): string {
  const end = itemPart.indexOf(',"Summary":');
  return end < 0 ? itemPart : itemPart.slice(0, end);
}

export function subjectOf({ kind, marketplaceId, itemId, data }: EventData): EventSubject {
  const isOwn = valueAt(data, 'Own');
  return {
    marketplaceId: marketplaceId ?? textAt(data, 'marketplaceId'),
    itemId,
    conditions:
      itemId === undefined
        ? undefined
        : textsOf([valueAt(data, 'ItemCondition'), ...listAt(data, 'Offers').map(conditionAt)]),
    skus: skusOf(kind, data),
    change: textAt(data, 'Change') ?? textAt(data, 'Health'),
    price: priceOf(kind, data),
    isOwn: typeof isOwn === 'boolean' ? isOwn : undefined,
  };
}

function skusOf(kind: EventKind, data: unknown): string[] | undefined {
  switch (kind) {
    case 'ANY_OFFER_CHANGED':
      return valueAt(data, 'MySKUs') === undefined ? undefined : textsOf(listAt(data, 'MySKUs'));
    case 'BUY_BOX_CHANGED':
      return textsOf([...listAt(data, 'MyOffers').map(skuAt), valueAt(data, 'PreviousSellerSKU')]);
    case 'PRICING_HEALTH':
      return textsOf(listAt(data, 'Offers').map(skuAt));
    case 'PRICE_CHANGED':
      return textsOf([skuAt(data)]);
    default:
      return undefined;
  }
}

function priceOf(kind: EventKind, data: unknown): PriceMove | undefined {
  if (kind === 'ANY_OFFER_CHANGED') {
    return moveOf(valueAt(data, 'PreviousLowestLandedPrice'), valueAt(data, 'LowestLandedPrice'));
  }
  if (kind === 'PRICE_CHANGED') return termsMove(valueAt(data, 'TermsBefore'), valueAt(data, 'TermsAfter'));
  if (kind !== 'BUY_BOX_CHANGED' || valueAt(data, 'Change') !== 'PRICE') return undefined;
  return moveOf(valueAt(data, 'PreviousBuyBoxPrice', 'LandedPrice'), valueAt(data, 'BuyBoxPrice', 'LandedPrice'));
}

/** Undefined where anything but the listing price and shipping changed: a price alone does not tell it. */
function termsMove(before: unknown, after: unknown): PriceMove | undefined {
  const isSame = (name: string) => JSON.stringify(valueAt(before, name)) === JSON.stringify(valueAt(after, name));
  if (!isSame('BusinessPrice') || !isSame('quantityDiscountPrices')) return undefined;
  return moveOf(landedAt(before), landedAt(after));
}

const landedAt = (terms: unknown) => valueAt(terms, 'LandedPrice') ?? valueAt(terms, 'ListingPrice');

function moveOf(before: unknown, now: unknown): PriceMove | undefined {
  const currency = valueAt(now, 'CurrencyCode');
  if (valueAt(before, 'CurrencyCode') !== currency) return undefined;
  const [beforeMinor, nowMinor] = [minorOf(before), minorOf(now)];
  return beforeMinor === undefined || nowMinor === undefined ? undefined : { beforeMinor, nowMinor };
}

function minorOf(money: unknown): number | undefined {
  const amount = valueAt(money, 'Amount');
  const currency = valueAt(money, 'CurrencyCode');
  if (typeof amount !== 'number' || typeof currency !== 'string') return undefined;
  const minor = minorFromDecimal(amount, currency);
  return typeof minor === 'number' ? minor : undefined;
}

const conditionAt = (offer: unknown) => valueAt(offer, 'ItemCondition');
const skuAt = (offer: unknown) => valueAt(offer, 'SellerSKU');

function textAt(data: unknown, name: string): string | undefined {
  const value = valueAt(data, name);
  return typeof value === 'string' ? value : undefined;
}

const textsOf = (values: readonly unknown[]): string[] => values.filter((one) => typeof one === 'string');
