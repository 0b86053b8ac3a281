import type {
  AnyOfferChangedEvent,
  BuyBoxChangedEvent,
  DestinationSuspendedEvent,
  FeeChangedEvent,
  FeePromotionEvent,
  PricingHealthEvent,
  TestNotificationEvent,
} from './generated/types.gen.ts';

/** The kinds of events that this version of the SDK knows. */
export type KnownEvent =
  | AnyOfferChangedEvent
  | BuyBoxChangedEvent
  | DestinationSuspendedEvent
  | FeeChangedEvent
  | FeePromotionEvent
  | PricingHealthEvent
  | TestNotificationEvent;

/** Stands for every text that is no known kind. It has no value, so that no program can write it: `default` is where it is left. */
declare enum UnknownKind {
  Any = 'a kind that this version of the SDK does not know',
}

/** An event of a kind that came with a newer version of the service: `default` of a `switch (event.type)`. Ignore it. */
export type UnknownEvent = {
  specversion: string;
  id: string;
  source: string;
  type: UnknownKind;
  subject?: string;
  time: string;
  datacontenttype: string;
  sequence?: string;
  previoussequence?: string;
  supersedes?: string;
  data: { [key: string]: unknown };
};

/** An event as webhooks and pulled messages carry it. `switch (event.type)` tells the kinds apart, and gives `event.data` its type. */
export type SellerEvent = KnownEvent | UnknownEvent;

/** An event of the list of events. A test notification is none. */
export type ListedEvent = Exclude<KnownEvent, TestNotificationEvent> | (UnknownEvent & { sequence: string });
