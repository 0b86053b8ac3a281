import { PacedWork } from '../../async/paced-work.ts';
import type { Db } from '../../db/db.ts';
import { oncePerKey, repeatedIfUsed } from '../../db/idempotency.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { KeyReused } from '../../domain/idempotent-request.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { SharedTransactions } from '../shared-transactions.ts';
import {
  type AppliedCall,
  acceptedReceipts,
  applyCalls,
  callsOfPiece,
  isOnePiece,
  type PriceChangeCall,
} from './apply-calls.ts';
import { applyPiece, UNFINISHED_MS } from './apply-piece.ts';
import type { PieceParts } from './apply-receipts.ts';
import { cutIntoPieces } from './pieces.ts';
import { type ReceiptPage, type ReceiptQuery, receiptPage } from './receipt-page.ts';
import { addReceipts, RECEIPT_PREFIX, receiptById, receiptsOfCall, unfinishedCalls } from './receipt-table.ts';

const CALLS_PER_TURN = 20;

/**
 * A call that takes longer goes on without rests, and sooner where there are several: after `UNFINISHED_MS` another process would finish
 * it, too.
 */
const URGENT_AFTER_MS = UNFINISHED_MS / 2;

/**
 * Applies stored changes in one transaction of another thread, and returns the items that were decided about. Undefined: it cannot now. The
 * changes may be applied nevertheless. `isBusy`: requests of this thread need the processor, too.
 */
export type ApplyApart = (ids: readonly string[], isBusy: boolean) => Promise<readonly ItemKey[] | undefined>;

/** Price changes of sellers: stored first, then applied, then readable as receipts (decision 48). */
export class PriceChanges {
  readonly #db: Db;
  readonly #parts: PieceParts;
  readonly mode: PriceChangeMode;
  readonly #applyApart: ApplyApart | undefined;
  readonly #pace = new PacedWork();
  /** Calls of several pieces that are at work. */
  #largeCalls = 0;
  readonly #shared = new SharedTransactions<PriceChangeCall, AppliedCall>({
    run: (calls) => this.#applyTogether(calls),
    sizeOf: callsOfPiece,
  });

  constructor(
    db: Db,
    { applyApart, ...parts }: Omit<PieceParts, 'engine' | 'mode'> & { applyApart?: ApplyApart | undefined },
    mode: PriceChangeMode,
  ) {
    this.#db = db;
    this.#applyApart = applyApart;
    this.#parts = { ...parts, engine: db.engine, mode };
    this.mode = mode;
  }

  /**
   * Stores a call, applies it, and returns its receipts in order. A call that fits one piece is stored and applied in one transaction,
   * which it may share with others. When a larger one fails in between, what is stored is finished by a repeat with the same key, or by
   * the worker.
   */
  async submit(call: PriceChangeCall): Promise<readonly Receipt[] | KeyReused> {
    const stored = await (isOnePiece(call) ? this.#shared.add(call) : this.#store(call));
    if ('rejected' in stored) return stored;
    return 'receipts' in stored ? stored.receipts : this.finish(stored.callId);
  }

  /** Stores a call of several pieces, ACCEPTED. */
  #store(call: PriceChangeCall): Promise<{ callId: string } | KeyReused> {
    return oncePerKey<{ callId: string }, KeyReused>(this.#db, this.#parts.now, call.once, {
      repeat: async (_tx, callId) => {
        call.onRepeat?.();
        return { callId };
      },
      create: async (tx, nowMs) => {
        const callId = timeOrderedId(RECEIPT_PREFIX, nowMs);
        await addReceipts(tx, acceptedReceipts(call, callId, nowMs));
        return { callId, createdId: callId };
      },
    });
  }

  /** Applies what is left of a call, and returns all its receipts. */
  async finish(callId: string): Promise<readonly Receipt[]> {
    const receipts = await receiptsOfCall(this.#db, callId);
    const open = receipts.filter(({ state }) => state === 'ACCEPTED');
    if (open.length === 0) return receipts;
    const startMs = this.#parts.now();
    const isUrgent = () => this.#parts.now() >= startMs + URGENT_AFTER_MS / this.#largeCalls;
    this.#largeCalls += 1;
    try {
      for (const piece of await cutIntoPieces(this.#db, open))
        await this.#pace.take((isBusy) => this.#applyPiece(piece, isBusy), isUrgent);
    } finally {
      this.#largeCalls -= 1;
    }
    return receiptsOfCall(this.#db, callId);
  }

  /** Finishes calls that a process left behind. Returns how many there were. One that fails does not keep those after it waiting. */
  async finishOld(): Promise<number> {
    const calls = await unfinishedCalls(this.#db, this.#parts.now() - UNFINISHED_MS, CALLS_PER_TURN);
    const failures: unknown[] = [];
    for (const callId of calls) await this.finish(callId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return calls.length;
  }

  /** A receipt of this seller. Undefined: there is none. */
  receipt(sellerId: string, id: string): MaybePromise<Receipt | undefined> {
    return andThen(receiptById(this.#db, id), (found) => (found?.sellerId === sellerId ? found : undefined));
  }

  /** Receipts of a seller, newest first. */
  page(sellerId: string, query: ReceiptQuery): MaybePromise<ReceiptPage> {
    return receiptPage(this.#db, sellerId, query);
  }

  async #applyTogether(calls: readonly PriceChangeCall[]): Promise<AppliedCall[]> {
    const run = () => this.#db.transaction((tx) => applyCalls(tx, calls, this.#parts));
    const { results, announced } = await repeatedIfUsed(run);
    for (const one of announced) this.#parts.writer.announceApplied(one);
    for (const [n, result] of results.entries()) if ('callId' in result) calls[n]?.onRepeat?.();
    return results;
  }

  async #applyPiece(ids: readonly string[], isBusy: boolean): Promise<void> {
    const decided = await this.#applyApart?.(ids, isBusy);
    if (decided === undefined) await this.applyHere(ids);
    else this.#parts.writer.announceApplied({ records: [], decided, marked: [] });
  }

  /** Applies stored changes in one transaction of this thread. Returns the items that were decided about. */
  async applyHere(ids: readonly string[]): Promise<ItemKey[]> {
    const announced = await this.#db.transaction((tx) => applyPiece(tx, ids, this.#parts));
    for (const one of announced) this.#parts.writer.announceApplied(one);
    return announced.flatMap(({ decided }) => decided);
  }
}
