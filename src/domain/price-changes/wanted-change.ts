import type { QuantityDiscount } from '../market/offer.ts';
import type { Strategy } from '../pricing/what-if.ts';
import type { CustomerType } from '../vocabulary.ts';
import type { OfferTerms } from './terms.ts';

/** Terms that an element of a call names beside its strategy. Null removes one; what is absent stays as it is. */
export type NamedTerms = {
  shippingMinor?: number | null;
  businessPriceMinor?: number | null;
  quantityDiscounts?: readonly QuantityDiscount[] | null;
};

/** One element of a call, as it is stored with its receipt (decision 48). Amounts are minor units of the marketplace's currency. */
export type WantedChange = {
  readonly sku: string;
  /** The customer type whose price a strategy finds. */
  readonly customer: CustomerType;
  /** Undefined: the price stays; `terms` or `restore` say what changes. */
  readonly strategy?: Strategy | undefined;
  readonly floorMinor?: number | undefined;
  readonly terms?: NamedTerms | undefined;
  readonly ifTermsRevision?: number | undefined;
  /** The caller means it, although the price is far from the present one. */
  readonly confirm?: boolean | undefined;
  /** The receipt whose change an undo takes back, and the terms before it. */
  readonly undoOf?: string | undefined;
  readonly restore?: OfferTerms | undefined;
};

/** Whoever asked for a change. An application acts by itself, or a member signed in to it (decision 53). */
export type ChangedBy = {
  readonly clientId: string;
  readonly memberId?: string | undefined;
  /** The console: what it does, a member did. */
  readonly isConsole: boolean;
};
