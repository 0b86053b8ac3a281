import type { Row, Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { BoxDecision, Decision } from '../../../domain/pricing/decision.ts';
import { holderState, isHolderState, type OfferState } from '../../../domain/pricing/offer-state.ts';
import type { DecidedItem, MarketChange } from '../../decisions/market-change.ts';
import { offers } from '../../records/offer.ts';
import { keyText } from '../../records/record-table.ts';
import { mayChangeGaps, queueGapWalks } from './gap-walks.ts';

/**
 * Stores what lists of listings sort and filter by: the states of offers that hold or held a buy box, and gaps to it, which follow in the
 * background. Changed offers that wait for their states are written here. So it comes before all other projections, which read offers.
 */
export async function projectListings(tx: Sql, { decided: all, whole, waiting, now }: MarketChange): Promise<void> {
  const decided = all.filter(({ key }) => !whole.has(key));
  const states = decided.flatMap(({ item, before, board, judged }) =>
    statesAfter(item, before.decision, board.decision, statesIn(judged)),
  );
  const written = await waiting.writeDecided(tx, new Map(states.map(({ offer, state }) => [offer, state])));
  await writeStates(
    tx,
    states.filter(({ offer }) => !written.has(offer)),
  );
  const withGaps = decided.filter(({ before, board, judged }) =>
    mayChangeGaps(before.decision, board.decision, judged.length),
  );
  const queued = withGaps.map(({ item }) => item);
  await queueGapWalks(tx, queued, now);
}

const statesIn = (judged: DecidedItem['judged']) =>
  new Map(judged.map(({ offer, state }) => [keyText(offers.keyOf(offer)), state]));

/** The state of an offer, given by its `keyText`, on an item. */
type NewState = { itemId: string; offer: string; state: OfferState };

/**
 * The offers whose stored state the decision about an item changes. The state of an offer that neither holds nor held a box
 * follows from its own gates, so only holders, former holders and judged offers can change. `judged` has the states of the
 * judged offers as they are stored now, by `keyText`.
 */
function statesAfter(
  { marketplaceId, itemId }: ItemKey,
  before: Decision | null,
  after: Decision,
  judged: ReadonlyMap<string, OfferState>,
): NewState[] {
  const stored = new Map([...heldStates(marketplaceId, before), ...judged]);
  const held = heldStates(marketplaceId, after);
  const changes: NewState[] = [];
  for (const [offer, was] of stored) {
    const state = held.get(offer) ?? (isHolderState(was) ? 'losing' : was);
    if (state !== was) changes.push({ itemId, offer, state });
  }
  for (const [offer, state] of held) if (!stored.has(offer)) changes.push({ itemId, offer, state });
  return changes;
}

/** The states of the holders of the consumers' boxes, by `keyText`. */
function heldStates(marketplaceId: string, decision: Decision | null): Map<string, OfferState> {
  const boxes = decision?.boxes.filter(({ customer }) => customer === 'Consumer') ?? [];
  const textOf = ({ holder: { sellerId, sku } }: BoxDecision) => keyText([marketplaceId, sellerId, sku]);
  return new Map(boxes.map((box) => [textOf(box), holderState(box)]));
}

/** A former holder may list another item meanwhile: that item's board decides its state. */
async function writeStates(tx: Sql, changes: readonly NewState[]): Promise<void> {
  const rows: Row[] = changes.map(({ itemId, offer, state }) => [...offer.split('\n'), itemId, state]);
  await tx.many(
    `UPDATE offer SET state = k.column5 FROM (VALUES {rows: text key, text key, text key, text, text}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
        AND offer.item_id = k.column4`,
    rows,
  );
}
