import type { ListedEvent } from 'marketplace-seller-sdk';
import { useEffect, useRef } from 'preact/hooks';
import { live } from './connection.ts';
import { marketplaceIdOf } from './event-facts.ts';
import { TabGroup } from './live/tab-group.ts';
import { marketplaceId } from './router.ts';
import { sessionView } from './session-view.ts';

/** Gets events in their order, each once. An empty list: some were missed, so everything must be read again. */
type EventsListener = (events: readonly ListedEvent[]) => void;

const listeners = new Set<EventsListener>();

/** Calls back within seconds of each change of the seller's market, in every tab, until the returned function is called. */
function onEvents(listener: EventsListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same for a component, while it is shown. */
export function useEvents(listener: EventsListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvents((events) => latest.current(events)), []);
}

/** Whether an event may change what is shown. Tabs with different marketplaces get the events of all. */
export function isShownHere(event: ListedEvent): boolean {
  const id = marketplaceIdOf(event);
  return id === undefined || id === marketplaceId.peek();
}

/** At most one reload in this time. */
const RELOAD_PAUSE_MS = 1_000;

/**
 * Reloads when an event of the marketplace concerns what is shown: at once, then at most once a second while more come. `everywhere`:
 * also for events of other marketplaces.
 */
export function useLiveReload(
  reload: () => void,
  concerns: ((event: ListedEvent) => boolean) | 'everywhere' = () => true,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const latest = useRef(reload);
  latest.current = reload;
  const run = () => {
    if (timer.current !== undefined) {
      isDue.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isDue.current) run();
    }, RELOAD_PAUSE_MS);
    isDue.current = false;
  };
  useEvents((events) => {
    const isConcerned = (event: ListedEvent) => concerns === 'everywhere' || (isShownHere(event) && concerns(event));
    if (events.length === 0 || events.some(isConcerned)) run();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

let group: TabGroup | undefined;

/** Follows events while a seller is signed in and there is a connection. Called once, by the shell's first file. */
export function startLive(): void {
  sessionView.subscribe(update);
  addEventListener('online', update);
  addEventListener('offline', update);
}

function update(): void {
  const { state, holder } = sessionView.peek();
  const mayFollow = state === 'signed-in' && navigator.onLine;
  if (!mayFollow) {
    // With what it knows: after a pause the tab goes on where it was.
    group?.leave();
    live.value = state === 'signed-in' ? 'offline' : 'off';
    return;
  }
  // Tabs whose seller is unknown do not share events: each polls for itself.
  group ??= new TabGroup(holder ?? crypto.randomUUID(), {
    onEvents: (events) => {
      for (const listener of listeners) listener(events);
    },
    onStatus: (status) => {
      live.value = status;
    },
  });
  group.join();
}

/** The sequence of the seller's last known event; undefined while none is known. */
export const latestSequence = (): number | undefined => group?.latest;

/** For the start: resolves when no event can be missed any more by what is asked from now on, and soon in any case. */
export function liveBegun(waitMs = 1_000): Promise<void> {
  return new Promise<void>((resolve) => {
    const stop = live.subscribe((status) => {
      if (status !== 'connecting') resolve();
    });
    setTimeout(() => {
      stop();
      resolve();
    }, waitMs);
  });
}
