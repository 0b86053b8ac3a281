import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { ChannelType } from '../domain/notifications/destination.ts';
import type { Claimed } from '../notifications/delivery-attempt.ts';
import type { DeliveryQueue } from '../notifications/delivery-queue.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import { Settler } from './settler.ts';

export type WorkerParts = {
  queue: Pick<DeliveryQueue, 'claim' | 'settle' | 'nextDueMs'>;
  channels: Readonly<Record<Exclude<ChannelType, 'PULL'>, Channel>>;
  /** Makes a delivery ready to go. */
  messageFor(delivery: OutgoingMessage['delivery'], destination: OutgoingMessage['destination']): OutgoingMessage;
  now(): number;
  /** Tries at once, of all destinations together. */
  concurrency: number;
  /** How often to look for work that another process made. */
  pollMs: number;
  onAttempt(type: ChannelType, outcome: AttemptOutcome, durationMs: number): void;
  onFailure(error: unknown): void;
};

export type Worker = {
  /** There is new work: look now. */
  wake(): void;
  /** Takes nothing more, lets what is on its way end for a while, then cuts it off. */
  stop(): Promise<void>;
};

const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Less than the whole service is given to stop. */
const LET_END_MS = 4_000;
/** Between two looks that found nothing although something was due: others were faster, or it is about to expire. */
const LEAST_PAUSE_MS = 25;

/** Sends what is due, until it is stopped. Any number of workers may run at once, here and elsewhere. */
export function startWorker(parts: WorkerParts): Worker {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const sending = new Set<Promise<void>>();
  let wakeUp: () => void = () => undefined;
  // Set while nobody waits, so that a call in between is not lost.
  let isAwake = false;
  const wake = () => {
    isAwake = true;
    wakeUp();
  };
  const settler = new Settler({
    settle: (attempted) => parts.queue.settle(attempted),
    onSettled: wake,
    onFailure: parts.onFailure,
  });

  const send = async (claimed: Claimed): Promise<void> => {
    const startedMs = parts.now();
    const began = performance.now();
    const told = await sendOnce(parts, claimed, cutOff.signal);
    // What our own end cut off says nothing of the receiver, and must not cost the delivery its last try.
    const isCut = cutOff.signal.aborted && told.result === 'failed';
    const outcome: AttemptOutcome = isCut ? { ...told, result: 'interrupted' } : told;
    const durationMs = Math.round(performance.now() - began);
    parts.onAttempt(claimed.destination.type, outcome, durationMs);
    settler.add({ claimed, startedMs, durationMs, outcome });
  };

  const pause = async (ms: number): Promise<void> => {
    if (isAwake || stopping.signal.aborted) return;
    const timer = new AbortController();
    wakeUp = () => timer.abort();
    await sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    wakeUp = () => undefined;
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        const room = parts.concurrency - sending.size;
        const claimed = room === 0 ? [] : await parts.queue.claim(room);
        for (const one of claimed) {
          const sent = send(one).finally(() => sending.delete(sent));
          sending.add(sent);
        }
        // A full house takes guests in groups: a claim for every single one that left would cost a write to the disk each.
        const isCrowded = parts.concurrency - sending.size < parts.concurrency / 4;
        if (claimed.length === 0) await pause(await untilDue(parts));
        else if (isCrowded) await pause(parts.pollMs);
      } catch (error) {
        parts.onFailure(error);
        await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const running = work();
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
      const deadline = setTimeout(() => cutOff.abort(), LET_END_MS);
      await Promise.all(sending);
      clearTimeout(deadline);
      await settler.stop();
    },
  };
}

/** A channel that throws has a mistake in it: the delivery is tried again, and the operator told. */
async function sendOnce(parts: WorkerParts, claimed: Claimed, signal: AbortSignal): Promise<AttemptOutcome> {
  const { delivery, destination } = claimed;
  if (destination.type === 'PULL') return { result: 'refused', error: 'pulled, not sent' };
  try {
    return await parts.channels[destination.type].send(parts.messageFor(delivery, destination), signal);
  } catch (error) {
    parts.onFailure(error);
    return { result: 'failed', error: 'the service failed to send it' };
  }
}

async function untilDue({ queue, now, pollMs }: WorkerParts): Promise<number> {
  const dueMs = await queue.nextDueMs();
  return Math.min(pollMs, Math.max(LEAST_PAUSE_MS, (dueMs ?? Number.POSITIVE_INFINITY) - now()));
}
