import {
  type EventWindow,
  type KnownStates,
  learn,
  MAX_SUPERSEDED,
  stillSent,
  type ToldStates,
  windowAt,
} from '../../domain/notifications/event-window.ts';
import type { QueuedDelivery } from '../deliveries/delivery-table.ts';
import type { OpenDelivery, StoredWindow, UnsettledRow } from './window-table.ts';

/** What became of a delivery that was open at the last event of its window. Absent: it does not exist any more, or failed. */
export type Look = { is: 'sent' | 'inFlight' } | { is: 'waiting'; row: UnsettledRow };

/** A delivery that a newer event may replace. */
type Waiting = OpenDelivery & {
  dueMs: number;
  supersedes: string | null;
  /** Present: it is queued in this transaction. */
  queued?: QueuedDelivery;
};

/** Deliveries in flight that a window remembers: a receiver may pull many and acknowledge none. */
const MAX_IN_FLIGHT_KNOWN = 100;

/** A window with its open deliveries, during one transaction. */
export class OpenWindow {
  #window: EventWindow | undefined;
  readonly #known: KnownStates;
  /** The same, and what deliveries in flight tell: for this time they count as sent. */
  readonly #seen: KnownStates;
  readonly #inFlight: OpenDelivery[] = [];
  #waiting: Waiting[] = [];

  constructor(stored: StoredWindow | undefined, lookAt: (deliveryId: string) => Look | undefined) {
    this.#window = stored;
    this.#known = stored?.known ?? new Map();
    for (const one of stored?.open ?? []) {
      const look = lookAt(one.deliveryId);
      if (look?.is === 'sent') learn(this.#known, one);
      else if (look?.is === 'inFlight') this.#inFlight.push(one);
      else if (look?.is === 'waiting') this.#waiting.push(waitingOf(one, look.row));
    }
    this.#waiting.sort((a, b) => a.sequence - b.sequence);
    this.#seen = this.#inFlight.length === 0 ? this.#known : new Map(this.#known);
    for (const one of this.#inFlight) learn(this.#seen, one);
  }

  /** Sets when a new delivery is due and what it replaces. Returns the stored deliveries that it replaces. */
  add(
    delivery: QueuedDelivery & { sequence: number },
    { tells, before }: { tells: ToldStates; before: ToldStates },
    { nowMs, windowMs }: { nowMs: number; windowMs: number },
  ): OpenDelivery[] {
    this.#suppose(before);
    const { deliveryId, destinationId, sequence, dueMs } = delivery;
    const latest: Waiting = {
      ...{ deliveryId, destinationId, sequence, tells, dueMs, supersedes: null, queued: delivery },
    };
    const waiting = [...this.#waiting, latest];
    const replaced = replaceable(waiting, stillSent(this.#seen, waiting));
    const { window, dueMs: endMs } = windowAt(this.#window, nowMs, windowMs);
    // It takes the place of what it replaces: the first event of a window that nobody has sent yet must not wait for its end.
    latest.dueMs = Math.max(nowMs, Math.min(endMs, ...replaced.map((one) => one.dueMs)));
    this.#window = { untilMs: window.untilMs, hasHeld: window.hasHeld || latest.dueMs === window.untilMs };
    latest.supersedes = sequencesOf(replaced);
    delivery.expiresMs += latest.dueMs - delivery.dueMs;
    delivery.dueMs = latest.dueMs;
    if (latest.dueMs > nowMs) delivery.reason = 'WINDOW';
    if (latest.supersedes !== null) delivery.supersedes = latest.supersedes;
    for (const { queued } of replaced) if (queued) endQueued(queued, delivery.notificationId);
    this.#waiting = waiting.filter((one) => !replaced.includes(one));
    return replaced.filter(({ queued }) => queued === undefined);
  }

  /**
   * Ends what waits and is not true any more, after an event that is not sent to this destination. Returns the stored deliveries
   * that it ends.
   */
  end(tells: ToldStates, by: string): OpenDelivery[] {
    const states = new Map(tells);
    const isUntrue = ({ tells: told }: Waiting) =>
      told.length > 0 && told.every(([subject, state]) => (states.get(subject) ?? state) !== state);
    const ended = this.#waiting.filter(isUntrue);
    for (const { queued } of ended) if (queued) endQueued(queued, by);
    this.#waiting = this.#waiting.filter((one) => !ended.includes(one));
    return ended.filter(({ queued }) => queued === undefined);
  }

  /** To be stored until the next event. */
  stored(nowMs: number): StoredWindow {
    const window = this.#window ?? { untilMs: nowMs, hasHeld: false };
    const open = [...this.#inFlight.slice(-MAX_IN_FLIGHT_KNOWN), ...this.#waiting];
    return { ...window, touchedMs: nowMs, known: this.#known, open };
  }

  /** Of a subject that no sent event told, the receiver knows the state before its first event. */
  #suppose(before: ToldStates): void {
    for (const [subject, state] of before) {
      if (!this.#known.has(subject)) this.#known.set(subject, { sequence: 0, state });
      if (!this.#seen.has(subject)) this.#seen.set(subject, { sequence: 0, state });
    }
  }
}

const waitingOf = (one: OpenDelivery, { due_ms, supersedes }: UnsettledRow): Waiting => ({
  ...one,
  ...{ dueMs: due_ms, supersedes },
});

/** Those that are not sent any more, as far as one event can name them. */
function replaceable(waiting: readonly Waiting[], sent: ReadonlySet<Waiting>): Waiting[] {
  let named = 0;
  return waiting.filter((one) => {
    const count = 1 + (one.supersedes?.split(',').length ?? 0);
    if (sent.has(one) || named + count > MAX_SUPERSEDED) return false;
    named += count;
    return true;
  });
}

/** The sequences of these and of what they replaced themselves, ascending; null when there are none. */
function sequencesOf(replaced: readonly Waiting[]): string | null {
  const [first] = replaced;
  if (first === undefined) return null;
  const texts = replaced.map(({ supersedes, sequence }) =>
    supersedes === null ? `${sequence}` : `${supersedes},${sequence}`,
  );
  if (texts.length === 1) return texts[0] ?? null;
  const all = texts.flatMap((text) => text.split(',').map(Number));
  return all.sort((a, b) => a - b).join();
}

function endQueued(delivery: QueuedDelivery, by: string): void {
  delivery.state = 'SUPERSEDED';
  delivery.supersededBy = by;
  delete delivery.reason;
  delete delivery.supersedes;
}
