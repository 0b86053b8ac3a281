import type { FieldProblem } from '../domain/market/records/reading.ts';
import type { MarketRecord } from '../domain/market/records.ts';
import { readRecord } from '../domain/market/records.ts';
import type { BoardTime, Market } from './market.ts';
import { keyOfRecord } from './record-rules.ts';

/** How many changes had which outcome. */
export type ChangeCounts = {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Removals of what was not there. */
  absent: number;
  rejected: number;
};

/** Told about every problem of every line that was not applied. */
type OnReject = (line: number, problem: FieldProblem) => void;

/** What a run of an import has had already. `key` names a thing within all kinds. */
export type SeenBefore = {
  /** Where the key stood first, in words, when this is not the first time; remembers it otherwise. */
  firstPlace(key: string, line: number): string | undefined;
  /** It was not applied after all. */
  forget(key: string): void;
};

export type IntakeOptions = {
  boards: BoardTime;
  /** Records in one transaction. */
  batchSize: number;
  onReject: OnReject;
  /** Refuses what a run has had before; without it a later record of the same thing simply replaces the earlier. */
  seen?: SeenBefore;
};

/**
 * Where records come in, from a file or over the wire: each is checked, good ones are applied in batches, bad ones are
 * reported, and neither stops the other. Holds at most one batch.
 */
export class Intake {
  readonly counts: ChangeCounts = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };
  readonly #market: Market;
  readonly #options: IntakeOptions;
  #currencies = new Map<string, string>();
  #records: MarketRecord[] = [];
  #lines: number[] = [];
  /** What the open batch names, and which of its records does; only kept where repetitions are refused. */
  #keys = new Map<string, number>();

  private constructor(market: Market, options: IntakeOptions) {
    this.#market = market;
    this.#options = options;
  }

  static async open(market: Market, options: IntakeOptions): Promise<Intake> {
    const intake = new Intake(market, options);
    await intake.#learnCurrencies();
    return intake;
  }

  /**
   * Takes one record as it was written. Gives a promise only when something must be waited for: at a hundred thousand
   * lines a second a promise for each would be a tenth of the time.
   */
  take(line: number, value: unknown): Promise<void> | undefined {
    const read = readRecord(value, { currencyOf: (id) => this.#currencies.get(id) });
    if (!read.ok) {
      this.reject(line, read.problems);
      return undefined;
    }
    const { seen } = this.#options;
    const key = seen && `${read.record.kind} ${keyOfRecord(read.record)}`;
    if (seen && key !== undefined) {
      // Whether the earlier one counts is known when it is applied.
      if (this.#keys.has(key)) return this.flush().then(() => this.take(line, value));
      const place = seen.firstPlace(key, line);
      if (place !== undefined) {
        const reason = `the same ${read.record.kind} stands in ${place} already; that one was kept`;
        this.reject(line, [{ field: '', reason }]);
        return undefined;
      }
      this.#keys.set(key, this.#records.length);
    }
    this.#records.push(read.record);
    this.#lines.push(line);
    // What comes next may have amounts in the currency of this marketplace.
    if (read.record.kind === 'marketplace') return this.flush().then(() => this.#learnCurrencies());
    return this.#records.length >= this.#options.batchSize ? this.flush() : undefined;
  }

  reject(line: number, problems: readonly FieldProblem[]): void {
    this.counts.rejected += 1;
    for (const problem of problems) this.#options.onReject(line, problem);
  }

  /** Applies what was taken and not applied yet. To be called at the end. */
  async flush(): Promise<void> {
    const [records, lines, keys] = [this.#records, this.#lines, this.#keys];
    this.#records = [];
    this.#lines = [];
    this.#keys = new Map();
    if (records.length === 0) return;
    const outcomes = await this.#market.apply(records, { boards: this.#options.boards });
    outcomes.forEach((outcome, n) => {
      if (typeof outcome === 'string') this.counts[outcome] += 1;
      else this.reject(lines[n] as number, outcome.problems);
    });
    for (const [key, n] of keys) if (typeof outcomes[n] !== 'string') this.#options.seen?.forget(key);
  }

  async #learnCurrencies(): Promise<void> {
    const known = await this.#market.facts.marketplaces();
    this.#currencies = new Map(known.map(({ marketplaceId, currency }) => [marketplaceId, currency]));
  }
}
