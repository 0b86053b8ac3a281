import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Identity } from '../../../identity/identity.ts';
import {
  AccountChange,
  AccountParams,
  exampleSeller,
  OperatorSeller,
  OperatorSellers,
  PersonShape,
  SellerParams,
  writeOperatorSeller,
  writePerson,
} from '../../../wire/accounts/seller-accounts.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { accountAnswers, askOperatorOperation, CHANGES_ACCOUNTS } from './operate.ts';
import { askedPage, type PageQuery, pageOf, pageQuery } from './page.ts';

const SCOPE = 'sellers of the operator';

/** The sellers and people that the embedded provider knows (decision 55). */
export const operatorSellerRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/sellers', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listSellers',
      summary: 'List sellers and their people',
      description:
        'The sellers that have people or applications at the embedded identity provider, in the order of their ids, with their members.',
      querystring: Type.Object(pageQuery),
      response: { 200: OperatorSellers, ...accountAnswers },
    },
    handler: async (request) => {
      const asks = askedPage(SCOPE, request.query as PageQuery);
      const { sellers } = await askOperatorOperation(identity, request, 'listSellers', asks);
      const { page, ...next } = pageOf(SCOPE, sellers, asks.limit, ({ sellerId }) => sellerId);
      return { sellers: page.map(writeOperatorSeller), ...next };
    },
  });

  scope.get('/sellers/:sellerId', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'getSeller',
      summary: 'Read one seller and its people',
      description: 'The seller, whether it is enabled, and its members.',
      params: SellerParams,
      response: { 200: successOf(OperatorSeller, 'The seller.', exampleSeller), ...accountAnswers },
    },
    handler: async (request) =>
      writeOperatorSeller(
        await askOperatorOperation(identity, request, 'getSeller', request.params as Static<typeof SellerParams>),
      ),
  });

  scope.patch('/sellers/:sellerId', {
    config: CHANGES_ACCOUNTS,
    schema: {
      operationId: 'changeSeller',
      summary: 'Disable or enable a seller',
      description:
        'While a seller is DISABLED, nobody can sign in to it, the tokens of its people and applications stop working within ' +
        '`IDP_CACHE_SECONDS`, and nothing is sent to its notification destinations. Its offers stay. Nothing is removed: ENABLED brings the ' +
        'access back.',
      params: SellerParams,
      body: AccountChange,
      response: { 200: successOf(OperatorSeller, 'The seller.', exampleSeller), ...accountAnswers },
    },
    handler: async (request) => {
      const { sellerId } = request.params as Static<typeof SellerParams>;
      const { status } = request.body as Static<typeof AccountChange>;
      const asks = { sellerId, isDisabled: status === 'DISABLED' };
      return writeOperatorSeller(await askOperatorOperation(identity, request, 'changeSeller', asks));
    },
  });

  scope.patch('/accounts/:accountId', {
    config: CHANGES_ACCOUNTS,
    schema: {
      operationId: 'changeAccount',
      summary: 'Disable or enable an account',
      description:
        'While an account is DISABLED, its person cannot sign in, and the tokens that it gave applications stop working within ' +
        '`IDP_CACHE_SECONDS`. ENABLED brings them back, sessions not.',
      params: AccountParams,
      body: AccountChange,
      response: { 200: PersonShape, ...accountAnswers },
    },
    handler: async (request) => {
      const { accountId } = request.params as Static<typeof AccountParams>;
      const { status } = request.body as Static<typeof AccountChange>;
      const asks = { accountId, isDisabled: status === 'DISABLED' };
      return writePerson(await askOperatorOperation(identity, request, 'changeAccount', asks));
    },
  });
};
