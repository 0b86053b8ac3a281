import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { FactorHelpState } from '../../../domain/accounts/operator-operations.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  exampleHelp,
  FactorHelpBody,
  FactorHelpShape,
  WaitingHelpPage,
  writeFactorHelp,
  writeWaitingHelp,
} from '../../../wire/accounts/factor-help.ts';
import { AccountParams } from '../../../wire/accounts/seller-accounts.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { actorNames } from '../known-actors.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';
import { askedPage, type PageQuery, pageOf, pageQuery } from './page.ts';

const SCOPE = 'people who wait for help';

/** Help for people who lost every factor of their two-step sign-in (decision 55). */
export const factorHelpRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  const vouchersOf = async (request: FastifyRequest, all: readonly FactorHelpState[]) => {
    const actorOf = ({ vouchedBy }: FactorHelpState) => ({ type: 'operator', id: vouchedBy ?? '' });
    const nameOf = await actorNames(identity, request, all.filter(({ vouchedBy }) => vouchedBy != null).map(actorOf));
    return (help: FactorHelpState) => nameOf(actorOf(help));
  };

  scope.get('/factorHelp', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listFactorHelp',
      summary: 'List people who wait for help',
      description:
        'The people whose passkeys, authenticator app and recovery codes are to be removed, in the order of their accountIds, with the time ' +
        'of the removal and the operator who vouched, if one did.',
      querystring: Type.Object(pageQuery),
      response: { 200: WaitingHelpPage, ...accountAnswers },
    },
    handler: async (request) => {
      const asks = askedPage(SCOPE, request.query as PageQuery);
      const { waiting } = await askOperatorOperation(identity, request, 'listFactorHelp', asks);
      const { page, ...next } = pageOf(SCOPE, waiting, asks.limit, ({ accountId }) => accountId);
      const voucherOf = await vouchersOf(request, page);
      return { factorHelp: page.map((help) => writeWaitingHelp(help, voucherOf(help))), ...next };
    },
  });

  scope.post('/accounts/:accountId/factorHelp', {
    // Two people have to vouch: an application stands for nobody.
    config: { right: 'operator:sellers:write', recentSignIn: true },
    schema: {
      operationId: 'helpWithFactors',
      summary: 'Help with lost factors',
      description:
        'For a person who lost every passkey, authenticator app and recovery code. The first operator begins a wait of 72 hours, in which ' +
        'the person gets e-mails and can stop it; a second operator removes the factors at once. Then the person signs in with the ' +
        'password and sets up a new factor. Needs a person of the operator: an application cannot vouch.',
      params: AccountParams,
      body: FactorHelpBody,
      response: {
        200: successOf(FactorHelpShape, 'The state of the help.', exampleHelp),
        409: answerOf('Conflict', list, {
          description: 'There is nothing to remove, or nothing to stop.',
          message: 'The account has no factor that could be removed.',
          details: 'The person signs in with the password, and sets up a new factor there if one is required.',
        }),
        ...accountAnswers,
      },
    },
    handler: async (request) => {
      const { accountId } = request.params as Static<typeof AccountParams>;
      const { action } = request.body as Static<typeof FactorHelpBody>;
      const asks = { accountId, stop: action === 'STOP' };
      const help = await askOperatorOperation(identity, request, 'helpWithFactors', asks);
      return writeFactorHelp(help, (await vouchersOf(request, [help]))(help));
    },
  });
};
