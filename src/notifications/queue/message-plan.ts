import type { HoldReason } from '../../domain/notifications/delivery.ts';
import { type MessageLimit, nextMessageMs } from '../../domain/notifications/message-limit.ts';
import type { SentMessage } from '../deliveries/message-table.ts';

/** A delivery to a person that is due, or waits for another attempt of its message. */
export type WaitingRow = {
  delivery_id: string;
  kind: string;
  sequence: number | null;
  message_id: string | null;
  tries: number;
  asked_ms: number | null;
  reason: string | null;
};

/** What waits for a person, and what holds it back. */
export type WaitingDeliveries = {
  /** The end of the quiet hours; undefined outside of them. */
  quietMs: number | undefined;
  /** In the order in which they are due. */
  due: readonly WaitingRow[];
  /** Deliveries whose message failed and waits for its next attempt, whether due or not. */
  failed: readonly WaitingRow[];
  limit: MessageLimit | undefined;
  /** The messages that the limit may count. */
  sent: readonly SentMessage[];
};

/** Deliveries in one message: what is left goes into the next one. */
const MAX_IN_MESSAGE = 200;

/** What becomes of the deliveries of one destination that are due. What is in none of the lists stays due. */
export type MessagePlan = {
  /** Messages to send again as they are. `isCounted`: the limit counts it, because nobody asked for it again. */
  again: { messageId: string; isCounted: boolean; rows: readonly WaitingRow[] }[];
  fresh: { kind: string; rows: readonly WaitingRow[] }[];
  held: Held[];
};

type Held = { row: WaitingRow; untilMs: number; reason: HoldReason };

/** How many messages may be sent now. */
type Bounds = { slots: number; nowMs: number };

/**
 * Decides what is sent to a person. Nothing is in quiet hours. A message that failed is sent again as it is. All new deliveries of one
 * kind are one message, if the limit permits it; otherwise they wait. A message that failed and still waits becomes part of the next
 * one of its kind: after an outage people get one digest, not more e-mails than the limit permits, and no old news after the newest.
 *
 * A message that somebody asked for again neither waits nor counts.
 */
export function planMessages(waiting: WaitingDeliveries, bounds: Bounds): MessagePlan {
  const plan: MessagePlan = { again: [], fresh: [], held: [] };
  const { due, failed, quietMs } = waiting;
  if (quietMs !== undefined) {
    const held = due.map((row): Held => ({ row, untilMs: quietMs, reason: 'QUIET_HOURS' }));
    return { ...plan, held };
  }
  const allowance = new Allowance(waiting, bounds.nowMs);
  const { old = [], fresh = [] } = Object.groupBy(due, ({ message_id }) => (message_id === null ? 'fresh' : 'old'));
  const kinds = Map.groupBy(fresh, ({ kind }) => kind);
  // Their messages are sent now as they are: what else is in them must not be in two messages.
  const askedFor = new Set(old.filter(isAskedFor).map(({ message_id }) => message_id));
  const joins = (row: WaitingRow) =>
    !isAskedFor(row) &&
    !askedFor.has(row.message_id) &&
    kinds.has(row.kind) &&
    allowance.permittedMs(row.kind) <= bounds.nowMs;
  const joining = failed.filter(joins);
  const unjoined = old.filter((row) => !joins(row));
  planAgain(plan, unjoined, allowance, bounds);
  for (const [kind, rows] of kinds) {
    planFresh(plan, [...joining.filter((row) => row.kind === kind), ...rows].sort(byAge), allowance, bounds);
  }
  return plan;
}

const isFull = ({ again, fresh }: MessagePlan, { slots }: Bounds) => again.length + fresh.length >= slots;

/** Its retries are like those of any other message. */
const isAskedFor = ({ asked_ms, tries }: WaitingRow) => asked_ms !== null && tries === 0;

function planAgain(plan: MessagePlan, old: readonly WaitingRow[], allowance: Allowance, bounds: Bounds): void {
  for (const [messageId, rows] of Map.groupBy(old, ({ message_id }) => message_id ?? '')) {
    const kind = rows[0]?.kind ?? '';
    const isCounted = !rows.some(isAskedFor);
    const untilMs = isCounted ? allowance.permittedMs(kind, messageId) : bounds.nowMs;
    if (untilMs > bounds.nowMs) plan.held.push(...allowance.hold(rows, untilMs));
    else if (!isFull(plan, bounds)) {
      plan.again.push({ messageId, isCounted, rows });
      if (isCounted) allowance.take(kind, messageId);
    }
  }
}

/** `rows` are of one kind. */
function planFresh(plan: MessagePlan, rows: WaitingRow[], allowance: Allowance, bounds: Bounds): void {
  const kind = rows[0]?.kind ?? '';
  while (rows.length > 0) {
    const untilMs = allowance.permittedMs(kind);
    if (untilMs > bounds.nowMs) {
      plan.held.push(...allowance.hold(rows, untilMs));
      return;
    }
    if (isFull(plan, bounds)) return;
    plan.fresh.push({ kind, rows: rows.splice(0, MAX_IN_MESSAGE) });
    allowance.take(kind);
  }
}

/** How many more messages a destination gets now: its limit, and what counts towards it. */
class Allowance {
  readonly #limit: MessageLimit | undefined;
  readonly #nowMs: number;
  #counted: readonly { kind: string; sentMs: number; messageId?: string | undefined }[];

  constructor({ limit, sent }: WaitingDeliveries, nowMs: number) {
    this.#limit = limit;
    this.#nowMs = nowMs;
    this.#counted = sent.map(({ message_id, kind, sent_ms }) => ({ kind, sentMs: sent_ms, messageId: message_id }));
  }

  /** When a message of the kind may be sent: now, or later. A message that is sent again does not count against itself. */
  permittedMs(kind: string, messageId?: string): number {
    const limit = this.#limit;
    if (limit === undefined) return this.#nowMs;
    const others = this.#others(messageId).filter((one) => !limit.isPerKind || one.kind === kind);
    const times = others.map(({ sentMs }) => sentMs);
    return nextMessageMs(limit, times, this.#nowMs);
  }

  /** Counts one more message. One that is sent again counts once, from now on. */
  take(kind: string, messageId?: string): void {
    this.#counted = [...this.#others(messageId), { kind, sentMs: this.#nowMs, messageId }];
  }

  /** These wait for the limit. */
  hold(rows: readonly WaitingRow[], untilMs: number): Held[] {
    const limit = this.#limit;
    return limit === undefined ? [] : rows.map((row) => ({ row, untilMs, reason: limit.reason }));
  }

  #others(messageId: string | undefined) {
    return this.#counted.filter((one) => messageId === undefined || one.messageId !== messageId);
  }
}

/** The oldest event first: a replay queues old events again. */
export const byAge = (a: Aged, b: Aged): number =>
  (a.sequence ?? 0) - (b.sequence ?? 0) || (a.delivery_id < b.delivery_id ? -1 : 1);

type Aged = { sequence: number | null; delivery_id: string };
