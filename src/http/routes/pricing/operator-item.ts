import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { titleOf } from '../../../domain/market/item.ts';
import { boardTime } from '../../../domain/pricing/board-time.ts';
import { explainBox, failedGates } from '../../../domain/pricing/box-explanation.ts';
import type { BoxDecision, Decision } from '../../../domain/pricing/decision.ts';
import { verdictSentence } from '../../../domain/pricing/verdict-sentence.ts';
import type { Market } from '../../../market/market.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import {
  OperatorItemAnswer,
  OperatorItemQuery,
  operatorItemExample,
  writeOperatorItem,
} from '../../../wire/market/operator-item.ts';
import { noItem } from '../../../wire/pricing/no-product.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { notBuiltYet } from './offers.ts';

/** An item's record and its buy boxes, for the operator (decision 55). */
export const operatorItemRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/items/:storeItemId', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'getOperatorItem',
      summary: 'Read an item and its buy boxes',
      description:
        "The operator's record of an item, and each of its buy boxes: who holds it, at which price, who is next, and why.",
      params: Type.Object({ storeItemId: StoreItemIdShape }),
      querystring: OperatorItemQuery,
      response: { 200: successOf(OperatorItemAnswer, 'The item.', operatorItemExample) },
    },
    handler: async (request, reply) => {
      const { storeItemId: itemId } = request.params as { storeItemId: string };
      const { MarketplaceId: marketplaceId } = request.query as Static<typeof OperatorItemQuery>;
      checkMarketplace(marketplaceId, await market.facts.marketplaces());
      const [board] = await market.reader.competitiveBoards(marketplaceId, [{ itemId, shelves: [] }]);
      if (board === undefined) throw new Fault('NotFound', noItem(marketplaceId));
      const { item, decision } = board;
      if (decision === null) throw notBuiltYet();
      const { sellers: names } = await market.facts.names({ items: [], sellers: sellersOf(decision) });
      const holders = decision.boxes.map(({ holder: { sellerId, sku } }) => ({ marketplaceId, sellerId, sku }));
      const positions = holders.length === 0 ? [] : await market.reader.listingPositions(holders);
      void reply.header('cache-control', 'no-store');
      return writeOperatorItem({
        ...{ item, title: titleOf(item), decision, names },
        revision: await market.overview.revisionOf({ marketplaceId, itemId }),
        decidedMs: board.valid_from ?? undefined,
        explanationOf: (box) => explanationOf(box, positions, market.now()),
      });
    },
  });
};

const sellersOf = ({ boxes }: Decision) => [
  ...new Set(boxes.flatMap(({ holder, runnerUp }) => [holder.sellerId, ...(runnerUp ? [runnerUp.sellerId] : [])])),
];

/** As the seller of the offer reads it. A change between the two reads may have taken the box from it. */
function explanationOf({ customer, holder }: BoxDecision, positions: readonly ListingPosition[], nowMs: number) {
  const position = positions.find(({ offer }) => offer.sellerId === holder.sellerId && offer.sku === holder.sku);
  if (!position?.decision) return 'The box is changing at this moment.';
  const { decision, ...rest } = position;
  const explained = explainBox({ ...rest, decision }, customer, {}, boardTime(position.valid_from, nowMs));
  return verdictSentence({ ...explained, failing: failedGates(explained) }, position.offer.currency);
}
