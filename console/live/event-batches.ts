import type { ListedEvent } from 'marketplace-seller-sdk';

/** The events of one answer together. A message, not a timer: browsers delay the timers of hidden tabs. */
export class EventBatches {
  readonly #deliver: (events: readonly ListedEvent[]) => void;
  readonly #signal: AbortSignal;
  readonly #channel = new MessageChannel();
  #waiting: ListedEvent[] = [];

  /** Nothing is delivered after the signal has aborted. */
  constructor(deliver: (events: readonly ListedEvent[]) => void, signal: AbortSignal) {
    this.#deliver = deliver;
    this.#signal = signal;
    this.#channel.port1.onmessage = () => this.#flush();
  }

  add(event: ListedEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length === 1) this.#channel.port2.postMessage(undefined);
  }

  /** What waits is delivered now: the next connection goes on after it. */
  end(): void {
    // An open channel is never collected: each lost connection would leave one.
    this.#channel.port1.close();
    this.#flush();
  }

  #flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0 && !this.#signal.aborted) this.#deliver(events);
  }
}
