import type { FastifyInstance } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { plainCode } from '../../../domain/notifications/texts/confirmation-text.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { DestinationShape, writeDestination } from '../../../wire/notifications/destination.ts';
import { destinationExamples } from '../../../wire/notifications/examples.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import type { AccessOf } from './caller-access.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  findOrFail,
  noDestination,
} from './destination-faults.ts';

const CodeBody = Type.Named(
  'ConfirmationCode',
  'The code that the owner of the address told the seller.',
  {
    code: Type.String({
      pattern: '^\\s*\\d{3}[\\s-]?\\d{3}\\s*$',
      description: 'The six digits in the message to the address, with or without the space between them.',
      examples: ['071395'],
    }),
  },
  { examples: [{ code: '071395' }] },
);

const NO_CODE = 'There is no valid code: none was sent, or it has expired.';
const SEND_NEW = 'Send a new test notification to it: its message has a new code.';
const NOTHING_TO_CONFIRM = {
  message: 'There is nothing to confirm: the destination is ACTIVE.',
  details: 'Its address is the registered contact of the seller, or its owner has confirmed it. No code is needed.',
};

/** Confirms an address by the code in the message, for owners who cannot open its link (decision 27). */
export const confirmationCodeRoutes =
  (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
    scope.post('/destinations/:channelId/confirm', {
      config: { right: 'seller-api:notifications:write' },
      schema: {
        operationId: 'confirmDestination',
        summary: 'Confirm an address',
        description:
          'Confirms an EMAIL or SMS destination that is PENDING_VERIFICATION. The code is in the last message to the address: ' +
          'one is sent when the destination is created, and one with each test notification. It is valid for 24 hours and five attempts; an e-mail also has a link that does the same.',
        params: destinationParams('SMS'),
        body: CodeBody,
        response: {
          200: successOf(
            DestinationShape,
            'The destination, with its address confirmed.',
            destinationExamples.confirmed,
          ),
          ...destinationAnswers,
          409: answerOf('Conflict', list, {
            description: 'There is no valid code, or nothing to confirm.',
            ...NOTHING_TO_CONFIRM,
          }),
        },
      },
      handler: async (request) => {
        const access = accessOf(request);
        const destinationId = destinationIdOf(request);
        const { code } = request.body as { code: string };
        const result = await notifications.confirmations.confirmByCode(access, destinationId, plainCode(code));
        if (result === 'unknown') throw noDestination();
        if (result === 'wrongCode') throw wrongCode();
        const found = await findOrFail(notifications.destinations, access, destinationId);
        if (result === 'confirmed') return writeDestination(found, { access });
        throw found.status === 'ACTIVE' ? new Fault('Conflict', NOTHING_TO_CONFIRM) : noCode(result === 'tooManyCodes');
      },
    });
  };

const wrongCode = () =>
  new Fault('InvalidInput', {
    message: 'code is not valid.',
    details: 'It is not the code in the last message. After five wrong codes the right one is no longer accepted.',
  });

const noCode = (tooMany: boolean) =>
  new Fault('Conflict', {
    message: tooMany ? 'There were too many wrong codes.' : NO_CODE,
    details: SEND_NEW,
  });
