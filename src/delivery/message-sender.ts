import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';
import type { Confirmation } from '../domain/notifications/texts/confirmation-text.ts';
import type { EventNames } from '../domain/notifications/texts/event-names.ts';
import type { SenderNames } from '../domain/notifications/texts/sender-names.ts';
import type { TraceContext } from '../domain/trace-context.ts';

/** One message with everything that is needed to send it. */
export type OutgoingMessage = {
  /** What it tells; the newest of several. */
  delivery: Delivery;
  /** What a digest tells besides, the oldest first: deliveries of the same kind. Empty: the message tells one event. */
  earlier: readonly Delivery[];
  destination: Destination;
  /** The active webhook signing secrets, newest first: `whsec_` and base64. Other destination types have none. */
  secrets: readonly string[];
  /** Set while the owner of the address has not agreed: the message then asks for consent and holds nothing of the event. */
  confirmation?: Confirmation;
  /** Messages to people: the names of what the events mention by id. */
  names?: EventNames;
  /** Messages to people: the page of this message. Tests and confirmations have none. */
  pageUrl?: string;
  /** Messages to people: the console, where sellers can sign in to one. */
  consoleUrl?: string | undefined;
  /** Messages to people, about events of no marketplace: the one in which the console shows them. */
  homeMarketplaceId?: string | undefined;
  /** How the owner of the address stops the messages. Only e-mails have it: in an SMS it would cost one more part each time. */
  stop?: StopLink;
  /** The span of this attempt, when it is recorded. Otherwise the trace of the delivery, if it has one, is passed on. */
  trace?: TraceContext | undefined;
};

export type StopLink = { url: string; names: SenderNames };

/** How long an attempt may take, and the clock for the times that it sends. */
export type AttemptTime = {
  readonly now: () => number;
  /** Deadline for one attempt, from the DNS lookup to the last byte of the response. */
  readonly timeoutMs: number;
};

/** Sends messages over one channel. Each destination type has one, except PULL, whose clients fetch their notifications. */
export interface MessageSender {
  /**
   * Makes one attempt. Every failure of the receiver or of the network is an outcome; the promise does not reject for it.
   * A `failed` message may have arrived, because a response can get lost: receivers drop duplicates by the notification
   * id. `error` and `answer` are shown to the seller, so they must not name internal hosts, addresses or credentials.
   *
   * `signal` aborts when the service shuts down: the attempt ends and counts as `failed`.
   */
  send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome>;
}
