import type { FastifyInstance } from 'fastify';
import type { StoredDestination } from '../../../notifications/destination-table.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import { DestinationShape, writeDestination } from '../../../wire/notifications/destination.ts';
import { destinationExamples } from '../../../wire/notifications/examples.ts';
import { type Rotation, RotationBody, readRotation } from '../../../wire/notifications/rotation.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import type { AccessOf } from './caller-access.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  ensureValid,
  noDestination,
  wrongType,
} from './destination-faults.ts';

/** Rotates the signing secret, with a grace period in which both secrets are valid (decision 26). */
export const signingSecretRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  scope.post('/destinations/:channelId/rotateSecret', {
    config: { right: 'seller-api:notifications:write', documentedBody: RotationBody },
    schema: {
      operationId: 'rotateSecret',
      summary: 'Rotate a signing secret',
      description:
        'Requests are signed with a new secret from now on, and for `graceSeconds` also with the previous one, so that a ' +
        'receiver can switch without losing requests. Only one previous secret is kept: a second rotation ends the grace ' +
        'period of the first. The new secret is in this answer only. Only for WEBHOOKS.',
      params: destinationParams('WEBHOOKS'),
      body: Type.Object({}),
      response: {
        200: successOf(DestinationShape, 'The destination, with its new secret.', destinationExamples.rotated),
        ...destinationAnswers,
      },
    },
    handler: async (request, reply) => {
      const reading = new BodyReading();
      dropNullFields(RotationBody, request.body);
      const rotation = readRotation(reading, request.body as Fields);
      const access = accessOf(request);
      const change = (current: StoredDestination, nowMs: number) => {
        ensureValid(reading);
        return rotated(current, rotation, nowMs);
      };
      const changed = await notifications.destinations.change(access, destinationIdOf(request), change);
      if (!changed) throw noDestination();
      const [secret] = notifications.destinations.secretsOf(changed.destination);
      return reply.header('cache-control', 'no-store').send(writeDestination(changed.destination, { access, secret }));
    },
  });
};

/** A replaced secret of the seller is stored as the previous one; a derived one is derived again from its version. */
function rotated(current: StoredDestination, { secret, graceSeconds }: Rotation, nowMs: number): StoredDestination {
  const { webhook } = current.settings;
  if (!webhook) throw wrongType(current.type, 'WEBHOOKS');
  const { secret: before, previousSecret: _dropped, ...rest } = webhook;
  return {
    ...current,
    settings: {
      webhook: {
        ...rest,
        ...(secret === undefined ? {} : { secret }),
        ...(before === undefined || graceSeconds === 0 ? {} : { previousSecret: before }),
      },
    },
    secretVersion: current.secretVersion + 1,
    previousSecretUntilMs: nowMs + graceSeconds * 1_000,
  };
}
