import type { FastifyInstance } from 'fastify';
import type { Notifications } from '../../../notifications/notifications.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import {
  FilterTrialAnswer,
  FilterTrialBody,
  readFilterTrial,
  writeFilterTrial,
} from '../../../wire/notifications/events/filter-trial.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { Type } from '../../../wire/type.ts';
import type { AccessOf } from './caller-access.ts';
import { ensureValid } from './destination-faults.ts';

/** Tries a filter on what has happened, before a destination gets it (decision 42). */
export const filterTrialRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  scope.post('/filters/test', {
    config: { right: 'seller-api:notifications:read', documentedBody: FilterTrialBody },
    schema: {
      operationId: 'testFilter',
      summary: 'Test a filter',
      description:
        'How many events of the seller of the last 7 days a filter would let pass, by kind, with the newest three of them. It ' +
        'changes nothing. The filter is the `filter` of a destination, and works in the same way there. Of very many events ' +
        'only the newest are looked at: `truncated` and `since` tell so. An application that the seller authorized does not see ' +
        'events about other applications.',
      body: Type.Object({}),
      response: { 200: FilterTrialAnswer },
    },
    handler: async (request, reply) => {
      const body = request.body as Fields;
      dropNullFields(FilterTrialBody, body);
      const reading = new BodyReading();
      const { filter, eventTypes } = readFilterTrial(reading, body);
      ensureValid(reading);
      const isWanted = () => !reply.raw.destroyed && !reply.raw.writableEnded;
      const trial = await notifications.filterTrials.try(accessOf(request), {
        filter,
        eventTypes,
        isWanted,
      });
      void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(writeFilterTrial(trial));
    },
  });
};
