import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { mapConcurrently } from '../../../domain/maybe-promise.ts';
import type { Market } from '../../../market/market.ts';
import type {
  BoardRequest,
  CompetitiveBoard,
  ShelfName,
} from '../../../market/projections/boards/competitive-board.ts';
import { SummariesAnswer, writeCompetitiveSummary } from '../../../wire/pricing/competitive-summary.ts';
import {
  knownSummaryFields,
  type LowestOffersInput,
  lowestOffersInputs,
  type SummaryRequest,
  SummaryRequestShape,
  summariesBody,
} from '../../../wire/pricing/competitive-summary-request.ts';
import { summariesExample } from '../../../wire/pricing/examples/competitive-summary.ts';
import type { ObservedBoxPrices } from '../../../wire/pricing/history/reference-price.ts';
import { noItem } from '../../../wire/pricing/no-product.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { itemKeyText } from './answer-cache.ts';
import { batchHeaders, batchOf, batchResponse, failedResponse } from './batch-response.ts';
import { nextTurn } from './long-requests.ts';
import { notBuiltYet } from './offers.ts';

/** Marketplaces read at the same time. Each read takes a PostgreSQL connection. */
const MAX_CONCURRENT_READS = 4;

/** The time of the reference prices from history: today and so many UTC days before it. */
const REFERENCE_DAYS = 30;

/** With a SQLite store, the histories of 20 items at once would hold up all other requests for 20 ms. */
const ITEMS_PER_PIECE = 5;

const Body = batchOf(20, 'marketplaceId, storeItemId and includedData');

const about = `What sellers of up to 20 items compete with. \`featuredBuyingOptions\` are the buy boxes that somebody holds,
of all conditions and both customer types. \`lowestPricedOffers\` are the 20 best offers of up to five conditions and customer types.
\`referencePrices\` are the item's threshold and list price, and the lowest and the average price of each buy box, today and in the
30 UTC days before, or in what is observed of them. Each request gets its \`status\`, its \`body\`, and the \`request\` as the service
understood it. The outer status is 200 even when some of them failed.`;

/** An element of the batch: `error` once it has failed, else `request`, and what was read for it. */
type Element = {
  understood: object;
  request?: SummaryRequest;
  inputs: readonly LowestOffersInput[];
  board?: CompetitiveBoard | undefined;
  observed?: readonly ObservedBoxPrices[] | undefined;
  error?: unknown;
};
type ValidElement = Element & { request: SummaryRequest };

export const competitiveSummaryRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.post('/items/competitiveSummary', {
    config: { right: 'seller-api:pricing:read', documentedBody: summariesBody },
    schema: {
      operationId: 'getCompetitiveSummary',
      summary: 'Get competitive summaries',
      description: about,
      body: Body,
      response: { 200: successOf(SummariesAnswer, 'The answers, in the order of the requests.', summariesExample) },
    },
    handler: async (request, reply) => {
      const { requests } = request.body as { requests: Record<string, unknown>[] };
      if (requests.length > ITEMS_PER_PIECE) await nextTurn();
      const elements = requests.map(readElement);
      await readAll(market, elements.filter(isValid));
      void reply.type('application/json; charset=utf-8');
      return `{"responses":[${elements.map((element) => respond(request, element)).join(',')}]}`;
    },
  });
};

const check = bodyCheck(SummaryRequestShape);

function readElement(sent: Record<string, unknown>): Element {
  const { fields, problems } = knownSummaryFields(sent);
  try {
    const found = [...problems, ...(check(fields) ?? [])];
    if (found.length > 0) throw new Fault('InvalidInput', found);
    const request = fields as SummaryRequest;
    const inputs = lowestOffersInputs(request);
    const understood = inputs.length === 0 ? fields : { ...fields, lowestPricedOffersInputs: inputs };
    return { understood, request, inputs };
  } catch (error) {
    return { understood: fields, inputs: [], error };
  }
}

const isValid = (element: Element): element is ValidElement => element.error === undefined;

/** Reads what all valid elements need, at once for each marketplace. A failed read fails its elements only. */
async function readAll(market: Market, elements: readonly ValidElement[]): Promise<void> {
  const byMarketplace = Map.groupBy(elements, ({ request }) => request.marketplaceId);
  await mapConcurrently([...byMarketplace], MAX_CONCURRENT_READS, async ([marketplaceId, alike]) => {
    try {
      checkMarketplace(marketplaceId, await market.facts.marketplaces(), 'marketplaceId');
      await readBoards(market, marketplaceId, alike);
      await readObserved(market, marketplaceId, alike);
    } catch (error) {
      for (const element of alike) element.error = error;
    }
  });
}

async function readBoards(market: Market, marketplaceId: string, elements: readonly ValidElement[]) {
  const boards = await market.reader.competitiveBoards(marketplaceId, boardRequestsOf(elements));
  const byItem = new Map(boards.map((board) => [board.item_id, board]));
  for (const element of elements) element.board = byItem.get(element.request.storeItemId);
}

/** Comes after the boards: a board that is rebuilt for this batch writes history. */
async function readObserved(market: Market, marketplaceId: string, elements: readonly ValidElement[]) {
  const asking = elements.filter(({ request, board }) => board && request.includedData.includes('referencePrices'));
  const itemIds = [...new Set(asking.map(({ request }) => request.storeItemId))];
  if (itemIds.length === 0) return;
  for (let from = 0; from < itemIds.length; from += ITEMS_PER_PIECE) {
    await nextTurn();
    const keys = itemIds.slice(from, from + ITEMS_PER_PIECE).map((itemId) => ({ marketplaceId, itemId }));
    const observed = await market.history.boxPrices(keys, REFERENCE_DAYS);
    for (const element of asking) {
      element.observed ??= observed.get(itemKeyText({ marketplaceId, itemId: element.request.storeItemId }));
    }
  }
}

/** Each item once, with the shelves that all of its elements need, each once. */
function boardRequestsOf(elements: readonly ValidElement[]): BoardRequest[] {
  const byItem = Map.groupBy(elements, ({ request }) => request.storeItemId);
  return Array.from(byItem, ([itemId, alike]) => {
    const shelves = alike.flatMap(({ inputs }) => inputs.map(shelfOf));
    const distinct = new Map(shelves.map((shelf) => [`${shelf.customer} ${shelf.condition}`, shelf]));
    return { itemId, shelves: [...distinct.values()] };
  });
}

const shelfOf = ({ CustomerType, itemCondition }: LowestOffersInput): ShelfName => ({
  customer: CustomerType,
  condition: itemCondition,
});

/** One element of the answer, as text. */
function respond(request: FastifyRequest, element: Element): string {
  const { understood, board } = element;
  if (!isValid(element)) return failedResponse(request, element.error, understood);
  const { marketplaceId } = element.request;
  if (board === undefined) return failedResponse(request, new Fault('NotFound', noItem(marketplaceId)), understood);
  const { item, decision } = board;
  if (decision === null) return failedResponse(request, notBuiltYet(), understood);
  const offersOf = (input: LowestOffersInput) => board.offersOf(shelfOf(input));
  const source = { item, decision, offersOf, observed: element.observed ?? [] };
  const body = writeCompetitiveSummary(element.request, element.inputs, source, sellerOf(request));
  return batchResponse(200, batchHeaders(request), body, understood);
}
