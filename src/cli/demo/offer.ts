import { itemId } from './items.ts';
import { DEMO_NEWCOMER, DEMO_RIVAL, DEMO_SELLER, shipsFromOf } from './sellers.ts';

/** Fields of an offer record that override the defaults of `offer`. */
export type OfferOverrides = Readonly<Record<string, unknown>>;

/** What a customer pays. No shipping charge (null) is not free shipping (decision 22). */
type Price = readonly [listing: number, shipping: number | null];

type OfferKey = { readonly sellerId: string; readonly sku: string; readonly n: number };

/** The defaults: New, in stock, shipped by the seller from its own location or by FS from a warehouse. */
function offer({ sellerId, sku, n }: OfferKey, [listingPrice, shipping]: Price, terms: OfferOverrides) {
  const fs = terms.channel === 'FS';
  return {
    kind: 'offer',
    marketplaceId: 'STORE_US',
    sellerId,
    sku,
    itemId: itemId(n),
    condition: 'New',
    subCondition: 'New',
    channel: 'SELLER',
    listingPrice,
    ...(shipping !== null && { shipping }),
    handling: fs ? { minimumHours: 0, maximumHours: 24 } : { minimumHours: 24, maximumHours: 48 },
    availability: 'NOW',
    shipsFrom: fs ? { state: 'KY', country: 'US' } : shipsFromOf(sellerId),
    prime: { isPrime: fs, isNationalPrime: fs },
    quantity: 40,
    active: true,
    ...terms,
  };
}

/** The demo seller's offer on item n, with the SKU `DEMO-SKU-n` unless the terms have another. */
export function own(n: number, price: Price, terms: OfferOverrides = {}): Record<string, unknown> {
  return offer({ sellerId: DEMO_SELLER, sku: `DEMO-SKU-${n}`, n }, price, terms);
}

/** The SKUs of the rivals who can sign in begin with these. */
const SKU_PREFIXES: Readonly<Record<string, string>> = { [DEMO_RIVAL]: 'RIVAL-SKU-', [DEMO_NEWCOMER]: 'NEW-SKU-' };

/** A rival's offer on item n. A seller has at most one offer per item and condition, so these make the SKU. */
export function rival(sellerId: string, n: number, price: Price, terms: OfferOverrides = {}): Record<string, unknown> {
  const condition = terms.condition === undefined ? '' : `-${String(terms.condition).toUpperCase()}`;
  const prefix = SKU_PREFIXES[sellerId];
  const sku = prefix === undefined ? `${itemId(n)}${condition}` : `${prefix}${n}${condition}`;
  return offer({ sellerId, sku, n }, price, terms);
}

export const FS: OfferOverrides = { channel: 'FS' };

export function used(subCondition: string, conditionNotes: string, terms: OfferOverrides = {}): OfferOverrides {
  return { condition: 'Used', subCondition, conditionNotes, ...terms };
}
