import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Identity } from '../../../identity/identity.ts';
import { OperatorGrants, writeGrants } from '../../../wire/accounts/grants.ts';
import { SellerParams } from '../../../wire/accounts/seller-accounts.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';

/** The applications of others that act for a seller (decision 55). */
export const operatorGrantRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/sellers/:sellerId/grants', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listGrants',
      summary: 'List the grants of a seller',
      description:
        "The applications that people of the seller gave access to, with their rights, who gave it, and when it was last used. The seller's own " +
        'applications are in the list of applications; its people withdraw a grant on the page "Connected applications".',
      params: SellerParams,
      response: { 200: OperatorGrants, ...accountAnswers },
    },
    handler: async (request, reply) => {
      const { sellerId } = request.params as Static<typeof SellerParams>;
      const { grants } = await askOperatorOperation(identity, request, 'listGrants', { sellerId });
      void reply.header('cache-control', 'no-store');
      return writeGrants(grants);
    },
  });
};
