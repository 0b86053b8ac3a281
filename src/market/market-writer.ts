import { type Db, type Sql, violatedConstraint } from '../db/db.ts';
import { type ChangeContext, PRIORITIES, UPKEEP } from '../domain/changes/change-context.ts';
import { joinedTransitions } from '../domain/changes/offer-transition.ts';
import type { ItemKey } from '../domain/market/item.ts';
import { together } from '../domain/maybe-promise.ts';
import type { PriceChangeMode } from '../domain/price-changes/mode.ts';
import type { ApplyCall, ApplyOptions, Intent } from './apply-call.ts';
import { decideItems, nothingWritten, type Written } from './decisions/decide-items.ts';
import { type BoardTime, markedItems, placesIn, touchedItems } from './decisions/marked-items.ts';
import type { BoardFormat, MarketChange } from './decisions/market-change.ts';
import { newItems, writeNewOffers } from './decisions/new-offers.ts';
import type { RankedTransition } from './offers/judge-offers.ts';
import { mayWait, WaitingOffers } from './offers/waiting-offers.ts';
import { type JudgingTime, type OfferToStore, writeOffers } from './offers/write-offers.ts';
import { lockBoards, lockChangedBoards } from './projections/boards/board-table.ts';
import { projectBoards } from './projections/boards/project-boards.ts';
import { projectEvents } from './projections/events/project-events.ts';
import { projectQuietChanges } from './projections/events/quiet-changes.ts';
import { projectFees } from './projections/fees/fee-watch.ts';
import { projectHistory } from './projections/history/project-history.ts';
import { projectListings } from './projections/listings/project-listings.ts';
import { projectReceipts } from './projections/receipts/project-receipts.ts';
import { projectSellerChanges } from './projections/seller-changes/seller-walks.ts';
import { projectTerms } from './projections/terms/project-terms.ts';
import { applyRecords } from './records/apply-records.ts';
import { compareItemKeys } from './records/item.ts';
import type { TermsRule } from './records/kept-terms.ts';
import { offers as offersTable } from './records/offer.ts';
import type { ChangeOutcome, RecordChange } from './records/record-change.ts';
import { groupsOf } from './records/record-groups.ts';
import { keyText } from './records/record-table.ts';
import { contextsByItem, mayShare, sharedCalls } from './shared-calls.ts';
import { SharedTransactions } from './shared-transactions.ts';

/** What a change is stored as, after `projectListings`. They do not know each other: a new one is one line here. */
const projections: readonly ((tx: Sql, change: MarketChange) => Promise<void>)[] = [
  ...[projectBoards, projectHistory, projectTerms, projectEvents, projectFees, projectSellerChanges],
  ...[projectReceipts, projectQuietChanges],
];

/** Called with the items whose boards were rebuilt or became stale, right after the commit. */
export type BoardListener = (keys: readonly ItemKey[]) => void;

/**
 * Boards rebuilt since the start, by cause: with the `change` of a record, because a `read` found one that was not current, in the
 * background because it was stale or its date passed (`due`), because of a `seller_change`, or of a new board `version`.
 */
export type Rebuilds = Record<'change' | 'read' | 'due' | 'seller_change' | 'version', number>;

/** What became of intents, and what to announce after the commit. */
export type AppliedIntents = {
  readonly outcomes: ChangeOutcome[];
  readonly records: readonly RecordChange[];
  readonly decided: readonly ItemKey[];
  readonly marked: readonly ItemKey[];
};

/** The one way into the market. Whatever changes it passes the stages of `README.md` in their order, in one transaction. */
export class MarketWriter {
  readonly #db: Db;
  readonly #now: () => number;
  readonly format: BoardFormat;
  readonly #mode: PriceChangeMode;
  readonly #boardListeners: BoardListener[] = [];
  readonly #recordListeners: ((changes: readonly RecordChange[]) => void)[] = [];
  /** Counted after the commit: a transaction may run twice. */
  readonly rebuilds: Rebuilds = { change: 0, read: 0, due: 0, seller_change: 0, version: 0 };
  /** Records that kept the terms of their sellers (decision 49), since the start. Counted after the commit, too. */
  keptTerms = 0;
  readonly #shared = new SharedTransactions<ApplyCall, ChangeOutcome[]>({
    run: (calls) => this.#applyTogether(calls),
    sizeOf: sharedCalls,
  });

  constructor(db: Db, now: () => number, format: BoardFormat, mode: PriceChangeMode = 'off') {
    this.#db = db;
    this.#now = now;
    this.format = format;
    this.#mode = mode;
  }

  /** A subscription, not an argument: the caches of the routes and the dispatcher exist only after the market that they read. */
  onBoards(listener: BoardListener): void {
    this.#boardListeners.push(listener);
  }

  /** The listener is called after each change of records, with what changed. */
  onRecords(listener: (changes: readonly RecordChange[]) => void): void {
    this.#recordListeners.push(listener);
  }

  /** For whoever rebuilt boards, after the commit. */
  announce(keys: readonly ItemKey[]): void {
    for (const listener of this.#boardListeners) listener(keys);
  }

  /** Applies intents in order, in one transaction, and returns the outcome of each. Small calls may share one (`shared-transactions.ts`). */
  async apply(intents: readonly Intent[], options: ApplyOptions): Promise<ChangeOutcome[]> {
    const call = { intents, options };
    if (mayShare(call)) return this.#shared.add(call);
    try {
      return await this.#applyAlone(call);
    } catch (error) {
      // Another process has made another marketplace the default. A second try sees that, and rejects with the reason.
      if (violatedConstraint(error) !== 'unique') throw error;
      return this.#applyAlone(call);
    }
  }

  async #applyAlone(call: ApplyCall): Promise<ChangeOutcome[]> {
    const [outcomes] = await this.#applyTogether([call]);
    return outcomes as ChangeOutcome[];
  }

  /** Applies calls in order, in one transaction, and returns the outcomes of each. */
  async #applyTogether(calls: readonly ApplyCall[]): Promise<ChangeOutcome[][]> {
    const intents = calls.flatMap((call) => call.intents);
    const callOf = calls.flatMap((call, n) => call.intents.map(() => n));
    const contexts = calls.map(({ options }) => contextOf(options));
    // Calls that share a transaction all rebuild now.
    const { boards = 'now', isGentle = false } = calls[0]?.options ?? {};
    const { outcomes, ...applied } = await this.#db.transaction(
      async (tx) => {
        const why = (records: readonly RecordChange[]) => contextsByItem(records, contexts, callOf);
        const [, { outcomes: all, ...done }] = await together([
          // The first statement: those of the stages come after it on their connection, and need not wait for its answer.
          this.#db.engine === 'postgres' ? lockChangedBoards(tx, placesIn(intents)) : undefined,
          this.#stages(tx, intents, boards, [contexts[0] as ChangeContext, why]),
        ]);
        const outcomes = calls.map((_call, n) => all.filter((_outcome, index) => callOf[index] === n));
        await together(
          calls.map(async (call, n) => call.options.onApplied?.(tx, call.intents, outcomes[n] as ChangeOutcome[])),
        );
        return { outcomes, ...done };
      },
      { isGentle },
    );
    this.announceApplied(applied);
    this.keptTerms += outcomes.flat().filter((outcome) => typeof outcome === 'object' && 'effect' in outcome).length;
    return outcomes;
  }

  /**
   * Applies intents in a transaction of the caller, who has locked the boards (`lockIn`), and calls `announceApplied` with what comes
   * back after the commit.
   */
  async applyIn(tx: Sql, intents: readonly Intent[], options: ApplyOptions): Promise<AppliedIntents> {
    const context = contextOf(options);
    return this.#stages(tx, intents, options.boards, [context, () => () => context]);
  }

  /** For whoever called `applyIn`, after the commit. */
  announceApplied({ records, decided, marked }: Omit<AppliedIntents, 'outcomes'>): void {
    for (const listener of this.#recordListeners) listener(records);
    this.rebuilds.change += decided.length;
    this.announce([...decided, ...marked]);
  }

  async #stages(
    tx: Sql,
    intents: readonly Intent[],
    boards: BoardTime,
    [context, contextsOf]: readonly [ChangeContext, (records: readonly RecordChange[]) => MarketChange['contextOf']],
  ): Promise<AppliedIntents> {
    const now = this.#now();
    const isMarked = markedItems(intents, boards);
    const { outcomes, later, ...written } = await write(tx, intents, { now, isMarked, mode: this.#mode });
    const { records, waiting } = written;
    const touched = touchedItems(records, isMarked);
    const decisions = await decideItems(tx, touched.decided, written, { format: this.format, now });
    const whole = await writeNewOffers(tx, later, decisions.decided, now);
    const change = { ...decisions, records, waiting, marked: touched.marked, whole, now, format: this.format };
    await this.#project(tx, { ...change, context, contextOf: contextsOf(records) });
    return { outcomes, records, ...touched };
  }

  /**
   * Rebuilds boards in a transaction of the caller, who announces them after the commit: the second half of the way. What readers and
   * background work find stale, or a changed seller affects, enters here.
   */
  async rebuildIn(tx: Sql, keys: readonly ItemKey[], context: ChangeContext = UPKEEP): Promise<void> {
    await this.lockIn(tx, keys);
    const now = this.#now();
    const { format } = this;
    const written = nothingWritten(now);
    const decisions = await decideItems(tx, keys.toSorted(compareItemKeys), written, { format, now });
    const { waiting } = written;
    const change = { ...decisions, records: [], waiting, marked: [], whole: new Set<string>(), now, format };
    await this.#project(tx, { ...change, context, contextOf: () => context });
  }

  async #project(tx: Sql, changed: Omit<MarketChange, 'mode'>): Promise<void> {
    const change = { ...changed, mode: this.#mode };
    // It writes the offers that waited, and others read offers.
    await projectListings(tx, change);
    await together(projections.map((project) => project(tx, change)));
  }

  /**
   * Locks these boards in a transaction that is going to write their offers. All transactions lock boards first, in one
   * order: they wait for each other, and never in a circle.
   */
  async lockIn(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
    if (this.#db.engine === 'postgres') await lockBoards(tx, keys.toSorted(compareItemKeys));
  }
}

/** The first half of the way: writes records and the offers among them, group by group. */
async function write(
  tx: Sql,
  intents: readonly Intent[],
  time: JudgingTime & TermsRule,
): Promise<Written & { outcomes: ChangeOutcome[]; later: OfferToStore[] }> {
  const outcomes: ChangeOutcome[] = new Array(intents.length);
  const records: RecordChange[] = [];
  const offers: RankedTransition[] = [];
  const later: OfferToStore[] = [];
  const waiting: OfferToStore[] = [];
  const removed = new Map<string, number>();
  const groups = groupsOf(intents);
  for (const group of groups) {
    const applied = await applyRecords(tx, group, time, removed);
    for (const { index, outcome } of applied.outcomes) outcomes[index] = outcome;
    for (const change of applied.changes) {
      records.push(change);
      if (change.kind === 'offer' && change.after === undefined)
        removed.set(keyText(offersTable.keyOf(change.key)), change.before?.terms_revision ?? 0);
    }
    // A later group could read or change what is not written yet.
    const isLater = groups.length === 1 ? newItems(applied.changes, time.isMarked) : () => false;
    const isAlone = groups.length === 1 && applied.changes.every((change) => change.kind === 'offer');
    const written = await writeOffers(tx, applied.changes, {
      ...time,
      isLater,
      mayWait: isAlone && mayWait(applied.changes, time),
    });
    for (const transition of written.transitions) offers.push(transition);
    for (const offer of written.later) later.push(offer);
    for (const offer of written.waiting) waiting.push(offer);
  }
  const decidedLater = { later, waiting: new WaitingOffers(waiting, time.now) };
  return { outcomes, records, ...decidedLater, offers: joinedTransitions(offers) };
}

function contextOf({ boards, quiet = false, requestId, trace, ownChange }: ApplyOptions): ChangeContext {
  const isQuiet = (id: string) => (typeof quiet === 'boolean' ? quiet : quiet.has(id));
  return {
    priority: boards === 'now' ? PRIORITIES.live : PRIORITIES.background,
    isChange: true,
    isQuiet,
    requestId,
    trace,
    ownChange,
  };
}
