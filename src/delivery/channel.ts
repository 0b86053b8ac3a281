import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';

/** One delivery, ready to go. */
export type OutgoingMessage = {
  delivery: Delivery;
  destination: Destination;
  /** The webhook signing secrets in force, newest first; `whsec_` and base64. Other types have none. */
  secrets: readonly string[];
  /** For a destination whose owner has not agreed yet: the message asks for that, and tells nothing of the event. */
  confirmation?: { url: string; code: string; expiresMs: number };
};

/** One way out. There is one for each type of destination that the service pushes to; PULL has none. */
export interface Channel {
  /**
   * Tries once. Whatever the other side does, and whatever keeps it from being reached, is an outcome: it never rejects
   * for that. `failed` may have arrived all the same, because an answer can get lost: the receiver drops repeats by the
   * notification id. `error` and `answer` are shown to the seller, so they name nothing of the inside.
   *
   * `signal` is for the end of the service: the try is then given up and counts as `failed`.
   */
  send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome>;
}
