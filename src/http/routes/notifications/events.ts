import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { DestinationAccess } from '../../../domain/notifications/access.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { EventPage, EventPageQuery } from '../../../notifications/events/event-page.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import {
  DEFAULT_EVENTS,
  EventsAnswer,
  EventsQuery,
  isTruncated,
  MAX_PAGE_BYTES,
  noEventsExample,
  writeEvents,
} from '../../../wire/notifications/events/event-list.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { mustStillBeValid } from '../../guards/bearer.ts';
import { LongPolls } from '../long-poll.ts';
import { preferEventHeader, preferenceApplied, waitSecondsOf } from '../prefer.ts';
import type { AccessOf } from './caller-access.ts';

/** How often a long poll reads the events. */
const POLL_MS = 200;

/** All events of the seller, by sequence (decision 42): what a receiver compares its own with. */
export const eventRoutes =
  (notifications: Notifications, identity: Identity, accessOf: AccessOf) => (scope: FastifyInstance) => {
    const longPolls = new LongPolls(scope);

    scope.get('/events', {
      config: { right: 'seller-api:notifications:read' },
      schema: {
        operationId: 'getEvents',
        summary: 'List events',
        description:
          'The events of the seller in the order of their `sequence`, of all kinds, whatever destinations there are. Events are ' +
          'recorded from the first destination or the first call of this operation on, and kept for 30 days unless the ' +
          'operator chose another time. An application that the seller authorized does not see events about other ' +
          'applications, so it may see gaps. With `Prefer: wait=N` the answer waits for the first event after `after`.',
        querystring: EventsQuery,
        headers: Type.Object(preferEventHeader),
        response: {
          200: successOf(EventsAnswer, "A page of the seller's events.", noEventsExample, preferenceApplied),
        },
      },
      handler: async (request, reply) => {
        const { after = 0, limit = DEFAULT_EVENTS } = request.query as Static<typeof EventsQuery>;
        const waitSeconds = waitSecondsOf(request.headers.prefer);
        const query = { after, limit, maxBytes: MAX_PAGE_BYTES };
        const page = await firstPage(reply, accessOf(request), query, waitSeconds ?? 0);
        if (waitSeconds !== undefined) await mustStillBeValid(identity, request);
        if (after > page.latestSequence) throw notThereYet(page.latestSequence);
        if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
        void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
        return reply.send(writeEvents(page, after));
      },
    });

    /** Waits for an event, unless the caller has to know something at once. */
    async function firstPage(
      reply: FastifyReply,
      access: DestinationAccess,
      query: EventPageQuery,
      waitSeconds: number,
    ): Promise<EventPage> {
      const { events } = notifications;
      const read = () => events.page(access, query);
      const isIdle = (page: EventPage) =>
        page.events.length === 0 && query.after <= page.latestSequence && !isTruncated(page, query.after);
      let page = await read();
      if (waitSeconds === 0 || !isIdle(page)) return page;
      const poll = longPolls.begin(reply, waitSeconds);
      try {
        while (poll.isOpen && isIdle(page)) {
          await poll.pause(POLL_MS);
          if (poll.isClientGone) break;
          if ((await events.latest.of(access.sellerId)) > query.after) page = await read();
        }
        return page;
      } finally {
        poll.end();
      }
    }
  };

/** The caller's number is of another seller or of a store that was restored since: an empty page would hide that for ever. */
const notThereYet = (latestSequence: number) =>
  new Fault('InvalidInput', {
    message: 'after is not valid.',
    details: `Query parameter after must be at most ${latestSequence}, the sequence of the seller's last event.`,
  });
