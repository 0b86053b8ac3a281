import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../domain/fault.ts';
import type { Attempted } from '../notifications/delivery-attempt.ts';

const MAX_AT_ONCE = 200;
const PAUSE_MS = 500;

export type SettlerParts = {
  settle(attempted: readonly Attempted[]): Promise<void>;
  /** After outcomes were written: there may be room for more. */
  onSettled(count: number): void;
  onFailure(error: unknown): void;
};

/**
 * Writes outcomes down in batches: whatever gathered while the last batch was being written is the next one. While the
 * store is out of reach outcomes are kept and tried again. A batch that fails for another reason is split, so that one
 * bad row never keeps the others from being written.
 */
export class Settler {
  readonly #parts: SettlerParts;
  #waiting: Attempted[] = [];
  #writing: Promise<void> | undefined;
  #isStopping = false;

  constructor(parts: SettlerParts) {
    this.#parts = parts;
  }

  add(attempted: Attempted): void {
    this.#waiting.push(attempted);
    this.#writing ??= this.#writeAll();
  }

  /** When everything that was added is written, or cannot be: then its leases end by themselves. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // A turn of the event loop: what ends at the same moment is written together.
    await sleep(0);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_AT_ONCE);
      await this.#write(batch);
      this.#parts.onSettled(batch.length);
    }
    // In the same breath as the last look: what comes later then begins anew, and is not left lying.
    this.#writing = undefined;
  }

  async #write(batch: readonly Attempted[]): Promise<void> {
    for (;;) {
      try {
        await this.#parts.settle(batch);
        return;
      } catch (error) {
        this.#parts.onFailure(error);
        const mayPass = error instanceof Fault && error.code === 'ServiceUnavailable';
        if (!mayPass) return this.#writeHalves(batch);
        if (this.#isStopping) return;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** One alone that cannot be written is given up: its lease ends, and it is tried again. */
  async #writeHalves(batch: readonly Attempted[]): Promise<void> {
    if (batch.length < 2) return;
    const middle = Math.ceil(batch.length / 2);
    await this.#write(batch.slice(0, middle));
    await this.#write(batch.slice(middle));
  }
}
