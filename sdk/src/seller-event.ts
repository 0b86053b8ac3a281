import type { OtherEvent, SellerEvent, TestNotificationEvent } from './generated/types.gen.ts';

/** An event as webhooks and pulled messages carry it. `switch (event.type)` tells the kinds apart, and gives `event.data` its type. */
export type { SellerEvent } from './generated/types.gen.ts';

/** An event of a kind that came with a newer version of the service: `default` of a `switch (event.type)`. Ignore it. */
export type UnknownEvent = OtherEvent;

/** The kinds of events that this version of the SDK knows. */
export type KnownEvent = Exclude<SellerEvent, OtherEvent>;

/** An event of the list of events. A test notification is none. */
export type ListedEvent = Exclude<KnownEvent, TestNotificationEvent> | (OtherEvent & { sequence: string });
