import type { Db } from '../../db/db.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import type { PieceParts } from './apply-receipts.ts';
import { type OnSettled, type OutcomeToSettle, type SettledOutcome, settlePiece } from './outcome-piece.ts';
import { receiptsById } from './receipt-table.ts';

/** Outcomes of one transaction: others wait for the locks of its boards. */
const MAX_IN_PIECE = 50;

/** What the operator's system says about changes that wait for it: `confirmed` (decisions 47 and 49). */
export class PriceChangeOutcomes {
  readonly #db: Db;
  readonly #parts: PieceParts;

  constructor(db: Db, parts: Omit<PieceParts, 'engine'>) {
    this.#db = db;
    this.#parts = { ...parts, engine: db.engine };
  }

  /** Settles changes in their order, in transactions of at most 50. The same outcome again is answered alike. */
  async settle(sent: readonly OutcomeToSettle[], onSettled?: OnSettled): Promise<SettledOutcome[]> {
    const known = new Map(
      (await receiptsById(this.#db, [...new Set(sent.map(({ id }) => id))])).map((one) => [one.id, one]),
    );
    const settled: SettledOutcome[] = [];
    for (const piece of piecesOf(sent, known)) {
      const { outcomes, applied } = await this.#db.transaction((tx) => settlePiece(tx, piece, this.#parts, onSettled));
      if (applied) this.#parts.writer.announceApplied(applied);
      settled.push(...outcomes);
    }
    return settled;
  }
}

/** Pieces of one marketplace in which no listing occurs twice: each outcome counts on what those before it left. */
function piecesOf(sent: readonly OutcomeToSettle[], known: ReadonlyMap<string, Receipt>): OutcomeToSettle[][] {
  const pieces: OutcomeToSettle[][] = [];
  let listings = new Set<string>();
  let marketplaceId: string | undefined;
  for (const outcome of sent) {
    const receipt = known.get(outcome.id);
    const listing = receipt === undefined ? outcome.id : keyText(offers.keyOf(receipt));
    const piece = pieces.at(-1);
    const isOther = receipt !== undefined && marketplaceId !== undefined && receipt.marketplaceId !== marketplaceId;
    if (piece === undefined || piece.length === MAX_IN_PIECE || isOther || listings.has(listing)) {
      pieces.push([outcome]);
      listings = new Set();
      marketplaceId = undefined;
    } else piece.push(outcome);
    listings.add(listing);
    marketplaceId ??= receipt?.marketplaceId;
  }
  return pieces;
}
