import type { ListedEvent } from 'marketplace-seller-sdk';
import { shellClient } from '../api.ts';
import { follow } from './follow.ts';

/** Pages ask for their content first: an open question takes one of the six connections that browsers have to a host. */
const FIRST_POLL_MS = 500;

type GroupStatus = 'off' | 'connecting' | 'connected' | 'reconnecting';

type Listeners = {
  readonly onEvents: (events: readonly ListedEvent[]) => void;
  readonly onStatus: (status: GroupStatus) => void;
};

/** `latest` is the sequence after which the next event comes. */
type Message =
  | { readonly kind: 'question' }
  | { readonly kind: 'status'; readonly status: GroupStatus; readonly latest: number | undefined }
  | { readonly kind: 'events'; readonly events: readonly ListedEvent[]; readonly latest: number };

/**
 * One tab polls for all tabs of a seller: the one that holds a lock of the browser. It passes events on over a channel. When it
 * closes, the browser gives the lock to another. A tab that comes into view takes the lock: browsers may freeze one that is hidden.
 */
export class TabGroup {
  readonly #name: string;
  readonly #listeners: Listeners;
  #membership: AbortController | undefined;
  #channel: BroadcastChannel | undefined;
  /** Aborts when this tab must not poll any more. */
  #turn: AbortController | undefined;
  #leader: AbortSignal | undefined;
  #status: GroupStatus = 'off';
  #latest: number | undefined;

  constructor(seller: string, listeners: Listeners) {
    this.#name = `console-live:${seller}`;
    this.#listeners = listeners;
    document.addEventListener('visibilitychange', () => {
      if (this.#membership && !this.#leads && !document.hidden) void this.#lead(this.#membership.signal, true);
    });
  }

  join(): void {
    if (this.#membership) return;
    this.#membership = new AbortController();
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    this.#show('connecting');
    this.#send({ kind: 'question' });
    void this.#lead(this.#membership.signal);
  }

  leave(): void {
    this.#membership?.abort();
    this.#membership = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Polls as long as the tab holds the lock. `steal` takes it from the tab that has it, which then waits for its next turn. */
  async #lead(membership: AbortSignal, steal = false): Promise<void> {
    // A tab waits once, even when it comes into view several times.
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    const signal = AbortSignal.any([membership, turn.signal]);
    try {
      // A request that steals cannot be aborted, and need not be: it is granted at once.
      await navigator.locks.request(this.#name, steal ? { steal } : { signal }, () => this.#poll(signal));
    } catch {
      // Unless this tab gave up its turn, another one took the lock.
      if (!signal.aborted) void this.#lead(membership);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    this.#leader = signal;
    const onConnected = (latest: number) => {
      this.#latest = Math.max(this.#latest ?? 0, latest);
      this.#broadcast('connected');
    };
    const onEvents = (events: readonly ListedEvent[], latest: number) => {
      this.#send({ kind: 'events', events, latest });
      this.#deliver(events, latest);
    };
    const onLost = () => this.#broadcast('reconnecting');
    const follower = { client: shellClient, after: this.#latest, onEvents, onConnected, onLost };
    await follow({ ...follower, firstPollMs: FIRST_POLL_MS }, signal);
    // This tab has no token any more, or not the right: the lock goes to another.
    if (!signal.aborted) this.#show('off');
    if (this.#leader === signal) this.#leader = undefined;
  }

  /** The sequence of the last event that the tabs know. */
  get latest(): number | undefined {
    return this.#latest;
  }

  get #leads(): boolean {
    return this.#leader !== undefined && !this.#leader.aborted;
  }

  #receive(message: Message): void {
    if (message.kind === 'events') this.#deliver(message.events, message.latest);
    if (message.kind === 'question' && this.#leads) this.#broadcast(this.#status);
    if (message.kind === 'status' && !this.#leads) {
      this.#latest ??= message.latest;
      this.#show(message.status);
    }
  }

  /** Each event once: after a change of the polling tab some come twice. */
  #deliver(events: readonly ListedEvent[], latest: number): void {
    const after = this.#latest ?? 0;
    const fresh = events.filter(({ sequence }) => Number(sequence) > after);
    this.#latest = Math.max(after, latest);
    if (fresh.length > 0 || events.length === 0) this.#listeners.onEvents(fresh);
  }

  #broadcast(status: GroupStatus): void {
    this.#show(status);
    this.#send({ kind: 'status', status, latest: this.#latest });
  }

  #show(status: GroupStatus): void {
    this.#status = status;
    this.#listeners.onStatus(status);
  }

  #send(message: Message): void {
    this.#channel?.postMessage(message);
  }
}
