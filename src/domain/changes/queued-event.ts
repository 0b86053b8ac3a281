import type { BoxFacts, Cause, TermsChange } from '../notifications/market-event.ts';
import type { Health } from '../notifications/offer-health.ts';
import type { BoardStatus } from '../pricing/board-view.ts';
import type { BoxMove } from '../pricing/shown-changes.ts';
import type { TraceContext } from '../trace-context.ts';
import type { Condition, CustomerType, OfferType } from '../vocabulary.ts';
import type { Priority } from './change-context.ts';
import type { OfferAfter } from './offer-transition.ts';

/** What changed about an item, as facts: before its texts are written, and before it is addressed to sellers. */
export type QueuedEvent = OfferEvent | BoxEvent | HealthEvent | TermsEvent;

type EventOnItem = {
  readonly marketplaceId: string;
  readonly itemId: string;
  readonly customer: CustomerType;
  readonly offerType: OfferType;
  readonly atMs: number;
  readonly priority: Priority;
  /** `active`: all sellers with an offer on sale, and the named ones. `named`: the named ones alone. */
  readonly audience: 'active' | 'named';
  readonly named: readonly string[];
  /** The sellers whose records changed. */
  readonly owners: readonly string[];
  /** The operator's request. Undefined: there is none, or there are several. */
  readonly requestId: string | undefined;
  /** Deliveries of the event belong to it. */
  readonly trace: TraceContext | undefined;
};

/** Customers see other offers, counts or prices of a condition. */
export type OfferEvent = EventOnItem & {
  readonly kind: 'ANY_OFFER_CHANGED';
  readonly condition: Condition;
  readonly status: BoardStatus;
  /** The lowest landed price that consumers see of the condition. Undefined: there is none. */
  readonly lowestMinor: { readonly before: number | undefined; readonly now: number | undefined };
  readonly currency: string;
};

/** A buy box has another holder, or its holder another price. */
export type BoxEvent = EventOnItem & {
  readonly kind: 'BUY_BOX_CHANGED';
  readonly condition: Condition;
  readonly move: BoxMove;
  readonly ownChange?: BoxFacts['ownChange'];
  readonly cause: Cause;
  readonly currency: string;
};

/** Offers on sale became unhealthy, or recovered. It names these sellers, and each of them receives its own offers alone. */
export type HealthEvent = EventOnItem & {
  readonly kind: 'PRICING_HEALTH';
  /** The event is about several conditions. */
  readonly condition: '';
  readonly sellers: readonly SellerHealth[];
};

/** The offers of one seller on an item whose health changed. */
type SellerHealth = { readonly sellerId: string; readonly changes: readonly OfferHealth[] };

/** `judged` is what its gates looked at. */
export type OfferHealth = { readonly health: Health; readonly judged: OfferAfter };

/** Terms of offers changed. It names these sellers, and each of them receives its own offer alone. */
export type TermsEvent = EventOnItem & {
  readonly kind: 'PRICE_CHANGED';
  /** As of PRICING_HEALTH: who gets it does not depend on the condition. */
  readonly condition: '';
  readonly changes: ReadonlyMap<string, TermsChange>;
};
