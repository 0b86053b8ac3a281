import { BackgroundLoop } from '../async/background-loop.ts';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { ChannelType } from '../domain/notifications/destination.ts';
import type { Claimed, DeliveryTrace } from '../notifications/deliveries/delivery-attempt.ts';
import type { DeliveryQueue } from '../notifications/queue/delivery-queue.ts';
import type { MessageSender, OutgoingMessage } from './message-sender.ts';
import { type DeliveryNames, deliveryNames, Settler } from './settler.ts';

/** The senders of all channels that the worker sends over. */
export type MessageSenders = Readonly<Record<Exclude<ChannelType, 'PULL'>, MessageSender>>;

export type WorkerOptions = {
  queue: Pick<DeliveryQueue, 'claim' | 'settle' | 'nextDueMs'>;
  senders: MessageSenders;
  /** Adds what a sender needs to send the message. */
  messageFor(claimed: Claimed): OutgoingMessage | Promise<OutgoingMessage>;
  now(): number;
  /** How many attempts may be in flight, over all destinations. */
  concurrency: number;
  /** How often to look for deliveries that another process queued. */
  pollMs: number;
  /** `lagMs` is the time since the delivery was queued; of several, since the newest was. */
  onAttempt(type: ChannelType, outcome: AttemptOutcome, durationMs: number, lagMs: number): void;
  /** An attempt failed for a reason that its receiver must not learn. */
  onHiddenFailure?(detail: string, names: DeliveryNames): void;
  /** `names` when it is about one delivery. */
  onFailure(error: unknown, names?: DeliveryNames): void;
  /** Absent: nothing is recorded. */
  traces?: DeliveryTraces | undefined;
};

/** Records deliveries for a trace collector. */
type DeliveryTraces = {
  /** Undefined when this one is not recorded. */
  begin(claimed: Claimed): DeliveryTrace | undefined;
};

export type Worker = {
  /** Looks for due deliveries now. */
  wake(): void;
  /** Whether the last look for due deliveries failed. */
  isFailing(): boolean;
  /** Claims nothing more, gives the attempts in flight a few seconds to finish, then aborts them. */
  stop(): Promise<void>;
};

const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Shorter than the time in which the whole service must stop. */
const SHUTDOWN_GRACE_MS = 4_000;
/** The pause when a delivery is due but none was claimed: another worker was faster, or the delivery is about to expire. */
const MIN_PAUSE_MS = 25;

/** Sends due deliveries until it is stopped. Any number of workers may run at once, in this process and in others. */
export function startWorker(options: WorkerOptions): Worker {
  /** Aborted at the end of the grace period: cuts off the attempts in flight. */
  const attemptsAbort = new AbortController();
  const sending = new Set<Promise<void>>();
  /** Slots for deliveries that are being claimed. */
  let reserved = 0;
  /** From `stop` on nothing more is claimed. */
  let isStopping = false;
  const freeSlots = () => (isStopping ? 0 : options.concurrency - sending.size - reserved);
  /** Claims for `free` slots, and sends what is claimed; how many. */
  const claimWith = async (free: number, claim: (max: number) => Promise<Claimed[]>): Promise<number> => {
    reserved += free;
    try {
      const claimed = await claim(free);
      for (const one of claimed) {
        const attempt = send(one).finally(() => sending.delete(attempt));
        sending.add(attempt);
      }
      return claimed.length;
    } finally {
      reserved -= free;
    }
  };
  const settler = new Settler(async (attempted) => {
    const free = freeSlots();
    const count = await claimWith(free, (max) => options.queue.settle(attempted, max));
    for (const { trace } of attempted) trace?.settled();
    // Otherwise the next outcomes bring the next claim.
    if (count === 0 || count < free) loop.wake();
  }, options.onFailure);

  const send = async (claimed: Claimed): Promise<void> => {
    const startedMs = options.now();
    const monotonicStart = performance.now();
    const trace = options.traces?.begin(claimed);
    const sent = await sendOnce(options, claimed, trace, attemptsAbort.signal);
    // An attempt that our shutdown aborted says nothing about the receiver, and must not use up the delivery's last attempt.
    const isInterrupted = attemptsAbort.signal.aborted && sent.result === 'failed';
    const outcome: AttemptOutcome = isInterrupted ? { ...sent, result: 'interrupted' } : sent;
    const durationMs = Math.round(performance.now() - monotonicStart);
    const lagMs = startedMs + durationMs - claimed.delivery.createdMs;
    options.onAttempt(claimed.destination.type, outcome, durationMs, lagMs);
    if (outcome.logDetail !== undefined) options.onHiddenFailure?.(outcome.logDetail, deliveryNames(claimed));
    trace?.sent(outcome);
    settler.add({ claimed, startedMs, durationMs, outcome, trace });
  };

  const loop = new BackgroundLoop({
    name: 'delivery',
    async turn() {
      const free = freeSlots();
      const count = free === 0 ? 0 : await claimWith(free, (max) => options.queue.claim(max));
      if (count === 0) return untilDue(options);
      // When most slots are busy, wait and claim several deliveries at once: each claim is one disk write.
      const isNearlyFull = freeSlots() < options.concurrency / 4;
      return isNearlyFull ? options.pollMs : 0;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: options.onFailure,
  });
  return {
    wake: () => loop.wake(),
    isFailing: () => loop.isFailing,
    async stop() {
      isStopping = true;
      await loop.stop();
      const deadline = setTimeout(() => attemptsAbort.abort(), SHUTDOWN_GRACE_MS);
      // A settlement that was under way may have claimed more on the embedded store. Later ones claim nothing.
      do {
        await Promise.all(sending);
        await settler.stop();
      } while (sending.size > 0 || settler.isBusy);
      clearTimeout(deadline);
    },
  };
}

/** A sender that throws has a bug: the delivery is retried, and the error is logged. */
async function sendOnce(
  options: WorkerOptions,
  claimed: Claimed,
  trace: DeliveryTrace | undefined,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { destination } = claimed;
  if (destination.type === 'PULL') return { result: 'refused', error: 'A PULL destination fetches its notifications.' };
  try {
    const message = await options.messageFor(claimed);
    const traced = trace === undefined ? message : { ...message, trace: trace.context };
    return await options.senders[destination.type].send(traced, signal);
  } catch (error) {
    options.onFailure(error, deliveryNames(claimed));
    return { result: 'failed', error: 'The service failed to send the message.' };
  }
}

async function untilDue({ queue, now, pollMs }: WorkerOptions): Promise<number> {
  const dueMs = await queue.nextDueMs();
  return Math.min(pollMs, Math.max(MIN_PAUSE_MS, (dueMs ?? Number.POSITIVE_INFINITY) - now()));
}
