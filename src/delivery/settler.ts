import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatch } from '../async/micro-batch.ts';
import { Fault } from '../domain/fault.ts';
import type { Attempted, Claimed } from '../notifications/deliveries/delivery-attempt.ts';

/** Deliveries that are stored at once. */
const MAX_BATCH = 200;
/** A batch of this size waits for no more outcomes. */
const FULL_BATCH = 64;
const MAX_GATHER_MS = 10;
const MAX_QUIET_MS = 3;
const RETRY_PAUSE_MS = 500;

/** What every line of the log about a delivery has. */
export type DeliveryNames = { readonly sellerId: string; readonly channelId: string; readonly deliveryId: string };

export const deliveryNames = ({ delivery, destination }: Claimed): DeliveryNames => ({
  sellerId: destination.sellerId,
  channelId: destination.destinationId,
  deliveryId: delivery.deliveryId,
});

type OnFailure = (error: unknown, names?: DeliveryNames) => void;

type Settle = (attempted: readonly Attempted[]) => Promise<void>;

/**
 * Stores the outcomes of attempts in batches: each is a write to the disk, however large it is. The outcomes that arrive while one
 * batch is being written, and those that soon follow, are the next batch. While the database is unavailable, outcomes wait and are
 * retried. A batch that fails for another reason is split in halves, so that one bad row does not block the others.
 */
export class Settler {
  readonly #settle: Settle;
  readonly #onFailure: OnFailure;
  readonly #batch: MicroBatch<Attempted, undefined>;
  #isStopping = false;

  constructor(settle: Settle, onFailure: OnFailure) {
    this.#settle = settle;
    this.#onFailure = onFailure;
    this.#batch = new MicroBatch({
      run: (batch) => this.#write(batch),
      gather: quietMoment,
      sizeOf: batchSize,
      // `#write` throws only what may be the fault of one outcome.
      concernsAll: () => false,
    });
  }

  add(attempted: Attempted): void {
    // A single outcome that cannot be stored is given up: its lease expires, and the delivery is attempted again.
    this.#batch.add(attempted).catch(() => undefined);
  }

  /** Whether an outcome is neither stored nor given up. */
  get isBusy(): boolean {
    return this.#batch.isBusy;
  }

  /** Resolves when all outcomes are stored or given up; the leases of those given up expire. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#batch.idle();
  }

  async #write(batch: readonly Attempted[]): Promise<undefined[]> {
    for (;;) {
      try {
        await this.#settle(batch);
        return [];
      } catch (error) {
        const [only, ...others] = batch;
        this.#onFailure(error, only && others.length === 0 ? deliveryNames(only.claimed) : undefined);
        const isTransient = error instanceof Fault && error.code === 'ServiceUnavailable';
        if (!isTransient) throw error;
        if (this.#isStopping) return [];
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }
}

/** Waits for more outcomes until none has come for a moment. */
async function quietMoment(waiting: readonly unknown[]): Promise<void> {
  for (let ms = 0, quietMs = 0; ms < MAX_GATHER_MS && quietMs < MAX_QUIET_MS; ms += 1) {
    const before = waiting.length;
    if (before >= FULL_BATCH) return;
    await sleep(1);
    quietMs = waiting.length > before ? 0 : quietMs + 1;
  }
}

/** How many attempts make a batch: one message to a person may hold many deliveries. */
function batchSize(waiting: readonly Attempted[]): number {
  let deliveries = 0;
  const size = waiting.findIndex(({ claimed }) => {
    deliveries += 1 + claimed.earlier.length;
    return deliveries > MAX_BATCH;
  });
  return size < 0 ? waiting.length : Math.max(1, size);
}
