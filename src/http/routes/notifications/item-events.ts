import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { ReceiverPlace } from '../../../notifications/events/item-events.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import {
  DEFAULT_ITEM_EVENTS,
  DEFAULT_RECEIVERS,
  EventReceiversAnswer,
  EventReceiversQuery,
  ItemEventsAnswer,
  ItemEventsQuery,
  MAX_FIRST_RECEIVERS,
  writeItemEvent,
  writeReceiver,
} from '../../../wire/market/item-events.ts';
import { unknownMarketplace } from '../../../wire/marketplace-id.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** Which events about an item there were, and who was told, for the operator (decision 55). */
export const itemEventRoutes =
  ({ itemEvents }: Notifications, facts: MarketFacts) =>
  (scope: FastifyInstance) => {
    const keyOf = async (itemId: string, marketplaceId: string) => {
      const marketplaces = await facts.marketplaces();
      if (marketplaces.every((one) => one.marketplaceId !== marketplaceId))
        throw new Fault('InvalidInput', unknownMarketplace('MarketplaceId', marketplaceId, marketplaces));
      return { marketplaceId, itemId };
    };

    const namesOf = async (receivers: readonly { readonly sellerId: string }[]) =>
      (await facts.names({ items: [], sellers: [...new Set(receivers.map((one) => one.sellerId))] })).sellers;

    scope.get('/items/:storeItemId/events', {
      config: { right: 'operator:market:read' },
      schema: {
        operationId: 'getItemEvents',
        summary: 'Read the events about an item',
        description:
          'What sellers were told about an item, the newest first, and which sellers. Events of removed items are there, too. Whether a ' +
          'destination of a seller got it is in the log of its deliveries.',
        params: Type.Object({ storeItemId: StoreItemIdShape }),
        querystring: ItemEventsQuery,
        response: { 200: ItemEventsAnswer },
      },
      handler: async (request, reply) => {
        const { storeItemId } = request.params as { storeItemId: string };
        const query = request.query as Static<typeof ItemEventsQuery>;
        const { limit = DEFAULT_ITEM_EVENTS, nextToken } = query;
        const key = await keyOf(storeItemId, query.MarketplaceId);
        const list: PagedList = { scope: JSON.stringify(['item events', key]), checksum: 'last' };
        const before = nextToken === undefined ? undefined : readPageToken(list, nextToken, revisionIn);
        const found = await itemEvents.page(key, before, limit + 1);
        const events: Parameters<typeof writeItemEvent>[0][] = [];
        for (const event of found.slice(0, limit)) {
          const { receivers, next } = await itemEvents.receivers(event, undefined, MAX_FIRST_RECEIVERS);
          events.push({ ...event, receivers, hasMoreReceivers: next !== undefined });
        }
        const names = await namesOf(events.flatMap(({ receivers }) => receivers));
        const last = found.length > limit ? found[limit - 1] : undefined;
        void reply.header('cache-control', 'no-store');
        return {
          events: events.map((event) => writeItemEvent(event, names)),
          waiting: await itemEvents.waiting(key),
          ...(last && { nextToken: writePageToken(list, String(last.revision)) }),
        };
      },
    });

    scope.get('/items/:storeItemId/events/:revision/receivers', {
      config: { right: 'operator:market:read' },
      schema: {
        operationId: 'getItemEventReceivers',
        summary: 'Read who was told of an event',
        description: 'The sellers that were told of an event about an item, with its number in the sequence of each.',
        params: Type.Object({
          storeItemId: StoreItemIdShape,
          revision: Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'The revision of the event.',
            examples: [7],
          }),
        }),
        querystring: EventReceiversQuery,
        response: { 200: EventReceiversAnswer },
      },
      handler: async (request, reply) => {
        const { storeItemId, revision } = request.params as { storeItemId: string; revision: number };
        const query = request.query as Static<typeof EventReceiversQuery>;
        const { limit = DEFAULT_RECEIVERS, nextToken } = query;
        const key = await keyOf(storeItemId, query.MarketplaceId);
        const list: PagedList = { scope: JSON.stringify(['event receivers', key, revision]), checksum: 'last' };
        const after = nextToken === undefined ? undefined : readPageToken(list, nextToken, placeIn);
        const event = await itemEvents.find(key, revision);
        if (event === undefined)
          throw new Fault('NotFound', {
            message: 'There is no such event.',
            details: 'The item has no event of this revision, or it is not kept any more.',
          });
        const { receivers, next } = await itemEvents.receivers(event, after, limit);
        const names = await namesOf(receivers);
        void reply.header('cache-control', 'no-store');
        return {
          receivers: receivers.map((one) => writeReceiver(one, names)),
          ...(next && { nextToken: writePageToken(list, JSON.stringify([next.sellerId, next.sequence])) }),
        };
      },
    });
  };

const revisionIn = (position: string) => (/^\d{1,15}$/.test(position) ? Number(position) : undefined);

function placeIn(position: string): ReceiverPlace | undefined {
  try {
    const [sellerId, sequence] = JSON.parse(position) as [unknown, unknown];
    const isPlace = typeof sellerId === 'string' && !sellerId.includes('\0') && Number.isSafeInteger(sequence);
    return isPlace ? { sellerId, sequence: sequence as number } : undefined;
  } catch {
    return undefined;
  }
}
