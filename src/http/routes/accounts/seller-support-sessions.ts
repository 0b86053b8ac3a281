import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  exampleSellerSupport,
  SellerSupportSession,
  SellerSupportSessions,
  SupportPage,
  SupportParams,
  writeSellerSupport,
} from '../../../wire/accounts/support-sessions.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';
import { DEFAULT_SUPPORT_LIMIT, supportPages } from './support-sessions.ts';

type Parts = { readonly identity: Identity; readonly consoleClientId?: string | undefined };

const NOT_AN_OWNER = {
  message: 'Only an owner of the seller ends support sessions.',
  details: 'An owner does it in the console, or on the page "Support sessions" of the identity provider.',
};

/** The seller's side of support sessions: its owners see them, and end what is live (decision 55). */
export const sellerSupportRoutes =
  ({ identity, consoleClientId }: Parts) =>
  (scope: FastifyInstance) => {
    scope.get('/supportSessions', {
      config: { right: 'seller-api:account:read' },
      schema: {
        operationId: 'getSellerSupportSessions',
        summary: 'List support sessions',
        description:
          'When the operator looked at the console as this seller, and why: the newest first. A support session reads what the console ' +
          'shows, without costs, for an hour at most; no call with it changes anything. The sessions are kept for 400 days.',
        querystring: SupportPage,
        response: { 200: SellerSupportSessions, ...accountAnswers },
      },
      handler: async (request) => {
        const { limit = DEFAULT_SUPPORT_LIMIT, nextToken } = request.query as Static<typeof SupportPage>;
        const sellerId = sellerOf(request);
        const pages = supportPages(`support sessions of ${sellerId}`);
        const asks = { sellerId, before: pages.before(nextToken), limit: limit + 1 };
        const { sessions } = await askOperatorOperation(identity, request, 'listSupport', asks);
        const { page, ...next } = pages.of(sessions, limit);
        return { supportSessions: page.map(writeSellerSupport), ...next };
      },
    });

    scope.post('/supportSessions/:supportSessionId/end', {
      config: { right: 'seller-api:account:read' },
      schema: {
        operationId: 'endSellerSupportSession',
        summary: 'End a support session',
        description:
          'At once, for an owner of the seller, with a token of the console. A session that has ended already is answered as it is.',
        params: SupportParams,
        response: {
          200: successOf(SellerSupportSession, 'The session.', exampleSellerSupport),
          403: answerOf('AccessDenied', list, {
            description: 'The caller is no owner in the console.',
            ...NOT_AN_OWNER,
          }),
          409: answerOf('Conflict', list, {
            description: 'The person is no owner any more.',
            message: NOT_AN_OWNER.message,
            details: 'Ask an owner. The page "Team" of the identity provider says who they are.',
          }),
          ...accountAnswers,
        },
      },
      handler: async (request) => {
        const { clientId, memberId } = request.caller as Caller;
        // A program of the seller, or of others, is no person.
        if (clientId !== consoleClientId || memberId === undefined) throw new Fault('AccessDenied', NOT_AN_OWNER);
        const { supportSessionId: sessionId } = request.params as Static<typeof SupportParams>;
        const asks = { sellerId: sellerOf(request), sessionId };
        return writeSellerSupport(await askOperatorOperation(identity, request, 'endSellerSupport', asks));
      },
    });
  };
