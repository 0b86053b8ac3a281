import { failure } from '../api-error.ts';
import type { Operations } from '../generated/sdk.gen.ts';
import type { Message } from '../generated/types.gen.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { persist } from './persist.ts';

/** The operations of a queue that a loop over its messages needs. */
export type Queue = Pick<
  Operations,
  'getDestination' | 'receiveMessages' | 'acknowledgeMessages' | 'extendMessages' | 'giveBackMessages' | 'getDelivery'
>;

/** A message that this consumer has. It may come more than once: `notificationId` is the same then. */
export type PulledMessage = Message & {
  /** Aborts when the message is another consumer's: stop the work on it, if you can. */
  signal: AbortSignal;
  /** The message is done. The loop does it by itself when it asks for the next message. */
  acknowledge(): Promise<void>;
  /** Hides it for at least that long from now. The loop extends by itself: use it before work that blocks the thread. */
  extend(seconds: number): Promise<void>;
};

type Held = {
  readonly message: PulledMessage;
  readonly lost: AbortController;
  hiddenUntilMs: number;
  /** The acknowledgement that is on its way. */
  settling?: Promise<void> | undefined;
};

const ACKNOWLEDGE_MS = 30_000;
/** Leaving a loop waits for an extension that is on its way: it must not undo what is given back. */
const LONGEST_EXTENSION_MS = 10_000;
/** Short: what is not given back comes again when its visibility timeout ends. */
const GIVE_BACK_MS = 5_000;

type HeldOptions = {
  path: { channelId: string };
  visibilitySeconds: number;
  /** When the request was sent. */
  receivedMs: number;
  /** Aborted: an acknowledgement has less time. */
  signal: AbortSignal | undefined;
};

/** The messages of one answer, which belong to this consumer until they are acknowledged or given back. Extends them meanwhile. */
export class HeldMessages {
  /** In the order in which they came. */
  readonly messages: readonly PulledMessage[];
  readonly #queue: Queue;
  readonly #options: HeldOptions;
  readonly #visibilityMs: number;
  readonly #held = new Map<PulledMessage, Held>();
  /** One extension at a time: a short one that arrives after a long one would undo it. */
  readonly #inTurn = oneAtATime();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queue: Queue, received: readonly Message[], options: HeldOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#visibilityMs = options.visibilitySeconds * 1_000;
    this.messages = received.map((one) => this.#hold(one));
    this.#beatLater();
  }

  #hold(received: Message): PulledMessage {
    const lost = new AbortController();
    const message: PulledMessage = {
      ...received,
      signal: lost.signal,
      acknowledge: () => this.acknowledge(message),
      extend: async (seconds) => {
        await this.#extend(seconds, (held) => held.message === message);
        lost.signal.throwIfAborted();
      },
    };
    this.#held.set(message, { message, lost, hiddenUntilMs: this.#options.receivedMs + this.#visibilityMs });
    return message;
  }

  /** Rejects when the message is another consumer's. Nothing happens when it is acknowledged already. */
  async acknowledge(message: PulledMessage): Promise<void> {
    message.signal.throwIfAborted();
    const held = this.#held.get(message);
    if (held === undefined) return;
    held.settling ??= this.#settle(held).finally(() => {
      held.settling = undefined;
    });
    await held.settling;
  }

  async #settle(held: Held): Promise<void> {
    const { message } = held;
    const { path, signal } = this.#options;
    const untilMs = performance.now() + (signal?.aborted ? GIVE_BACK_MS : ACKNOWLEDGE_MS);
    const body = { receiptHandles: [message.receiptHandle] };
    const { results } = await persist(
      () => this.#queue.acknowledgeMessages({ path, body, deadlineMs: untilMs - performance.now() }),
      { untilMs, signal },
    );
    if (results[0]?.status === 'STALE' && !(await this.#isDone(message))) {
      this.#lose(held);
      message.signal.throwIfAborted();
    }
    this.#held.delete(message);
  }

  /** STALE is also the answer to an acknowledgement that is sent again, because the first answer was lost on its way. */
  async #isDone({ deliveryId, receiveCount }: PulledMessage): Promise<boolean> {
    try {
      const { state, attemptCount } = await this.#queue.getDelivery({ path: { deliveryId } });
      return state === 'DELIVERED' && attemptCount === receiveCount;
    } catch {
      return false;
    }
  }

  #lose({ message, lost }: Held): void {
    this.#held.delete(message);
    lost.abort(
      failure(
        'MessageStale',
        `The message ${message.notificationId} is another consumer's.`,
        'Its visibility timeout ended before it was acknowledged.',
        { status: 200 },
      ),
    );
  }

  /** A third of the timeout: two extensions may fail. */
  #beatLater(): void {
    this.#timer = setTimeout(async () => {
      // What fails is tried again with the next beat.
      await this.#extend(0, (one) => one.hiddenUntilMs < performance.now() + this.#visibilityMs).catch(() => undefined);
      if (this.#timer !== undefined) this.#beatLater();
    }, this.#visibilityMs / 3);
    // An abandoned loop must not keep a process of Node alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Hides those that `isDue` chooses for so long, and at least for the visibility timeout. */
  #extend(seconds: number, isDue: (one: Held) => boolean): Promise<void> {
    return this.#inTurn(async () => {
      const due = [...this.#held.values()].filter(isDue);
      if (due.length === 0) return;
      const visibilityTimeoutSeconds = Math.max(seconds, this.#options.visibilitySeconds);
      const hiddenUntilMs = performance.now() + visibilityTimeoutSeconds * 1_000;
      const { results } = await this.#queue.extendMessages({
        path: this.#options.path,
        body: { receiptHandles: due.map(({ message }) => message.receiptHandle), visibilityTimeoutSeconds },
        deadlineMs: Math.min(this.#visibilityMs, LONGEST_EXTENSION_MS),
      });
      for (const [n, held] of due.entries()) {
        if (results[n]?.status !== 'STALE') held.hiddenUntilMs = Math.max(held.hiddenUntilMs, hiddenUntilMs);
        // An acknowledgement that is on its way or done makes a handle stale, too.
        else if (held.settling === undefined && this.#held.has(held.message)) this.#lose(held);
      }
    });
  }

  /** Gives back what is not acknowledged. It never fails: what is not given back comes again when its visibility timeout ends. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#inTurn(() => Promise.allSettled([...this.#held.values()].flatMap(({ settling }) => settling ?? [])));
    const receiptHandles = [...this.#held.keys()].map(({ receiptHandle }) => receiptHandle);
    this.#held.clear();
    if (receiptHandles.length === 0) return;
    const { path } = this.#options;
    await this.#queue
      .giveBackMessages({ path, body: { receiptHandles }, deadlineMs: GIVE_BACK_MS })
      .catch(() => undefined);
  }
}
