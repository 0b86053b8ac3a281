import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { DestinationShape, destinationExamples, writeDestination } from '../../../wire/notifications/destination.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { list } from '../../server/envelope.ts';
import { answerOf } from '../../server/error-variants.ts';
import { successOf } from '../../server/success.ts';
import type { ConfirmationParts } from './confirmations.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  findOrFail,
  noDestination,
} from './destination-faults.ts';

export type CodeParts = ConfirmationParts & { notifications: Pick<Notifications, 'find'> };

const CodeBody = Type.Object(
  {
    code: Type.String({
      pattern: '^\\d{6}$',
      description: 'The six digits in the message to the address.',
      examples: ['071395'],
    }),
  },
  { title: 'ConfirmationCode', description: 'What the owner of the address read out.', examples: [{ code: '071395' }] },
);

const MAKE_NEW = 'Send a new test notification to it: its message has a new code.';

/** The other way to confirm an address (decision 27): by the code in the message, for who cannot open its link. */
export const confirmationCodeRoutes = (parts: CodeParts) => (scope: FastifyInstance) => {
  scope.post(
    '/destinations/:channelId/confirm',
    {
      config: { right: 'seller-api:notifications:write' },
      schema: {
        operationId: 'confirmDestination',
        summary: 'The owner of the address told me its code.',
        description:
          'Confirms an EMAIL or SMS destination that is PENDING_VERIFICATION. The code is in the message of its last test ' +
          'notification, good for 24 hours and five tries; an e-mail also has a link that does the same.',
        params: destinationParams,
        body: CodeBody,
        response: {
          200: successOf(DestinationShape, 'The destination, with its address confirmed.', destinationExamples.later),
          ...destinationAnswers,
          409: answerOf('Conflict', list, { description: 'There is no code that could be right.', details: MAKE_NEW }),
        },
      },
    },
    async (request) => {
      const sellerId = sellerOf(request);
      const destinationId = destinationIdOf(request);
      const { code } = request.body as { code: string };
      const answered = await parts.notifications.confirmations.confirmByCode(sellerId, destinationId, code);
      if (answered === 'unknown') throw noDestination();
      if (answered === 'wrongCode') throw wrongCode();
      if (answered !== 'confirmed') throw noCode(answered === 'tooManyCodes');
      return writeDestination(await findOrFail(parts.notifications, sellerId, destinationId));
    },
  );
};

const wrongCode = () =>
  new Fault('InvalidInput', {
    message: 'code is not valid.',
    details: 'It is not the code in the last message. After five wrong ones the code is worth nothing.',
  });

const noCode = (tooMany: boolean) =>
  new Fault('Conflict', {
    message: tooMany
      ? 'There were too many wrong codes.'
      : 'There is no code that could be right: none was sent, or it is too old.',
    details: MAKE_NEW,
  });
