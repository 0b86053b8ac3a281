import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Identity } from '../../../identity/identity.ts';
import { SignInFilter, SignIns, writeSignIn } from '../../../wire/accounts/sign-ins.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';

const DEFAULT_LIMIT = 50;

/** Who signed in, and who failed to (decision 55). */
export const signInRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/signIns', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listSignIns',
      summary: 'List sign-ins and failures',
      description:
        'The latest first: who signed in to the embedded identity provider, from which device and address, and attempts that failed. They ' +
        'are stored for 90 days. Attempts that the provider throttled are not in it.',
      querystring: SignInFilter,
      response: { 200: SignIns, ...accountAnswers },
    },
    handler: async (request) => {
      const { accountId, limit = DEFAULT_LIMIT, nextToken } = request.query as Static<typeof SignInFilter>;
      const list = listOf(accountId);
      const before = nextToken === undefined ? undefined : readPageToken(list, nextToken, placeIn);
      const asks = { accountId, before, limit: limit + 1 };
      const { signIns } = await askOperatorOperation(identity, request, 'listSignIns', asks);
      const { page, last } = cutPage(signIns, limit);
      return {
        signIns: page.map(writeSignIn),
        ...(last && { nextToken: writePageToken(list, `${last.atMs}.${last.id}`) }),
      };
    },
  });
};

const listOf = (accountId = 'all'): PagedList => ({ scope: `sign-ins of ${accountId}`, checksum: 'last' });

function placeIn(position: string): { atMs: number; id: string } | undefined {
  const [, atMs, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(position) ?? [];
  return id !== undefined && `${Number(atMs)}` === atMs ? { atMs: Number(atMs), id } : undefined;
}
