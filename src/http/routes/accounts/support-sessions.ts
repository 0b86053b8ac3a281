import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  MAX_SUPPORT_MINUTES,
  type ShownSupport,
  type SupportPosition,
  type SupportSession,
} from '../../../domain/accounts/support-session.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  BegunSupportShape,
  exampleBegunSupport,
  exampleSupport,
  SupportFilter,
  SupportParams,
  SupportRequest,
  SupportSessionShape,
  SupportSessions,
  writeSupport,
} from '../../../wire/accounts/support-sessions.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { idempotencyAnswers, idempotencyHeader, markReplayed, replayedHeader } from '../idempotency-header.ts';
import { actorNames } from '../known-actors.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';

export const DEFAULT_SUPPORT_LIMIT = 50;

/** People of the operator see the console as a seller, with a reason that the seller reads (decision 55). */
export const supportSessionRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  /** With who began each. */
  const written = async (request: FastifyRequest, sessions: readonly ShownSupport[]) => {
    const actorOf = ({ operatorId }: ShownSupport) => ({ type: 'operator', id: operatorId });
    const nameOf = await actorNames(identity, request, sessions.map(actorOf));
    return sessions.map((session) => writeSupport(session, nameOf(actorOf(session))));
  };

  scope.post('/supportSessions', {
    config: { right: 'operator:support' },
    schema: {
      operationId: 'beginSupportSession',
      summary: 'See the console as a seller',
      description:
        'Begins a support session: its token reads what the console of this seller shows, for an hour at most, and nothing else. It sees ' +
        'no costs, and no call with it changes anything. The session is in the audit log of the operator and of the seller; the owners of ' +
        'the seller see the reason, and can end it. The same `Idempotency-Key` gives the same session with another token: the one before is ' +
        'no longer accepted.',
      headers: Type.Object(idempotencyHeader),
      body: SupportRequest,
      response: {
        200: successOf(BegunSupportShape, 'The session and its token.', exampleBegunSupport, replayedHeader),
        409: answerOf('Conflict', list, {
          description: 'The seller is disabled, or a repeated request finds that its session has ended.',
          message: 'Seller A1DEMOSELLER is disabled.',
          details: 'Nobody sees its console now, as its own people do not. Enable it first.',
        }),
        ...idempotencyAnswers,
        ...accountAnswers,
      },
    },
    handler: async (request, reply) => {
      const { sellerId, reason, minutes } = request.body as Static<typeof SupportRequest>;
      const key = request.headers['idempotency-key'] as string | undefined;
      const asks = { sellerId, reason: reason.trim(), minutes: minutes ?? MAX_SUPPORT_MINUTES, key };
      const begun = await askOperatorOperation(identity, request, 'beginSupport', asks);
      if (begun.isRepeated) markReplayed(reply);
      void reply.header('cache-control', 'no-store');
      return { ...(await written(request, [begun]))[0], accessToken: begun.token };
    },
  });

  scope.get('/supportSessions', {
    config: { right: 'operator:support' },
    schema: {
      operationId: 'listSupportSessions',
      summary: 'Find support sessions',
      description: 'The newest first, of all people of the operator. They are kept for 400 days.',
      querystring: SupportFilter,
      response: { 200: SupportSessions, ...accountAnswers },
    },
    handler: async (request) => {
      const { sellerId, limit = DEFAULT_SUPPORT_LIMIT, nextToken } = request.query as Static<typeof SupportFilter>;
      const pages = supportPages(`support sessions ${sellerId ?? ''}`);
      const asks = { sellerId, before: pages.before(nextToken), limit: limit + 1 };
      const { sessions } = await askOperatorOperation(identity, request, 'listSupport', asks);
      const { page, ...next } = pages.of(sessions, limit);
      return { supportSessions: await written(request, page), ...next };
    },
  });

  scope.post('/supportSessions/:supportSessionId/end', {
    config: { right: 'operator:support' },
    schema: {
      operationId: 'endSupportSession',
      summary: 'Stop a support session',
      description: 'At once. One that has ended already is answered as it is.',
      params: SupportParams,
      response: { 200: successOf(SupportSessionShape, 'The session.', exampleSupport), ...accountAnswers },
    },
    handler: async (request) => {
      const { supportSessionId: sessionId } = request.params as Static<typeof SupportParams>;
      const ended = await askOperatorOperation(identity, request, 'endSupport', { sessionId });
      return (await written(request, [ended]))[0];
    },
  });
};

/** The pages of a list of support sessions, the newest first. */
export function supportPages(scope: string) {
  const listed: PagedList = { scope, checksum: 'last' };
  return {
    before: (nextToken: string | undefined): SupportPosition | undefined =>
      nextToken === undefined ? undefined : readPageToken(listed, nextToken, positionIn),
    of<Session extends SupportSession>(found: readonly Session[], limit: number) {
      const { page, last } = cutPage(found, limit);
      return { page, ...(last && { nextToken: writePageToken(listed, `${last.begunMs}.${last.sessionId}`) }) };
    },
  };
}

function positionIn(position: string): SupportPosition | undefined {
  const [, atMs, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(position) ?? [];
  return id !== undefined && `${Number(atMs)}` === atMs ? { atMs: Number(atMs), id } : undefined;
}
