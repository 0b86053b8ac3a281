import type { OtherEvent, SellerEvent, TestNotificationEvent } from './generated/types.gen.ts';
/** The kinds of events that this version of the SDK knows. Others are an `OtherEvent`: the `default` of a `switch (event.type)`. */
export type KnownEvent = Exclude<SellerEvent, OtherEvent>;
/** An event of the list of events. A test notification is none. */
export type ListedEvent = Exclude<KnownEvent, TestNotificationEvent> | (OtherEvent & {
    sequence: string;
});
