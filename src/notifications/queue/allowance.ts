import { type MessageLimit, nextMessageMs } from '../../domain/notifications/message-limit.ts';
import type { SentMessage } from '../deliveries/message-table.ts';

/** How many more messages a destination gets now: its limit, and what counts towards it. */
export class Allowance {
  readonly limit: MessageLimit | undefined;
  readonly #sent: Map<string, SentMessage>;
  readonly #nowMs: number;

  /** `sent`: the messages that the limit may count. */
  constructor(limit: MessageLimit | undefined, sent: readonly SentMessage[], nowMs: number) {
    this.limit = limit;
    this.#sent = new Map(sent.map((one) => [one.message_id, one]));
    this.#nowMs = nowMs;
  }

  /** When a message of the kind may be sent: now, or later. A message that is sent again does not count against itself. */
  permittedMs(kind: string, messageId?: string): number {
    const { limit } = this;
    if (limit === undefined) return this.#nowMs;
    const others = [...this.#sent.values()].filter(
      (one) => one.message_id !== messageId && (!limit.isPerKind || one.kind === kind),
    );
    return nextMessageMs(
      limit,
      others.map(({ sent_ms }) => sent_ms),
      this.#nowMs,
    );
  }

  /** A message that is sent again counts once, from now on. */
  take(messageId: string, kind: string): void {
    this.#sent.set(messageId, { message_id: messageId, kind, sent_ms: this.#nowMs });
  }
}
