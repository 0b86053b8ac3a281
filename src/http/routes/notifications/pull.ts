import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Notifications } from '../../../notifications/notifications.ts';
import type { PullQueue, Received } from '../../../notifications/pull-queue.ts';
import {
  ExtendBody,
  HandlesBody,
  handleResults,
  ReceiveAnswer,
  ReceiveBody,
  writeMessage,
  writeResults,
} from '../../../wire/notifications/pull.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { list } from '../../server/envelope.ts';
import { answerOf } from '../../server/error-variants.ts';
import {
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  findOrFail,
  notActive,
  wrongType,
} from './destination-faults.ts';
import { LongPolls } from './long-poll.ts';

export type PullParts = {
  notifications: Pick<Notifications, 'find'> & { pull: Pick<PullQueue, 'receive' | 'acknowledge' | 'hide'> };
};

const config = { right: 'seller-api:notifications:read' } as const;

/** How often whoever waits looks. */
const LOOK_MS = 200;

type Asked = { destinationId: string; most: number; visibilityMs: number };

/** The queue that a seller empties (decision 29). */
export const pullRoutes = (parts: PullParts) => (scope: FastifyInstance) => {
  const waits = new LongPolls(scope);

  const pullDestination = async (request: FastifyRequest) => {
    const destination = await findOrFail(parts.notifications, sellerOf(request), destinationIdOf(request));
    const { pull } = destination.settings;
    if (!pull) throw wrongType(destination.type, 'PULL');
    return { ...destination, pull };
  };

  scope.post(
    '/destinations/:channelId/receive',
    {
      config,
      schema: {
        operationId: 'receiveMessages',
        summary: 'Is there anything for me?',
        description:
          'Takes the oldest notifications out of a PULL destination and hides them from everybody else for the visibility ' +
          'time. What is not acknowledged by then is there again. With `waitSeconds` the answer waits for the first one.',
        params: destinationParams,
        body: ReceiveBody,
        response: {
          200: ReceiveAnswer,
          ...destinationAnswers,
          409: answerOf('Conflict', list, { description: 'The destination is INACTIVE.' }),
        },
      },
    },
    async (request, reply) => {
      const { destinationId, status, pull } = await pullDestination(request);
      if (status === 'INACTIVE') throw notActive(status);
      const body = request.body as Static<typeof ReceiveBody>;
      const { maxMessages: most = 10, waitSeconds = 0, visibilityTimeoutSeconds: seconds } = body;
      const visibilityMs = (seconds ?? pull.visibilityTimeoutSeconds) * 1_000;
      const received = await receive(reply, { destinationId, most, visibilityMs }, waitSeconds);
      return reply.header('cache-control', 'no-store').send({ messages: received.map(writeMessage) });
    },
  );

  /** Looks until there is something or the wait is over. Takes nothing for a client that has gone. */
  async function receive(reply: FastifyReply, { destinationId, most, visibilityMs }: Asked, seconds: number) {
    const { pull } = parts.notifications;
    const wait = waits.begin(reply, seconds);
    try {
      for (;;) {
        if (wait.isGone) return [];
        const received = await pull.receive(destinationId, most, visibilityMs);
        if (received.length > 0 && wait.isGone) await giveBack(destinationId, received);
        if (received.length > 0 || !wait.goesOn) return received;
        await wait.pause(LOOK_MS);
      }
    } finally {
      wait.end();
    }
  }

  /** The client went away during the look: others need not wait until the visibility time is over. */
  const giveBack = (destinationId: string, received: readonly Received[]) =>
    parts.notifications.pull.hide(
      destinationId,
      received.map(({ receiptHandle }) => receiptHandle),
      0,
    );

  scope.post(
    '/destinations/:channelId/acknowledge',
    {
      config,
      schema: {
        operationId: 'acknowledgeMessages',
        summary: 'These have arrived.',
        description:
          'Settles what was received: it does not come again. Also possible while the destination is INACTIVE.',
        params: destinationParams,
        body: HandlesBody,
        response: { 200: handleResults('AcknowledgedMessages', 'ACKNOWLEDGED'), ...destinationAnswers },
      },
    },
    async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles } = request.body as Static<typeof HandlesBody>;
      return writeResults(handles, await parts.notifications.pull.acknowledge(destinationId, handles), 'ACKNOWLEDGED');
    },
  );

  scope.post(
    '/destinations/:channelId/extend',
    {
      config,
      schema: {
        operationId: 'extendMessages',
        summary: 'I need more time for these.',
        description: 'Hides what was received for so long from now, whatever was left of its time.',
        params: destinationParams,
        body: ExtendBody,
        response: { 200: handleResults('ExtendedMessages', 'EXTENDED'), ...destinationAnswers },
      },
    },
    async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles, visibilityTimeoutSeconds: seconds } = request.body as Static<typeof ExtendBody>;
      return writeResults(
        handles,
        await parts.notifications.pull.hide(destinationId, handles, seconds * 1_000),
        'EXTENDED',
      );
    },
  );

  scope.post(
    '/destinations/:channelId/giveBack',
    {
      config,
      schema: {
        operationId: 'giveBackMessages',
        summary: 'Somebody else shall take these.',
        description: 'Puts what was received back at once, for the next one who asks.',
        params: destinationParams,
        body: HandlesBody,
        response: { 200: handleResults('GivenBackMessages', 'GIVEN_BACK'), ...destinationAnswers },
      },
    },
    async (request) => {
      const { destinationId } = await pullDestination(request);
      const { receiptHandles: handles } = request.body as Static<typeof HandlesBody>;
      return writeResults(handles, await parts.notifications.pull.hide(destinationId, handles, 0), 'GIVEN_BACK');
    },
  );
};
