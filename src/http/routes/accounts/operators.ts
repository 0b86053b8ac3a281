import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { isOperatorRight } from '../../../domain/authorization/operator-rights.ts';
import { Fault } from '../../../domain/fault.ts';
import { emailProblem } from '../../../domain/notifications/addresses/email-address.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  exampleOperator,
  OperatorChange,
  OperatorInvitation,
  OperatorPeople,
  OperatorPersonShape,
  writeOperator,
} from '../../../wire/accounts/operators.ts';
import { AccountParams } from '../../../wire/accounts/seller-accounts.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { idempotencyAnswers, idempotencyHeader, markReplayed, replayedHeader } from '../idempotency-header.ts';
import { accountAnswers, askOperatorOperation } from './operate.ts';
import { askedPage, type PageQuery, pageOf, pageQuery } from './page.ts';

const SCOPE = 'people of the operator';
const CHANGES_OPERATORS = { right: 'operator:admin', recentSignIn: 'of people' } as const;

/** The operator's own people (decision 55). */
export const operatorPeopleRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/operators', {
    config: { right: 'operator:admin' },
    schema: {
      operationId: 'listOperators',
      summary: "List the operator's people",
      description: 'The accounts that sign in to the operator console, in the order of their ids, with their rights.',
      querystring: Type.Object(pageQuery),
      response: { 200: OperatorPeople, ...accountAnswers },
    },
    handler: async (request) => {
      const asks = askedPage(SCOPE, request.query as PageQuery);
      const { operators } = await askOperatorOperation(identity, request, 'listOperators', asks);
      const { page, ...next } = pageOf(SCOPE, operators, asks.limit, ({ accountId }) => accountId);
      return { operators: page.map(writeOperator), ...next };
    },
  });

  scope.post('/operators', {
    config: CHANGES_OPERATORS,
    schema: {
      operationId: 'inviteOperator',
      summary: 'Invite a person of the operator',
      description:
        'Creates the account and sends an e-mail: the person chooses a password, and sets up a second factor at the first sign-in. You can ' +
        'give only rights that you have.',
      headers: Type.Object(idempotencyHeader),
      body: OperatorInvitation,
      response: {
        200: successOf(OperatorPersonShape, 'The account.', exampleOperator, replayedHeader),
        409: answerOf('Conflict', list, {
          description: 'The address has an account, or you do not have one of the rights.',
          message: 'You cannot give a right that you do not have.',
          details: 'You do not have operator:support.',
        }),
        ...idempotencyAnswers,
        ...accountAnswers,
      },
    },
    handler: async (request, reply) => {
      const { email, rights } = request.body as Static<typeof OperatorInvitation>;
      const problem = emailProblem(email);
      // The message could never be sent.
      if (problem !== undefined)
        throw new Fault('InvalidInput', { message: 'email is not valid.', details: `email ${problem}.` });
      const key = request.headers['idempotency-key'] as string | undefined;
      const asks = { email, rights: [...new Set(rights)], held: heldBy(request), key };
      const invited = await askOperatorOperation(identity, request, 'inviteOperator', asks);
      if (invited.isRepeated) markReplayed(reply);
      return writeOperator(invited);
    },
  });

  scope.patch('/operators/:accountId', {
    config: CHANGES_OPERATORS,
    schema: {
      operationId: 'changeOperator',
      summary: 'Change a person of the operator',
      description:
        'Tokens have the new rights, or none while the account is DISABLED, within `IDP_CACHE_SECONDS`. You can add only rights that you ' +
        'have. One enabled account always has operator:admin.',
      params: AccountParams,
      body: OperatorChange,
      response: {
        200: successOf(OperatorPersonShape, 'The account.', exampleOperator),
        409: answerOf('Conflict', list, {
          description: 'It is the last account with operator:admin, or you do not have one of the rights.',
          message: 'This is the last account of the operator that has operator:admin and is enabled.',
          details: 'Give another person operator:admin first.',
        }),
        ...accountAnswers,
      },
    },
    handler: async (request) => {
      const { accountId } = request.params as Static<typeof AccountParams>;
      const { status, rights } = request.body as Static<typeof OperatorChange>;
      const asks = {
        ...{ accountId, held: heldBy(request) },
        ...(status != null && { isDisabled: status === 'DISABLED' }),
        ...(rights != null && { rights: [...new Set(rights)] }),
      };
      return writeOperator(await askOperatorOperation(identity, request, 'changeOperator', asks));
    },
  });
};

const heldBy = ({ caller }: FastifyRequest) => [...(caller?.rights ?? [])].filter(isOperatorRight);
