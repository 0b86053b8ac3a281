import type { EventKind } from '../../src/domain/notifications/notification.ts';
import type { NewEvent } from '../../src/notifications/events/event-table.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';

type Example = { subject?: string; data: Record<string, unknown> };

/** An event to append: the documented example of its kind, for another seller. */
export function exampleEvent(
  kind: EventKind,
  sellerId: string,
  { revision, atMs }: { revision: number; atMs: number },
): NewEvent {
  const { subject, data } = eventExamples[kind] as Example;
  const { payloadVersion: _version, sellerId: _seller, ...payload } = data;
  if (subject === undefined || !('revision' in payload))
    return { sellerId, kind, atMs, sellerPart: membersOf(payload) };
  const { marketplaceId, revision: _revision, ...members } = payload;
  const isOwn = ([name]: [string, unknown]) => OWN.includes(name) || (kind === 'PRICING_HEALTH' && name === 'Offers');
  const { own = [], item = [] } = Object.groupBy(Object.entries(members), (one) => (isOwn(one) ? 'own' : 'item'));
  const content = {
    revision,
    marketplaceId: String(marketplaceId),
    itemId: subject,
    atMs,
    itemPart: membersOf(Object.fromEntries(item)),
  };
  return { sellerId, kind, atMs, content, sellerPart: membersOf(Object.fromEntries(own)) };
}

/** What only the seller is told. */
const OWN = ['Change', 'Health', 'Own', 'PreviousSellerSKU', 'MyOffers', 'MySKUs'];

const membersOf = (value: object) => JSON.stringify(value).slice(1, -1);
