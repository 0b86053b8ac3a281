import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { mapWithPauses } from '../../../async/pauses.ts';
import type { Caller } from '../../../domain/authorization/rights.ts';
import type { ChangedBy } from '../../../domain/price-changes/wanted-change.ts';
import type { Market } from '../../../market/market.ts';
import { priceChangesExamples } from '../../../wire/pricing/examples/price-changes.ts';
import { writeReceipt, writeStateTotals } from '../../../wire/pricing/price-changes/receipt.ts';
import { PriceChangesAnswer } from '../../../wire/pricing/price-changes/receipt-shape.ts';
import {
  MAX_PRICE_CHANGES,
  PriceChangesBody,
  priceChangeWarnings,
  readPriceChanges,
} from '../../../wire/pricing/price-changes/request.ts';
import { Type } from '../../../wire/type.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { successWith } from '../../answers/success.ts';
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
import { receiptCosts } from './cost-reading.ts';
import { delegatedApplicationBy, mustBeOn, offAnswer } from './price-changes-mode.ts';

const description = `Changes the terms of up to ${MAX_PRICE_CHANGES} of the caller's listings: the price by a strategy, as \`whatIf\` shows it, and with \`terms\` shipping,
business price and quantity discounts. What \`whatIf\` was asked can be sent as it is. The changes are evaluated in the order of the
request, each on what those before it left, and each has its own receipt: one that is refused does not stop the others. \`setTo\` applies
whatever the gates of the buy box say; the other strategies are refused with the status that \`whatIf\` would give.

The call is stored before anything is applied. With an Idempotency-Key a repeated request changes nothing twice, and gets the receipts as
they are now. Where the service keeps the prices (\`priceChanges\` of \`marketplaceParticipations\` is \`direct\`), an APPLIED change is in
force. Where the operator's system does (\`confirmed\`), a change is PENDING until that system decides.`;

/** Decision 48. */
export const priceChangesRoutes = (market: Market, consoleClientId: string | undefined) => (scope: FastifyInstance) => {
  const applicationOf = delegatedApplicationBy(consoleClientId);
  scope.post('/priceChanges', {
    config: { right: 'seller-api:pricing:write' },
    onRequest: mustBeOn(market),
    schema: {
      operationId: 'changePrices',
      summary: 'Change prices',
      description,
      headers: Type.Object(idempotencyHeader),
      body: PriceChangesBody,
      response: {
        200: successWith(PriceChangesAnswer, 'What became of each change.', priceChangesExamples, replayedHeader),
        ...offAnswer,
        ...idempotencyAnswers,
      },
    },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof PriceChangesBody>;
      const { currency } = checkMarketplace(body.MarketplaceId, await market.facts.marketplaces());
      const marketplace = { marketplaceId: body.MarketplaceId, currency };
      const receipts = await market.priceChanges.submit({
        marketplaceId: body.MarketplaceId,
        sellerId: sellerOf(request),
        changes: readPriceChanges(body, marketplace),
        ...{ by: changedBy(request, consoleClientId), requestId: request.id },
        once: idempotentRequest(request, 'changePrices'),
        onRepeat: () => markReplayed(reply),
      });
      if ('rejected' in receipts) throw keyReused();
      const reader = { currency, application: applicationOf(request), costOf: receiptCosts(market, request) };
      const payload = {
        MarketplaceId: body.MarketplaceId,
        Totals: writeStateTotals(receipts),
        Receipts: await mapWithPauses(receipts, (receipt) => writeReceipt(receipt, reader)),
      };
      void reply.type('application/json; charset=utf-8');
      return JSON.stringify({ payload, ...writeWarnings(priceChangeWarnings(body)) });
    },
  });
};

/** Who asks for a change (decision 53). */
export function changedBy(request: FastifyRequest, consoleClientId: string | undefined): ChangedBy {
  const { clientId, memberId } = request.caller as Caller;
  return { clientId, memberId, isConsole: clientId === consoleClientId };
}
