import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Identity } from '../../../identity/identity.ts';
import {
  ApplicationChange,
  ApplicationParams,
  ApplicationSeller,
  exampleApplication,
  OperatorApplication,
  OperatorApplications,
  writeApplication,
} from '../../../wire/accounts/applications.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { accountAnswers, askOperatorOperation, CHANGES_ACCOUNTS } from './operate.ts';
import { askedPage, type PageQuery, pageOf, pageQuery } from './page.ts';

/** The applications that the embedded provider knows (decision 55). */
export const operatorApplicationRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/applications', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listApplications',
      summary: 'List applications',
      description:
        "Sellers' own applications, those of the operator, and those that registered themselves, in the order of their ids.",
      querystring: Type.Object({ ...pageQuery, ...ApplicationSeller }),
      response: { 200: OperatorApplications, ...accountAnswers },
    },
    handler: async (request) => {
      const { sellerId, ...query } = request.query as PageQuery & { sellerId?: string };
      const list = `applications of ${sellerId ?? 'all'}`;
      const asks = { ...askedPage(list, query), sellerId };
      const { applications } = await askOperatorOperation(identity, request, 'listApplications', asks);
      const { page, ...next } = pageOf(list, applications, asks.limit, ({ clientId }) => clientId);
      return { applications: page.map(writeApplication), ...next };
    },
  });

  scope.patch('/applications/:clientId', {
    config: CHANGES_ACCOUNTS,
    schema: {
      operationId: 'changeApplication',
      summary: 'Verify or disable an application',
      description:
        '`verified`: you know whose application it is, and the consent page no longer says that it is not verified. While it is DISABLED, ' +
        'it gets no token, and those that it has stop working within `IDP_CACHE_SECONDS`; the grants of sellers stay.',
      params: ApplicationParams,
      body: ApplicationChange,
      response: {
        200: successOf(OperatorApplication, 'The application.', exampleApplication),
        ...accountAnswers,
      },
    },
    handler: async (request) => {
      const { clientId } = request.params as Static<typeof ApplicationParams>;
      const { status, verified } = request.body as Static<typeof ApplicationChange>;
      const isDisabled = status === undefined ? undefined : status === 'DISABLED';
      const asks = { clientId, isDisabled, isVerified: verified };
      return writeApplication(await askOperatorOperation(identity, request, 'changeApplication', asks));
    },
  });
};
