import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import type { Receipt } from '../../../domain/price-changes/receipt.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { Market } from '../../../market/market.ts';
import { receiptExample, receiptsExamples, undoExample } from '../../../wire/pricing/examples/price-changes.ts';
import { DEFAULT_RECEIPTS, PriceChangeIdShape, PriceChangesQuery } from '../../../wire/pricing/price-changes/query.ts';
import { writeReceipt } from '../../../wire/pricing/price-changes/receipt.ts';
import { ReceiptAnswer, ReceiptsAnswer } from '../../../wire/pricing/price-changes/receipt-shape.ts';
import { UndoBody } from '../../../wire/pricing/price-changes/request.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf, successWith } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import { type AuthorNamesOf, authorNames } from './author-names.ts';
import { receiptCosts } from './cost-reading.ts';
import { changedBy } from './price-changes.ts';
import { delegatedApplicationBy, mustBeOn, offAnswer } from './price-changes-mode.ts';

type Parts = {
  readonly market: Market;
  readonly identity: Identity;
  readonly consoleClientId?: string | undefined;
};

const NO_RECEIPT = {
  message: 'There is no such price change.',
  details: 'The seller has no price change with this PriceChangeId, or it is not kept any more.',
};

const receiptParams = Type.Object({ PriceChangeId: PriceChangeIdShape });
const noReceiptAnswer = { 404: answerOf('NotFound', list, NO_RECEIPT) };

/** The receipts of price changes, and undo (decision 48). */
export const priceChangeReceiptRoutes =
  ({ market, identity, consoleClientId }: Parts) =>
  (scope: FastifyInstance) => {
    const applicationOf = delegatedApplicationBy(consoleClientId);
    const onRequest = mustBeOn(market);
    const writerFor = async (request: FastifyRequest, namesOf?: AuthorNamesOf) => {
      const caller = { application: applicationOf(request), costOf: receiptCosts(market, request), namesOf };
      const currencies = new Map((await market.facts.marketplaces()).map((one) => [one.marketplaceId, one.currency]));
      return (receipt: Receipt) =>
        writeReceipt(receipt, { ...caller, currency: currencies.get(receipt.marketplaceId) as string });
    };

    scope.get('/priceChanges', {
      config: { right: 'seller-api:pricing:read' },
      onRequest,
      schema: {
        operationId: 'getPriceChanges',
        summary: 'List price changes',
        description:
          "The seller's price changes, the newest first, whichever application or member made them. `nextToken` of the answer, " +
          'sent as `after`, gets the next page. Changes are kept for PRICE_CHANGE_DAYS.',
        querystring: PriceChangesQuery,
        response: { 200: successWith(ReceiptsAnswer, 'A page of price changes.', receiptsExamples), ...offAnswer },
      },
      handler: async (request) => {
        const query = request.query as Static<typeof PriceChangesQuery>;
        const { MarketplaceId: marketplaceId, SellerSKU: sku, state, after, limit = DEFAULT_RECEIPTS, names } = query;
        if (marketplaceId !== undefined) checkMarketplace(marketplaceId, await market.facts.marketplaces());
        const { receipts, next } = await market.priceChanges.page(sellerOf(request), {
          ...{ marketplaceId, sku, state, after, limit },
        });
        const namesOf = names ? await authorNames({ identity, consoleClientId }, request, receipts) : undefined;
        const write = await writerFor(request, namesOf);
        return { payload: { Receipts: receipts.map(write), ...(next !== undefined && { nextToken: next }) } };
      },
    });

    scope.get('/priceChanges/:PriceChangeId', {
      config: { right: 'seller-api:pricing:read' },
      onRequest,
      schema: {
        operationId: 'getPriceChange',
        summary: 'Get a price change',
        description: 'The receipt of one price change of the seller, as it is now.',
        params: receiptParams,
        response: {
          200: successOf(ReceiptAnswer, 'The receipt.', receiptExample),
          ...offAnswer,
          ...noReceiptAnswer,
        },
      },
      handler: async (request) => {
        const write = await writerFor(request);
        return { payload: write(await receiptOf(market, request)) };
      },
    });

    scope.post('/priceChanges/:PriceChangeId/undo', {
      config: { right: 'seller-api:pricing:write' },
      onRequest,
      schema: {
        operationId: 'undoPriceChange',
        summary: 'Undo a price change',
        description:
          'Changes the terms of the listing back to what they were before an applied change. It is a change of its own with its own ' +
          'receipt: limits and guards count as for every other, and it is REJECTED with Conflict when the terms have changed since.',
        params: receiptParams,
        headers: Type.Object(idempotencyHeader),
        body: UndoBody,
        response: {
          200: successOf(ReceiptAnswer, 'The receipt of the undo.', undoExample, replayedHeader),
          ...offAnswer,
          ...noReceiptAnswer,
          409: answerOf('Conflict', list, {
            description: 'The change was not applied, so there is nothing to undo.',
            ...notApplied('REJECTED'),
          }),
          ...idempotencyAnswers,
        },
      },
      handler: async (request, reply) => {
        const { Confirm: confirm } = request.body as Static<typeof UndoBody>;
        const undone = await receiptOf(market, request);
        const { before } = undone.result;
        const wasApplied = undone.state === 'APPLIED' || undone.state === 'OVERRIDDEN';
        if (!wasApplied || before === undefined) throw new Fault('Conflict', notApplied(undone.state));
        const { sku, termsRevision, asked } = undone;
        const change = { sku, customer: asked.customer, undoOf: undone.id, restore: before, confirm };
        const receipts = await market.priceChanges.submit({
          ...{ marketplaceId: undone.marketplaceId, sellerId: undone.sellerId, requestId: request.id },
          changes: [{ ...change, ifTermsRevision: termsRevision }],
          by: changedBy(request, consoleClientId),
          once: idempotentRequest(request, `undoPriceChange ${undone.id}`),
          onRepeat: () => markReplayed(reply),
        });
        if ('rejected' in receipts) throw keyReused();
        const write = await writerFor(request);
        return { payload: write(receipts[0] as Receipt) };
      },
    });
  };

/** The receipt that the path names. Throws a fault when the seller has none. */
async function receiptOf(market: Market, request: FastifyRequest): Promise<Receipt> {
  const { PriceChangeId: id } = request.params as Static<typeof receiptParams>;
  const receipt = isId(id) ? await market.priceChanges.receipt(sellerOf(request), id) : undefined;
  if (receipt === undefined) throw new Fault('NotFound', NO_RECEIPT);
  return receipt;
}

const notApplied = (state: Receipt['state']) => ({
  message: 'The price change was not applied.',
  details: `Its state is ${state}: only a change that was APPLIED can be undone.`,
});
