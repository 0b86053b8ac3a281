import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { PulledDelivery } from '../../../notifications/deliveries/pull-queue.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import {
  ExtendBody,
  HandlesBody,
  handleResults,
  ReceiveAnswer,
  ReceiveBody,
  writeMessage,
  writeResults,
} from '../../../wire/notifications/pull.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { LongPolls } from '../long-poll.ts';
import type { AccessOf } from './caller-access.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  findOrFail,
  notActive,
  wrongType,
} from './destination-faults.ts';

const config = { right: 'seller-api:notifications:read' } as const;

/** How often a long poll reads the queue. */
const POLL_MS = 200;

type ReceiveRequest = { destinationId: string; max: number; visibilityMs: number; application: string | undefined };

/** The queue of a PULL destination (decision 29). */
export const pullRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  const longPolls = new LongPolls(scope);

  const pullDestination = async (request: FastifyRequest) => {
    const access = accessOf(request);
    const destination = await findOrFail(notifications.destinations, access, destinationIdOf(request));
    const { pull } = destination.settings;
    if (!pull) throw wrongType(destination.type, 'PULL');
    return { ...destination, pull };
  };

  scope.post('/destinations/:channelId/receive', {
    config,
    schema: {
      operationId: 'receiveMessages',
      summary: 'Receive messages',
      description:
        'Receives the oldest notifications of a PULL destination and hides them from other receivers for the visibility ' +
        'timeout. Messages that are not acknowledged by then are available again. With `waitSeconds` the answer waits for ' +
        'the first message.',
      params: destinationParams('PULL'),
      body: ReceiveBody,
      response: {
        200: ReceiveAnswer,
        ...destinationAnswers,
        409: answerOf('Conflict', list, {
          description: 'The destination is INACTIVE, or its application has no access any more.',
        }),
      },
    },
    handler: async (request, reply) => {
      const { destinationId, status, pull } = await pullDestination(request);
      const { application } = accessOf(request);
      if (status === 'INACTIVE' || status === 'WITHDRAWN') throw notActive(status);
      const body = request.body as Static<typeof ReceiveBody>;
      const { maxMessages: max = 10, waitSeconds = 0, visibilityTimeoutSeconds: seconds } = body;
      const visibilityMs = (seconds ?? pull.visibilityTimeoutSeconds) * 1_000;
      const received = await receive(reply, { destinationId, max, visibilityMs, application }, waitSeconds);
      return reply.header('cache-control', 'no-store').send({ messages: received.map(writeMessage) });
    },
  });

  /** Polls until there is a delivery or the time is up. Takes nothing for a client that is gone. */
  async function receive(reply: FastifyReply, request: ReceiveRequest, seconds: number) {
    const { destinationId, max, visibilityMs, application } = request;
    const { pull } = notifications;
    const poll = longPolls.begin(reply, seconds);
    try {
      for (;;) {
        if (poll.isClientGone) return [];
        const received = await pull.receive(destinationId, max, visibilityMs, application);
        if (received.length > 0 && poll.isClientGone) await giveBack(destinationId, received);
        if (received.length > 0 || !poll.isOpen) return received;
        await poll.pause(POLL_MS);
      }
    } finally {
      poll.end();
    }
  }

  /** The client closed the connection during the read: other receivers need not wait for the visibility timeout. */
  const giveBack = (destinationId: string, received: readonly PulledDelivery[]) =>
    notifications.pull.changeVisibility(
      destinationId,
      received.map(({ receiptHandle }) => receiptHandle),
      0,
    );

  scope.post('/destinations/:channelId/acknowledge', {
    config,
    schema: {
      operationId: 'acknowledgeMessages',
      summary: 'Acknowledge messages',
      description:
        'Settles received messages: they are not delivered again. Also possible while the destination is INACTIVE.',
      params: destinationParams('PULL'),
      body: HandlesBody,
      response: {
        200: handleResults('AcknowledgedMessages', 'AcknowledgedMessage', 'ACKNOWLEDGED'),
        ...destinationAnswers,
      },
    },
    handler: async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles } = request.body as Static<typeof HandlesBody>;
      return writeResults(handles, await notifications.pull.acknowledge(destinationId, handles), 'ACKNOWLEDGED');
    },
  });

  scope.post('/destinations/:channelId/extend', {
    config,
    schema: {
      operationId: 'extendMessages',
      summary: 'Extend the visibility timeout',
      description: 'Sets a new visibility timeout, counted from now.',
      params: destinationParams('PULL'),
      body: ExtendBody,
      response: { 200: handleResults('ExtendedMessages', 'ExtendedMessage', 'EXTENDED'), ...destinationAnswers },
    },
    handler: async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles, visibilityTimeoutSeconds: seconds } = request.body as Static<typeof ExtendBody>;
      return writeResults(
        handles,
        await notifications.pull.changeVisibility(destinationId, handles, seconds * 1_000),
        'EXTENDED',
      );
    },
  });

  scope.post('/destinations/:channelId/giveBack', {
    config,
    schema: {
      operationId: 'giveBackMessages',
      summary: 'Give messages back',
      description: 'Makes received messages available again at once.',
      params: destinationParams('PULL'),
      body: HandlesBody,
      response: { 200: handleResults('GivenBackMessages', 'GivenBackMessage', 'GIVEN_BACK'), ...destinationAnswers },
    },
    handler: async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles } = request.body as Static<typeof HandlesBody>;
      return writeResults(handles, await notifications.pull.changeVisibility(destinationId, handles, 0), 'GIVEN_BACK');
    },
  });
};
