import type { HoldReason } from '../../domain/notifications/delivery.ts';
import { newMessageId } from '../deliveries/message-table.ts';
import type { Allowance } from './allowance.ts';

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

/** Deliveries in one message: what is left goes into the next one. */
const MAX_IN_MESSAGE = 200;

/** What becomes of the deliveries of one destination that are due. What is in none of the lists stays due. */
export type MessagePlan = {
  /** Ids of messages to send again as they are. `counted`: those that the limit counts, because nobody asked for them again. */
  again: string[];
  counted: string[];
  fresh: { messageId: string; kind: string; rows: WaitingRow[] }[];
  held: Held[];
};

export type Held = { row: WaitingRow; untilMs: number; reason: HoldReason };

export type PlanFacts = {
  /** In the order in which they are due. */
  due: readonly WaitingRow[];
  /** Deliveries whose message failed and waits for its next attempt, whether due or not. */
  failed: readonly WaitingRow[];
  allowance: Allowance;
  /** How many messages may be sent now. */
  slots: number;
  nowMs: number;
};

/**
 * Decides what is sent to a person. A message that failed is sent again as it is. All new deliveries of one kind are one message,
 * if the limit permits it; otherwise they wait. A message that failed and still waits becomes part of the next one of its kind:
 * after an outage people get one digest, not more e-mails than the limit permits, and no old news after the newest.
 *
 * A message that somebody asked for again neither waits nor counts.
 */
export function planMessages(facts: PlanFacts): MessagePlan {
  const plan: MessagePlan = { again: [], counted: [], fresh: [], held: [] };
  const { old = [], fresh = [] } = Object.groupBy(facts.due, ({ message_id }) =>
    message_id === null ? 'fresh' : 'old',
  );
  const kinds = Map.groupBy(fresh, ({ kind }) => kind);
  // Their messages are sent now as they are: what else is in them must not be told in two messages.
  const askedFor = new Set(old.filter(isAskedFor).map(({ message_id }) => message_id));
  const joins = (row: WaitingRow) =>
    !isAskedFor(row) &&
    !askedFor.has(row.message_id) &&
    kinds.has(row.kind) &&
    facts.allowance.permittedMs(row.kind) <= facts.nowMs;
  const joining = facts.failed.filter(joins);
  planAgain(
    plan,
    facts,
    old.filter((row) => !joins(row)),
  );
  for (const [kind, rows] of kinds) {
    planFresh(plan, facts, kind, [...joining.filter((row) => row.kind === kind), ...rows].sort(byAge));
  }
  return plan;
}

const isFull = ({ again, fresh }: MessagePlan, slots: number) => again.length + fresh.length >= slots;

/** Its retries are like those of any other message. */
const isAskedFor = ({ asked_ms, tries }: WaitingRow) => asked_ms !== null && tries === 0;

function planAgain(plan: MessagePlan, { allowance, slots, nowMs }: PlanFacts, rows: readonly WaitingRow[]): void {
  for (const [messageId, ofMessage] of Map.groupBy(rows, ({ message_id }) => message_id ?? '')) {
    const kind = ofMessage[0]?.kind ?? '';
    const isExempt = ofMessage.some(isAskedFor);
    const untilMs = isExempt ? nowMs : allowance.permittedMs(kind, messageId);
    if (untilMs > nowMs) {
      hold(plan, allowance, ofMessage, untilMs);
      continue;
    }
    if (isFull(plan, slots)) continue;
    plan.again.push(messageId);
    if (isExempt) continue;
    plan.counted.push(messageId);
    allowance.take(messageId, kind);
  }
}

function planFresh(plan: MessagePlan, { allowance, slots, nowMs }: PlanFacts, kind: string, rows: WaitingRow[]): void {
  while (rows.length > 0) {
    const untilMs = allowance.permittedMs(kind);
    if (untilMs > nowMs) {
      hold(plan, allowance, rows, untilMs);
      return;
    }
    if (isFull(plan, slots)) return;
    const messageId = newMessageId();
    plan.fresh.push({ messageId, kind, rows: rows.splice(0, MAX_IN_MESSAGE) });
    allowance.take(messageId, kind);
  }
}

function hold(plan: MessagePlan, { limit }: Allowance, rows: readonly WaitingRow[], untilMs: number): void {
  if (limit) plan.held.push(...rows.map((row) => ({ row, untilMs, reason: limit.reason })));
}

/** The oldest event first: a replay queues old events again. */
export const byAge = (
  a: Pick<WaitingRow, 'sequence' | 'delivery_id'>,
  b: Pick<WaitingRow, 'sequence' | 'delivery_id'>,
): number => (a.sequence ?? 0) - (b.sequence ?? 0) || (a.delivery_id < b.delivery_id ? -1 : 1);
