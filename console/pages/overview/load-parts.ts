import type { Destination, ListedEvent, Listing, ListingCount } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import { latestSequence } from '../../live.ts';
import { merged, newest, olderThan } from '../events/timeline.ts';
import type { DestinationDeliveries } from './delivery-rows.ts';
import { isFeeEvent } from './fee-rows.ts';
import { lossTimes } from './listing-rows.ts';
import { lostQuestion, unhealthyQuestion } from './questions.ts';

export type Listings = {
  readonly counts: readonly ListingCount[];
  readonly lost: readonly Listing[];
  readonly unhealthy: readonly Listing[];
  /** When which SKU lost its buy box. */
  readonly times: ReadonlyMap<string, string>;
};

export async function loadListings(MarketplaceId: string, signal: AbortSignal): Promise<Listings> {
  const [losing, unhealthy, events] = await Promise.all([
    client.getListings({ query: lostQuestion(MarketplaceId), signal }),
    client.getListings({ query: unhealthyQuestion(MarketplaceId), signal }),
    newestLosses(MarketplaceId, signal),
  ]);
  const times = lossTimes(events);
  const listed = losing.payload.Listings;
  // The newest losses may be on a later page. A search by exact SKU finds them at once.
  const absent =
    losing.payload.nextToken === undefined
      ? []
      : [...times.keys()].filter((sku) => !listed.some(({ SellerSKU }) => SellerSKU === sku));
  const one = { MarketplaceId, state: ['losing'], pageSize: 1 };
  const found = await Promise.all(absent.map((query) => client.getListings({ query: { ...one, query }, signal })));
  const late = found.flatMap(({ payload }) => payload.Listings).filter(({ SellerSKU }) => absent.includes(SellerSKU));
  return {
    counts: losing.payload.Counts ?? [],
    lost: [...late, ...listed],
    unhealthy: unhealthy.payload.Listings,
    times,
  };
}

/** Sequences begin at 1: then there is nothing to find. */
const hasNoEvents = () => latestSequence() === 0;

/** The trial of a filter answers with the newest three events that pass: no other call finds them among very many. */
async function newestLosses(marketplaceId: string, signal: AbortSignal): Promise<readonly ListedEvent[]> {
  if (hasNoEvents()) return [];
  const filter = { marketplaceIds: [marketplaceId], changes: ['LOST' as const] };
  const { examples } = await client.testFilter({ body: { filter, eventTypes: ['BUY_BOX_CHANGED'] }, signal });
  return examples as ListedEvent[];
}

/** What the timeline of a marketplace had about fees when this page was first opened. It does not change, and reading it again would be slow. */
const older = new Map<string, readonly ListedEvent[]>();

/** The events about fees. A notice comes up to 30 days ahead, so this looks further back than the trial of a filter. */
export async function loadFeeEvents(marketplaceId: string, signal: AbortSignal): Promise<readonly ListedEvent[]> {
  if (hasNoEvents()) return [];
  const trial = (kind: 'FEE_CHANGED' | 'FEE_PROMOTION') =>
    client.testFilter({ body: { filter: { marketplaceIds: [marketplaceId] }, eventTypes: [kind] }, signal });
  const [changes, promotions, before] = await Promise.all([
    trial('FEE_CHANGED'),
    trial('FEE_PROMOTION'),
    older.get(marketplaceId) ?? readOlder(marketplaceId, signal),
  ]);
  older.set(marketplaceId, before);
  return merged(before, changes.examples as ListedEvent[], promotions.examples as ListedEvent[]);
}

async function readOlder(marketplaceId: string, signal: AbortSignal): Promise<readonly ListedEvent[]> {
  const passes = (event: ListedEvent) => isFeeEvent(event) && event.data.marketplaceId === marketplaceId;
  const latest = latestSequence();
  const found = latest === undefined ? newest(client, passes, signal) : olderThan(client, latest + 1, passes, signal);
  return (await found).events;
}

/** Calls at a time: an operator may limit them, and browsers have six connections to a host. */
const AT_ONCE = 6;
const NEWEST = 50;

let prepared: Promise<readonly DestinationDeliveries[]> | undefined;

/** Takes two rounds of calls, which need no marketplace: they begin before the page is shown. */
export function prepareDeliveries(signal: AbortSignal): void {
  prepared = readDeliveries(signal);
  // `loadDeliveries` reports a failure.
  prepared.catch(() => {});
}

/** Every destination with its newest deliveries. */
export function loadDeliveries(signal: AbortSignal): Promise<readonly DestinationDeliveries[]> {
  const begun = prepared;
  prepared = undefined;
  return begun ?? readDeliveries(signal);
}

async function readDeliveries(signal: AbortSignal): Promise<readonly DestinationDeliveries[]> {
  const { channels } = await client.getDestinations({ signal });
  const found: DestinationDeliveries[] = [];
  for (let n = 0; n < channels.length; n += AT_ONCE)
    found.push(...(await Promise.all(channels.slice(n, n + AT_ONCE).map((one) => newestOf(one, signal)))));
  return found;
}

async function newestOf(destination: Destination, signal: AbortSignal): Promise<DestinationDeliveries> {
  // Nothing is sent to the others: their status says what is wrong.
  if (destination.status !== 'ACTIVE') return { destination, newest: [] };
  const path = { channelId: destination.channelId };
  const { deliveries } = await client.getDeliveries({ path, query: { limit: NEWEST }, signal });
  return { destination, newest: deliveries };
}
