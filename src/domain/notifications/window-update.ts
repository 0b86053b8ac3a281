import {
  addSent,
  type EventWindow,
  type KnownStates,
  MAX_SUPERSEDED,
  type SubjectStates,
  stillSent,
  windowAt,
} from './event-window.ts';

/** A delivery that was not settled when the last event of its window came. */
export type OpenDelivery = { deliveryId: string; sequence: number; states: SubjectStates };

/** What is stored of a window between two transactions. */
export type StoredWindow = EventWindow & {
  /** When its last event came. */
  touchedMs: number;
  known: KnownStates;
  open: readonly OpenDelivery[];
};

/** What became of an open delivery. `supersedes`: the sequences that it replaces, with commas between them. */
export type OpenState = { is: 'sent' | 'inFlight' } | { is: 'waiting'; dueMs: number; supersedes: string | null };

/** A new event of a window, in the order of sequences. */
export type WindowEvent = {
  notificationId: string;
  sequence: number;
  states: SubjectStates;
  statesBefore: SubjectStates;
  /** Undefined: the event is not sent to this destination, but what waits may not be true any more. */
  deliveryId: string | undefined;
};

export type WindowUpdate = {
  /** To be stored until the next event. */
  window: StoredWindow;
  /** When each new delivery is due and which sequences it replaces. */
  due: Map<string, { dueMs: number; supersedes: string | null }>;
  /** Deliveries that are not sent any more, stored and new ones, each with the notification that replaces it. */
  superseded: Map<string, string>;
};

/** A delivery that a newer event may replace. */
type Waiting = OpenDelivery & { dueMs: number; supersedes: string | null };

/** Deliveries in flight that a window keeps: a receiver may pull many and acknowledge none. */
const MAX_IN_FLIGHT_KNOWN = 100;

/**
 * A destination that was changed may have got events meanwhile that its windows do not know of, because it had none. What waits
 * from before that is sent.
 */
export function windowSince(stored: StoredWindow | undefined, changedMs: number): StoredWindow | undefined {
  if (stored === undefined || stored.touchedMs >= changedMs) return stored;
  return { ...stored, known: new Map(), open: [] };
}

/**
 * Places the new events of one window (decision 42): when each is due, and which deliveries a newer event replaces or makes untrue.
 * `states` says what became of the open deliveries of the stored window; those without a state failed, or do not exist any more.
 */
export function updateWindow(
  stored: StoredWindow | undefined,
  states: ReadonlyMap<string, OpenState>,
  events: readonly WindowEvent[],
  { nowMs, windowMs }: { nowMs: number; windowMs: number },
): WindowUpdate {
  const { known, inFlight, waiting: open } = sortedOut(stored, states);
  // For this time, deliveries in flight count as sent.
  const seen: KnownStates = new Map(known);
  for (const one of inFlight) addSent(seen, one);
  const update: Pick<WindowUpdate, 'due' | 'superseded'> = { due: new Map(), superseded: new Map() };
  let waiting = open;
  let window: EventWindow | undefined = stored;
  for (const event of events) {
    const { deliveryId, sequence, states: reported, statesBefore, notificationId } = event;
    let ended: Waiting[];
    if (deliveryId === undefined) {
      ended = waiting.filter((one) => isUntrue(one, new Map(reported)));
    } else {
      addFirst(known, statesBefore);
      addFirst(seen, statesBefore);
      const latest: Waiting = { deliveryId, sequence, states: reported, dueMs: nowMs, supersedes: null };
      waiting = [...waiting, latest];
      ended = replaceable(waiting, stillSent(seen, waiting));
      const placed = windowAt(window, nowMs, windowMs);
      // It takes the place of what it replaces: the first event of a window that nobody has sent yet must not wait for its end.
      latest.dueMs = Math.max(nowMs, Math.min(placed.dueMs, ...ended.map(({ dueMs }) => dueMs)));
      latest.supersedes = sequencesOf(ended);
      const { untilMs, hasHeld } = placed.window;
      window = { untilMs, hasHeld: hasHeld || latest.dueMs === untilMs };
      update.due.set(deliveryId, { dueMs: latest.dueMs, supersedes: latest.supersedes });
    }
    for (const one of ended) update.superseded.set(one.deliveryId, notificationId);
    waiting = waiting.filter((one) => !ended.includes(one));
  }
  const { untilMs, hasHeld } = window ?? { untilMs: nowMs, hasHeld: false };
  const stillOpen = [...inFlight.slice(-MAX_IN_FLIGHT_KNOWN), ...waiting.map(openOf)];
  return { ...update, window: { untilMs, hasHeld, touchedMs: nowMs, known, open: stillOpen } };
}

const openOf = ({ deliveryId, sequence, states }: Waiting): OpenDelivery => ({ deliveryId, sequence, states });

/** What the receiver knows, what is in flight to it, and what waits, in the order of sequences. */
function sortedOut(stored: StoredWindow | undefined, states: ReadonlyMap<string, OpenState>) {
  const known: KnownStates = new Map(stored?.known);
  const inFlight: OpenDelivery[] = [];
  const waiting: Waiting[] = [];
  for (const one of stored?.open ?? []) {
    const state = states.get(one.deliveryId);
    if (state?.is === 'sent') addSent(known, one);
    else if (state?.is === 'inFlight') inFlight.push(one);
    else if (state?.is === 'waiting') waiting.push({ ...one, dueMs: state.dueMs, supersedes: state.supersedes });
  }
  waiting.sort((a, b) => a.sequence - b.sequence);
  return { known, inFlight, waiting };
}

/** Before the first sent event about a subject, the receiver knows the state before that event. */
function addFirst(known: KnownStates, before: SubjectStates): void {
  for (const [subject, state] of before) if (!known.has(subject)) known.set(subject, { sequence: 0, state });
}

/** Every state that the delivery reports has changed since. */
const isUntrue = ({ states }: Waiting, now: ReadonlyMap<string, string>): boolean =>
  states.length > 0 && states.every(([subject, state]) => (now.get(subject) ?? state) !== state);

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
