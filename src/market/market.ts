import type { Db } from '../db/db.ts';
import { hasOtherSessions } from '../db/other-sessions.ts';
import { refreshStatistics } from '../db/table-statistics.ts';
import type { MarketRecord } from '../domain/market/records/market-record.ts';
import type { PriceChangeMode } from '../domain/price-changes/mode.ts';
import { BOARD_VERSION, OLDEST_READER_VERSION } from '../wire/pricing/board.ts';
import type { OnApplied } from './apply-call.ts';
import { BoardMaintenance } from './background/board-maintenance.ts';
import type { BoardFormat } from './decisions/market-change.ts';
import { ExportStreams } from './export/export-streams.ts';
import { GrowingStore } from './growing-store.ts';
import { listingsOf } from './listings.ts';
import { MarketFacts } from './market-facts.ts';
import { MarketReader } from './market-reader.ts';
import { MarketWriter } from './market-writer.ts';
import { LastChanges } from './overview/last-changes.ts';
import { MarketOverview } from './overview/market-overview.ts';
import { SellerOverview } from './overview/seller-overview.ts';
import { crossedLimits } from './price-changes/crossed-limits.ts';
import { PriceChangeFeed } from './price-changes/feed.ts';
import type { Seal } from './price-changes/limits-table.ts';
import { ListingLimitsStore, NO_SEAL } from './price-changes/listing-limits.ts';
import { PriceChangeOutcomes } from './price-changes/outcomes.ts';
import { type ApplyApart, PriceChanges } from './price-changes/price-changes.ts';
import { MarketEvents } from './projections/events/event-queue.ts';
import { FeeEvents } from './projections/fees/fee-events.ts';
import { MarketHistory } from './projections/history/market-history.ts';
import { addUpLoad } from './projections/history/time-changes.ts';
import { type InFile, storedOutcomes } from './records/stored-outcomes.ts';

/** The parts of the market, for the rest of the service: changes go in through the writer, finished boards come out of the reader. */
export type Market = {
  /** How many transactions the store runs side by side: SQLite one, PostgreSQL one on each connection. */
  maxTransactions(): number;
  /**
   * Whether other processes of the service work with the store now, where a load takes processor time from them that it cannot leave
   * to them by its priority. Undefined where it can.
   */
  readonly isShared: (() => Promise<boolean>) | undefined;
  readonly writer: MarketWriter;
  readonly reader: MarketReader;
  readonly listings: ReturnType<typeof listingsOf>;
  /** What sellers permit for their listings, and what these cost them. */
  readonly limits: ListingLimitsStore;
  /** The operator's records. */
  readonly facts: MarketFacts;
  /** Who held the buy boxes at which prices. */
  readonly history: MarketHistory;
  /** What changed, until it is addressed to sellers. */
  readonly events: MarketEvents;
  /** What changes about fees, until it is announced to sellers. */
  readonly feeEvents: FeeEvents;
  /** Price changes of sellers. */
  readonly priceChanges: PriceChanges;
  /** What the operator's system reads of them, and what it says about those that wait for it. */
  readonly priceChangeFeed: PriceChangeFeed;
  readonly priceChangeOutcomes: PriceChangeOutcomes;
  /** What the operator looks at: counts, and a search by the beginning of identifiers. */
  readonly overview: MarketOverview;
  /** Its sellers, as the operator looks at them. */
  readonly sellers: SellerOverview;
  /** What records would do, by reading alone. */
  storedOutcomes(records: readonly MarketRecord[], inFile: InFile): ReturnType<typeof storedOutcomes>;
  /** What a load does in each of its transactions, so that the worker need not do it after them. */
  readonly onLoaded: OnApplied | undefined;
  /** Background work on boards. */
  readonly maintenance: BoardMaintenance;
  /** To be told how many records a load has added. */
  readonly exports: ExportStreams;
  readonly growth: GrowingStore;
  /** The clock that boards are judged by. What judges a listing beside its board must use it with `boardTime`, too. */
  now(): number;
};

/** Tests of rolling upgrades pass another format of the boards. */
export type MarketOptions = Partial<BoardFormat> & {
  /** Who keeps the prices; `off` where that does not matter. */
  readonly priceChanges?: PriceChangeMode;
  /** Encrypts what sellers keep to themselves: the operator's key. Absent: for commands that use none of it. */
  readonly seal?: Seal;
  /** Applies large calls of price changes, so that requests do not wait for them. */
  readonly applyApart?: ApplyApart | undefined;
  /** Whether this process stores when records of each marketplace last changed. */
  readonly keepsLastChanges?: boolean;
};

export function openMarket(db: Db, now: () => number, options: MarketOptions = {}): Market {
  const { version = BOARD_VERSION, oldestReader = OLDEST_READER_VERSION } = options;
  const { priceChanges = 'off', seal = NO_SEAL } = options;
  const writer = new MarketWriter(db, now, { version, oldestReader }, priceChanges);
  const reader = new MarketReader(db, now, writer);
  const facts = new MarketFacts(db, undefined, reader);
  writer.onRecords((changes) => facts.invalidateChanged(changes));
  const lastChanges = new LastChanges(db, now);
  if (options.keepsLastChanges) writer.onRecords((changes) => lastChanges.note(changes));
  const limits = new ListingLimitsStore(db, now, seal);
  const isCurrent = reader.isCurrent.bind(reader);
  const history = new MarketHistory(db, now);
  return {
    ...{ writer, reader, facts, limits, now },
    isShared: db.engine === 'postgres' ? () => hasOtherSessions(db) : undefined,
    maxTransactions: () => db.use.connections().max ?? 1,
    listings: listingsOf(db),
    storedOutcomes: (records, inFile) => storedOutcomes(db, records, inFile),
    overview: new MarketOverview(db, now, lastChanges),
    history,
    sellers: new SellerOverview(db, history, now),
    // Transactions that run side by side would wait for each other's sums of a seller.
    onLoaded: db.engine === 'sqlite' ? addUpLoad : undefined,
    events: new MarketEvents(db, now, crossedLimits(limits)),
    feeEvents: new FeeEvents(),
    maintenance: new BoardMaintenance(db, writer, now),
    priceChanges: new PriceChanges(
      db,
      { writer, now, limits, isCurrent, applyApart: options.applyApart },
      priceChanges,
    ),
    priceChangeFeed: new PriceChangeFeed(db),
    priceChangeOutcomes: new PriceChangeOutcomes(db, { writer, now, limits, isCurrent, mode: priceChanges }),
    exports: new ExportStreams(db),
    growth: new GrowingStore(() => refreshStatistics(db)),
  };
}
