import type { Sql } from '../db/db.ts';
import type { ChangeContext } from '../domain/changes/change-context.ts';
import type { MarketRecord } from '../domain/market/records/market-record.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import type { BoardTime } from './decisions/marked-items.ts';
import type { ChangeOutcome } from './records/record-change.ts';

/** What is to be done to the market: the operator's records, and the offers of sellers on the terms that they asked for. */
export type Intent = MarketRecord;

/** How intents are applied. */
export type ApplyOptions = {
  boards: BoardTime;
  /** Publishes no events about what changes: in all marketplaces, or in these. */
  quiet?: boolean | ReadonlySet<string>;
  /** A seller's own change: its events name the receipt, those of other sellers nothing of it (decision 53). */
  ownChange?: ChangeContext['ownChange'];
  /** The operator's request: events name it. */
  requestId?: string | undefined;
  /** Its trace: deliveries of the events belong to it. */
  trace?: TraceContext | undefined;
  /** It can wait, others should not wait for it: `TransactionOptions.isGentle`. */
  isGentle?: boolean;
  /** Records the change, in its transaction: what it writes takes effect with the change, or not at all. */
  onApplied?: OnApplied | undefined;
};

export type OnApplied = (tx: Sql, intents: readonly Intent[], outcomes: readonly ChangeOutcome[]) => MaybePromise<void>;

/** One call of `MarketWriter.apply`. */
export type ApplyCall = { readonly intents: readonly Intent[]; readonly options: ApplyOptions };
