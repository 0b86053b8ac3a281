import { ApiError } from '../api-error.ts';
import type { Operations } from '../generated/sdk.gen.ts';
import type { Message } from '../generated/types.gen.ts';
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
  channelId: string;
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
  readonly #path: { channelId: string };
  readonly #visibilitySeconds: number;
  readonly #signal: AbortSignal | undefined;
  readonly #held = new Map<PulledMessage, Held>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #extension: Promise<void> = Promise.resolve();

  constructor(queue: Queue, received: readonly Message[], options: HeldOptions) {
    const { channelId, visibilitySeconds, receivedMs, signal } = options;
    this.#queue = queue;
    this.#path = { channelId };
    this.#visibilitySeconds = visibilitySeconds;
    this.#signal = signal;
    this.messages = received.map((one) => this.#hold(one, receivedMs + visibilitySeconds * 1_000));
    this.#beatLater();
  }

  #hold(received: Message, hiddenUntilMs: number): PulledMessage {
    const lost = new AbortController();
    const message: PulledMessage = {
      ...received,
      signal: lost.signal,
      acknowledge: () => this.acknowledge(message),
      extend: (seconds) => this.#extendOne(message, seconds),
    };
    this.#held.set(message, { message, lost, hiddenUntilMs });
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
    const untilMs = performance.now() + (this.#signal?.aborted ? GIVE_BACK_MS : ACKNOWLEDGE_MS);
    const { results } = await persist(
      () =>
        this.#queue.acknowledgeMessages({
          path: this.#path,
          body: { receiptHandles: [message.receiptHandle] },
          deadlineMs: untilMs - performance.now(),
        }),
      { untilMs, signal: this.#signal },
    );
    if (results[0]?.status === 'STALE' && !(await this.#isDone(message))) throw this.#lose(held);
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

  #lose(held: Held): ApiError {
    const error = stale(held.message);
    this.#held.delete(held.message);
    held.lost.abort(error);
    return error;
  }

  /** A third of the timeout: two extensions may fail. */
  #beatLater() {
    const beat = () => {
      void this.#inTurn(() => this.#extendAll()).then(() => {
        if (this.#timer !== undefined) this.#beatLater();
      });
    };
    this.#timer = setTimeout(beat, (this.#visibilitySeconds * 1_000) / 3);
    // An abandoned loop must not keep a process of Node alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  async #extendAll(): Promise<void> {
    const visibilityMs = this.#visibilitySeconds * 1_000;
    const due = [...this.#held.values()].filter((one) => one.hiddenUntilMs < performance.now() + visibilityMs);
    // What fails is tried again with the next beat.
    if (due.length > 0) await this.#extend(due, this.#visibilitySeconds).catch(() => undefined);
  }

  /** One extension at a time: a short one that arrives after a long one would undo it. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#extension.then(work);
    this.#extension = done.catch(() => undefined);
    return done;
  }

  async #extendOne(message: PulledMessage, seconds: number): Promise<void> {
    await this.#inTurn(async () => {
      const held = this.#held.get(message);
      if (held !== undefined) await this.#extend([held], Math.max(seconds, this.#visibilitySeconds));
    });
    message.signal.throwIfAborted();
  }

  async #extend(extended: readonly Held[], seconds: number): Promise<void> {
    const hiddenUntilMs = performance.now() + seconds * 1_000;
    const { results } = await this.#queue.extendMessages({
      path: this.#path,
      body: {
        receiptHandles: extended.map(({ message }) => message.receiptHandle),
        visibilityTimeoutSeconds: seconds,
      },
      deadlineMs: Math.min(this.#visibilitySeconds * 1_000, LONGEST_EXTENSION_MS),
    });
    for (const [n, held] of extended.entries()) {
      if (results[n]?.status !== 'STALE') held.hiddenUntilMs = Math.max(held.hiddenUntilMs, hiddenUntilMs);
      // An acknowledgement that is on its way or done makes a handle stale, too.
      else if (held.settling === undefined && this.#held.has(held.message)) this.#lose(held);
    }
  }

  /** Gives back what is not acknowledged. It never fails: what is not given back comes again when its visibility timeout ends. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.allSettled([this.#extension, ...[...this.#held.values()].map(({ settling }) => settling)]);
    const receiptHandles = [...this.#held.keys()].map(({ receiptHandle }) => receiptHandle);
    this.#held.clear();
    if (receiptHandles.length === 0) return;
    await this.#queue
      .giveBackMessages({ path: this.#path, body: { receiptHandles }, deadlineMs: GIVE_BACK_MS })
      .catch(() => undefined);
  }
}

const stale = ({ notificationId }: PulledMessage) =>
  new ApiError({
    status: 200,
    errors: [
      {
        code: 'MessageStale',
        message: `The message ${notificationId} is another consumer's.`,
        details: 'Its visibility timeout ended before it was acknowledged, so it was received again.',
      },
    ],
  });
