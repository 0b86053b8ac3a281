/**
 * What an event reports: for each of its subjects the state that it has now. The subjects of BUY_BOX_CHANGED are buy boxes (an item
 * and condition has up to three, decision 44) and their states the sellers that hold them; those of PRICING_HEALTH are SKUs and
 * their health, those of PRICE_CHANGED SKUs and the revision of their terms. Other events have no subjects: each one reports everything that the ones before it did.
 */
export type SubjectStates = readonly (readonly [subject: string, state: string])[];

/** What the receiver knows: for each subject the last state that was sent, and the sequence of the event that reported it. */
export type KnownStates = Map<string, { sequence: number; state: string }>;

/** An event that is not sent yet. */
export type WaitingEvent = { sequence: number; states: SubjectStates };

/** Adds what a sent event reports, unless a newer one was sent before it. */
export function addSent(known: KnownStates, { sequence, states }: WaitingEvent): void {
  for (const [subject, state] of states) {
    if ((known.get(subject)?.sequence ?? 0) <= sequence) known.set(subject, { sequence, state });
  }
}

/**
 * The events of a window that are still sent (decision 42), of those that wait, in the order of their sequences. The last one is
 * always sent. For each subject also the latest event that reports it, and, if its state differs from the one that the receiver
 * knows, the event that made it so. A newer event replaces all others.
 *
 * What is in flight counts as known. If that attempt then fails or is interrupted, the event that made the change may be replaced,
 * too: the receiver gets the right state, but not the change to it.
 */
export function stillSent<E extends WaitingEvent>(known: Readonly<KnownStates>, waiting: readonly E[]): Set<E> {
  const sent = new Set<E>(waiting.slice(-1));
  for (const list of bySubject(known, waiting)) {
    const latest = list.at(-1) as Report<E>;
    sent.add(latest.event);
    if (latest.state === latest.knownState) continue;
    const before = list.findLastIndex(({ state }) => state !== latest.state);
    sent.add((list[before + 1] as Report<E>).event);
  }
  return sent;
}

type Report<E> = { event: E; state: string; knownState: string | undefined };

/** For each subject the events that report it and are newer than what the receiver knows of it. */
function bySubject<E extends WaitingEvent>(known: Readonly<KnownStates>, waiting: readonly E[]): Iterable<Report<E>[]> {
  const lists = new Map<string, Report<E>[]>();
  for (const event of waiting) {
    for (const [subject, state] of event.states) {
      const last = known.get(subject);
      if (last !== undefined && last.sequence >= event.sequence) continue;
      const list = lists.get(subject) ?? [];
      lists.set(subject, list);
      list.push({ event, state, knownState: last?.state });
    }
  }
  return lists.values();
}

/** The window of one subject of events at one destination. `hasHeld`: an event waits for its end. */
export type EventWindow = { untilMs: number; hasHeld: boolean };

/**
 * The window into which an event of this moment falls, and when the event is due. Without an open window it is due at once and
 * opens one. Otherwise it waits for the end. A window that held something is followed by another one: what is sent at its end is
 * the first event of the next.
 */
export function windowAt(
  last: EventWindow | undefined,
  nowMs: number,
  windowMs: number,
): { window: EventWindow; dueMs: number } {
  const next = last?.hasHeld && last.untilMs <= nowMs ? { untilMs: last.untilMs + windowMs, hasHeld: false } : last;
  // A window that ends later was opened when the destination had a longer one, or by a clock that was wrong.
  const isOpen = next !== undefined && next.untilMs > nowMs && next.untilMs <= nowMs + windowMs;
  if (!isOpen) return { window: { untilMs: nowMs + windowMs, hasHeld: false }, dueMs: nowMs };
  return { window: next, dueMs: next.untilMs };
}

/** Sequences that one event names as replaced: an event must not grow without end. */
export const MAX_SUPERSEDED = 1_000;
