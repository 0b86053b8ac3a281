import type { Offer } from '../../domain/market/offer.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import { readRecord } from '../../domain/market/records/market-record.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { ApplyOptions } from '../apply-call.ts';
import type { Market } from '../market.ts';
import { type ChangeEffect, type ChangeOutcome, effectOf, type KeptTerms } from '../records/record-change.ts';
import { recordKey } from '../records/record-key.ts';
import { keyText } from '../records/record-table.ts';
import { BatchesInFlight, itemOf } from './batches-in-flight.ts';
import { FULL_SPEED, type LoadPace } from './load-pace.ts';
import type { Quietness } from './quietness.ts';

/** How many changes had which outcome. */
export type ChangeCounts = {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Removals of records that did not exist. */
  absent: number;
  rejected: number;
};

/** Called with every problem of every rejected line, and the text that was taken with it. */
type OnReject = (line: number, problem: FieldProblem, text: string | undefined) => void;

/** An offer whose record took effect, but for its terms: its seller had changed them at `termsSetMs` (decision 49). */
export type KeptOffer = Omit<KeptTerms, 'effect'> & { readonly line: number; readonly offer: Offer };

/** The keys that an import has had. `key` is unique across all kinds. */
export type SeenKeys = {
  /** The location of the first record with this key, as text; undefined, and recorded, when this is the first. */
  firstLocation(key: string, line: number): string | undefined;
  /** Drops a key whose record was rejected. */
  remove(key: string): void;
};

export type IntakeOptions = Omit<ApplyOptions, 'quiet'> & {
  /** Records in one transaction; more when batches are written in the background, and the offers of one item follow. */
  batchSize: number;
  /** How many batches are written while `take` goes on; 0: none. The caller must call `settled` when it gives up. */
  batchesInFlight?: number;
  /** Without it the load goes at full speed. */
  pace?: LoadPace;
  onReject: OnReject;
  onKeptTerms?: (kept: KeptOffer) => void;
  /** Rejects a second record of one key. Without it, a later record replaces the earlier one. */
  seen?: SeenKeys;
  /** The changes about which no events are published. Without it all are published. */
  quietness?: Quietness;
  /** Collects the marketplaces that accepted records are about. */
  marketplaceIds?: Set<string> | undefined;
};

type Batch = {
  records: MarketRecord[];
  lines: number[];
  texts: (string | undefined)[];
  /** Its keys, with the index of their record. Only used where repeated keys are rejected. */
  keys: Map<string, number>;
};

const emptyBatch = (): Batch => ({ records: [], lines: [], texts: [], keys: new Map() });

/**
 * Takes in records from a file or a request. Checks each, applies the good ones in batches, reports the bad ones. Holds at
 * most one batch, and the `batchesInFlight` that are being written.
 */
export class Intake {
  readonly counts: ChangeCounts = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };
  /** The marketplaces in which something changed that events may be published about. */
  readonly changedMarketplaces = new Set<string>();
  readonly #market: Market;
  readonly #options: IntakeOptions;
  readonly #applyOptions: ApplyOptions;
  readonly #pace: LoadPace;
  #currencies = new Map<string, string>();
  #open = emptyBatch();
  readonly #inFlight: BatchesInFlight;

  private constructor(market: Market, options: IntakeOptions) {
    this.#market = market;
    this.#options = options;
    this.#pace = options.pace ?? FULL_SPEED;
    const { boards, requestId, onApplied, trace, batchesInFlight = 0 } = options;
    this.#inFlight = new BatchesInFlight(batchesInFlight);
    this.#applyOptions = { boards, trace, requestId, onApplied };
  }

  static async open(market: Market, options: IntakeOptions): Promise<Intake> {
    const intake = new Intake(market, options);
    await intake.#readCurrencies();
    return intake;
  }

  /**
   * Takes one parsed record, and the text to report it with. Returns a promise only when the caller must wait: at a hundred thousand lines a second, a
   * promise for each would take a tenth of the time.
   */
  take(line: number, value: unknown, text?: string): Promise<void> | undefined {
    const read = readRecord(value, { currencyOf: (id) => this.#currencies.get(id) });
    if (!read.ok) {
      this.reject(line, read.problems, text);
      return undefined;
    }
    if (this.#endsBefore(read.record)) return this.#applyInBackground().then(() => this.take(line, value, text));
    const { seen } = this.#options;
    const key = seen && `${read.record.kind} ${keyText(recordKey(read.record))}`;
    if (seen && key !== undefined) {
      // Only after the batch is applied is it known whether the earlier record was accepted.
      if (this.#open.keys.has(key) || this.#inFlight.hasKey(key))
        return this.flush().then(() => this.take(line, value, text));
      const location = seen.firstLocation(key, line);
      if (location !== undefined) {
        const reason = `duplicate ${read.record.kind}: the first one is in ${location} and was kept`;
        this.reject(line, [{ field: '', reason }], text);
        return undefined;
      }
      this.#open.keys.set(key, this.#open.records.length);
    }
    const { records, lines, texts } = this.#open;
    records.push(read.record);
    lines.push(line);
    texts.push(text);
    // The next records may have amounts in the currency of this marketplace.
    if (read.record.kind === 'marketplace') return this.flush().then(() => this.#readCurrencies());
    const { batchSize, batchesInFlight } = this.#options;
    return records.length < batchSize || batchesInFlight ? undefined : this.flush();
  }

  reject(line: number, problems: readonly FieldProblem[], text?: string): void {
    this.#inFlight.report(() => this.#report(line, problems, text));
  }

  #report(line: number, problems: readonly FieldProblem[], text?: string): void {
    this.counts.rejected += 1;
    for (const problem of problems) this.#options.onReject(line, problem, text);
  }

  /** Applies the open batch, after those that are being written. Call it at the end. */
  async flush(): Promise<void> {
    await this.#inFlight.finish();
    const batch = this.#open;
    this.#open = emptyBatch();
    const reportOutcomes = await this.#apply(batch);
    reportOutcomes();
  }

  /** Resolves when nothing is being written any more, whatever became of it. */
  settled(): Promise<void> {
    return this.#inFlight.settled();
  }

  /** Whether the open batch ends before this record. The offers of an item stay together if they can: they are decided about once. */
  #endsBefore(record: MarketRecord): boolean {
    const { batchesInFlight = 0 } = this.#options;
    const batchSize = this.#pace.maxBatch ?? this.#options.batchSize;
    const { length } = this.#open.records;
    if (batchesInFlight === 0 || length < batchSize) return false;
    const item = itemOf(this.#open.records[length - 1] as MarketRecord);
    return length >= 2 * batchSize || item === undefined || item !== itemOf(record);
  }

  async #applyInBackground(): Promise<void> {
    // One at a time while others use the store.
    if (this.#pace.maxBatch !== undefined) await this.#inFlight.finish();
    const batch = this.#open;
    this.#open = emptyBatch();
    await this.#inFlight.begin(batch, () => this.#apply(batch));
  }

  /** Resolves with what reports the outcomes. */
  async #apply({ records, lines, texts, keys }: Batch): Promise<() => void> {
    const options = { ...this.#applyOptions, isGentle: this.#pace.maxBatch !== undefined };
    const outcomes =
      records.length === 0 ? [] : await this.#pace.take(() => this.#market.writer.apply(records, options));
    return () => {
      outcomes.forEach((outcome, n) => {
        const [record, line] = [records[n] as MarketRecord, lines[n] as number];
        if (typeof outcome === 'object' && 'problems' in outcome) this.#report(line, outcome.problems, texts[n]);
        else this.#count(record, line, outcome);
      });
      for (const [key, n] of keys)
        if (effectOf(outcomes[n] as ChangeOutcome) === undefined) this.#options.seen?.remove(key);
    };
  }

  #count(record: MarketRecord, line: number, outcome: ChangeEffect | KeptTerms): void {
    const effect = typeof outcome === 'string' ? outcome : outcome.effect;
    this.counts[effect] += 1;
    if (record.kind !== 'seller')
      this.#options.marketplaceIds?.add((record.op === 'upsert' ? record.value : record.key).marketplaceId);
    if (effect !== 'unchanged' && effect !== 'absent') this.#noteChange(record);
    if (typeof outcome === 'string' || record.kind !== 'offer' || record.op !== 'upsert') return;
    const { termsSetMs, terms } = outcome;
    this.#options.onKeptTerms?.({ line, offer: record.value, termsSetMs, terms });
  }

  #noteChange(record: MarketRecord): void {
    const { kind } = record;
    if (kind === 'item' || kind === 'offer') {
      this.changedMarketplaces.add((record.op === 'upsert' ? record.value : record.key).marketplaceId);
    } else if (kind === 'seller') {
      // It may have offers everywhere. A marketplace in its first load is named by the records of its items.
      for (const id of this.#currencies.keys())
        if (!this.#options.quietness?.isQuiet(id)) this.changedMarketplaces.add(id);
    }
  }

  async #readCurrencies(): Promise<void> {
    const marketplaces = await this.#market.facts.marketplaces();
    this.#currencies = new Map(marketplaces.map(({ marketplaceId, currency }) => [marketplaceId, currency]));
    const { quietness } = this.#options;
    if (quietness === undefined) return;
    // All that are quiet, not only those of the records: the change of a seller reaches every marketplace.
    const quiet = [...this.#currencies.keys()].filter((id) => quietness.isQuiet(id));
    this.#applyOptions.quiet = quietness.asked ?? new Set(quiet);
  }
}
