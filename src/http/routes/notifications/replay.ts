import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { KeyReused } from '../../../domain/idempotent-request.ts';
import type { ReplayRange, ReplayRejection } from '../../../notifications/events/event-page.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { ReplayAnswer, ReplayBody, writeReplayed } from '../../../wire/notifications/events/replay.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { traceOf } from '../../requests/request-trace.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import { timeOf } from '../time-field.ts';
import type { AccessOf } from './caller-access.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  noDestination,
  notActive,
} from './destination-faults.ts';

/** Sends a range of the seller's events again to one destination (decision 42). */
export const replayRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  scope.post('/destinations/:channelId/replay', {
    config: { right: 'seller-api:notifications:write' },
    schema: {
      operationId: 'replayEvents',
      summary: 'Replay events',
      description:
        'Sends events of the seller again to a destination, also to a new one: those from a sequence or a time on that are ' +
        'kept and that the destination takes now. They keep their `id`, `sequence` and content; the `previoussequence` of ' +
        'each is the one before it in the replay, and the first has none. Events for a SUSPENDED destination wait until it ' +
        'is ACTIVE again. With an Idempotency-Key a repeated request sends nothing twice. A replay of more than 1,000 events to ' +
        'one host is spread over time, 10 a second; new events pass it.',
      params: destinationParams('PULL'),
      headers: Type.Object(idempotencyHeader),
      body: ReplayBody,
      response: {
        202: successOf(ReplayAnswer, 'They are queued.', { queued: 0 }, replayedHeader),
        ...destinationAnswers,
        409: answerOf('Conflict', list, {
          description:
            'The destination is INACTIVE or not confirmed, its application has no access any more, or 10,000 deliveries of the seller wait for its host.',
        }),
        ...idempotencyAnswers,
      },
    },
    handler: async (request, reply) => {
      const destinationId = destinationIdOf(request);
      const range = rangeOf(request.body as Static<typeof ReplayBody>);
      const replayed = await notifications.replay.replay(
        { access: accessOf(request), destinationId, trace: traceOf(request) },
        range,
        idempotentRequest(request, `replayEvents ${destinationId}`),
      );
      if ('rejected' in replayed) throw faultOf(replayed);
      if (replayed.repeated) markReplayed(reply);
      return reply.code(202).send(writeReplayed(replayed));
    },
  });
};

function rangeOf({ fromSequence, since }: Static<typeof ReplayBody>): ReplayRange {
  const sinceMs = timeOf(since, 'since');
  if (fromSequence !== undefined && sinceMs === undefined) return { fromSequence };
  if (fromSequence === undefined && sinceMs !== undefined) return { sinceMs };
  const isNone = fromSequence === undefined;
  throw new Fault('InvalidInput', {
    message: isNone ? 'fromSequence or since is required.' : 'fromSequence and since exclude each other.',
    details:
      'Send either fromSequence, the sequence of the first event to send again, or since, a time. For example {"fromSequence": 1}.',
  });
}

const tooManyWaiting = () =>
  new Fault('Conflict', {
    message: 'Too many deliveries wait for the destination.',
    details:
      '10,000 or more of the seller to its host have not arrived yet. Try again when it has received them, or read the events: GET /notifications/v4/events.',
  });

const tooFast = (retryAfterSeconds: number) =>
  new Fault(
    'QuotaExceeded',
    {
      message: 'Replays have queued as much as they may for now.',
      details:
        'Replays of a seller queue at most 10,000 deliveries ahead to one host, and 30,000 to all; 10 and 30 a second are sent. ' +
        `Try again in ${retryAfterSeconds} seconds, or read the events: GET /notifications/v4/events.`,
    },
    { hints: { retryAfterSeconds } },
  );

function faultOf(rejection: ReplayRejection | KeyReused): Fault {
  switch (rejection.rejected) {
    case 'keyReused':
      return keyReused();
    case 'noDestination':
      return noDestination();
    case 'notActive':
      return notActive(rejection.status);
    case 'tooFast':
      return tooFast(rejection.retryAfterSeconds);
    case 'tooManyWaiting':
      return tooManyWaiting();
  }
}
