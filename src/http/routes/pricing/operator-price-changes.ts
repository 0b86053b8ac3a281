import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Identity } from '../../../identity/identity.ts';
import type { Market } from '../../../market/market.ts';
import { SellerParams } from '../../../wire/accounts/seller-accounts.ts';
import {
  actorsOf,
  OperatorReceiptQuery,
  OperatorReceipts,
  writeOperatorReceipt,
} from '../../../wire/pricing/price-changes/operator-receipt.ts';
import { actorNames } from '../known-actors.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** The price changes of one seller with their receipts, for the operator (decision 55). */
export const operatorPriceChangeRoutes = (market: Market, identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/sellers/:sellerId/priceChanges', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listPriceChangesOfSeller',
      summary: 'List price changes of a seller',
      description:
        'What a seller, its applications and its people changed, newest first: the terms before and after, who did it and what became of it. ' +
        'Not its limits, costs or nets, and no figures of refusals, which may contain them (decision 50).',
      params: SellerParams,
      querystring: OperatorReceiptQuery,
      response: { 200: OperatorReceipts },
    },
    handler: async (request) => {
      const { sellerId } = request.params as Static<typeof SellerParams>;
      const { limit = 20, nextToken } = request.query as Static<typeof OperatorReceiptQuery>;
      const pages: PagedList = { scope: `price changes of ${sellerId}`, checksum: 'last' };
      const after = nextToken === undefined ? undefined : readPageToken(pages, nextToken, receiptIn);
      const currencies = new Map((await market.facts.marketplaces()).map((one) => [one.marketplaceId, one.currency]));
      const { receipts, next } = await market.priceChanges.page(sellerId, { after, limit });
      const actors = receipts.flatMap(({ by }) => actorsOf(by));
      const nameOf = await actorNames(identity, request, actors);
      return {
        priceChanges: receipts.map((one) =>
          writeOperatorReceipt(one, { currency: currencies.get(one.marketplaceId) ?? '', nameOf }),
        ),
        ...(next !== undefined && { nextToken: writePageToken(pages, next) }),
      };
    },
  });
};

const receiptIn = (position: string) => (/^[\w.-]{1,64}$/.test(position) ? position : undefined);
