import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import { items } from '../records/item.ts';
import { recordKey } from '../records/record-key.ts';
import { keyText } from '../records/record-table.ts';

/** A batch that is about to be written. */
export type ClosedBatch = {
  readonly records: readonly MarketRecord[];
  /** The keys of its records. Only used where repeated keys are rejected. */
  readonly keys: ReadonlyMap<string, number>;
};

/** A batch that is being written. */
type BatchInFlight = {
  readonly keys: ReadonlyMap<string, number>;
  readonly touched: ReadonlySet<string> | undefined;
  /** Rejections since it was closed: they are reported after its own. */
  readonly laterReports: (() => void)[];
  /** Resolves when it is written and reported; rejects when it failed, or a batch before it did. */
  readonly done: Promise<void>;
};

/**
 * The batches of an import that are being written, oldest first. The next ones can be read meanwhile. Two are written side by side
 * only if they touch different items and offers: otherwise the later one would not find what the earlier one adds, or wait for its locks.
 * Outcomes and rejections are reported in the order of the file.
 */
export class BatchesInFlight {
  readonly #max: number;
  #batches: BatchInFlight[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  hasKey(key: string): boolean {
    return this.#batches.some(({ keys }) => keys.has(key));
  }

  /** Reports now, or after the batches that are being written. */
  report(report: () => void): void {
    const last = this.#batches.at(-1);
    if (last === undefined) report();
    else last.laterReports.push(report);
  }

  /** Begins to write a batch, and resolves then. `write` resolves with what reports its outcomes. Throws when a batch before failed. */
  async begin({ records, keys }: ClosedBatch, write: () => Promise<() => void>): Promise<void> {
    const touched = placesTouched(records);
    while (this.#mustWait(touched)) await this.#batches[0]?.done;
    const laterReports: (() => void)[] = [];
    const done = this.#end(write(), this.#batches.at(-1)?.done, laterReports);
    // The next call that waits for it throws its error.
    done.catch(() => undefined);
    this.#batches.push({ keys, touched, laterReports, done });
  }

  /** Resolves when all are written. Throws when one failed. */
  async finish(): Promise<void> {
    await this.#batches.at(-1)?.done;
  }

  /** Resolves when nothing is being written any more, whatever became of it. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#batches.map(({ done }) => done));
  }

  #mustWait(touched: BatchInFlight['touched']): boolean {
    if (this.#batches.length >= this.#max) return true;
    return this.#batches.some((batch) => !(touched && batch.touched?.isDisjointFrom(touched)));
  }

  async #end(written: Promise<() => void>, before: Promise<void> | undefined, laterReports: (() => void)[]) {
    const reportOutcomes = await written;
    await before;
    reportOutcomes();
    this.#batches.shift();
    for (const report of laterReports) report();
  }
}

/** The items that records touch, and the offers, which may be on another item before. Undefined: records of other kinds, and removals, may touch any. */
function placesTouched(records: readonly MarketRecord[]): Set<string> | undefined {
  const touched = new Set<string>();
  for (const record of records) {
    const item = itemOf(record);
    if (item === undefined) return undefined;
    touched.add(item);
    if (record.kind === 'offer') touched.add(`offer ${keyText(recordKey(record))}`);
  }
  return touched;
}

/** The item that a record adds or changes, or whose offer it does, by its `keyText`. */
export function itemOf(record: MarketRecord): string | undefined {
  if (record.op !== 'upsert' || (record.kind !== 'item' && record.kind !== 'offer')) return undefined;
  return keyText(items.keyOf(record.value));
}
