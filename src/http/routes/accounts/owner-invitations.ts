import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { emailProblem } from '../../../domain/notifications/addresses/email-address.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  exampleInvitation,
  OwnerInvitationBody,
  OwnerInvitationShape,
  writeOwnerInvitation,
} from '../../../wire/accounts/owner-invitation.ts';
import { SellerParams } from '../../../wire/accounts/seller-accounts.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { idempotencyAnswers, idempotencyHeader, markReplayed, replayedHeader } from '../idempotency-header.ts';
import { accountAnswers, askOperatorOperation, CHANGES_ACCOUNTS } from './operate.ts';

/** How a seller gets its first owner (decision 55). */
export const ownerInvitationRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  scope.post('/sellers/:sellerId/ownerInvitations', {
    config: CHANGES_ACCOUNTS,
    schema: {
      operationId: 'inviteOwner',
      summary: "Invite a seller's first owner",
      description:
        'Sends an e-mail with a link, which works once, for 7 days, as long as nobody works for the seller. Inviting again ends the link ' +
        'before. Whoever accepts becomes the owner, and invites others.',
      params: SellerParams,
      headers: Type.Object(idempotencyHeader),
      body: OwnerInvitationBody,
      response: {
        200: successOf(OwnerInvitationShape, 'The invitation.', exampleInvitation, replayedHeader),
        409: answerOf('Conflict', list, {
          description: 'The seller has people already.',
          message: 'Seller A1DEMOSELLER has people already.',
          details: 'Its owners invite others, on the page "Team" of the identity provider.',
        }),
        ...idempotencyAnswers,
        ...accountAnswers,
      },
    },
    handler: async (request, reply) => {
      const { sellerId } = request.params as Static<typeof SellerParams>;
      const { email } = request.body as Static<typeof OwnerInvitationBody>;
      const problem = emailProblem(email);
      // The message could never be sent.
      if (problem !== undefined)
        throw new Fault('InvalidInput', { message: 'email is not valid.', details: `email ${problem}.` });
      const key = request.headers['idempotency-key'] as string | undefined;
      const invitation = await askOperatorOperation(identity, request, 'inviteOwner', { sellerId, email, key });
      if (invitation.isRepeated) markReplayed(reply);
      return writeOwnerInvitation(invitation);
    },
  });
};
