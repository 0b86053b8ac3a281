import { ApiError, type Delivery, type DeliveryDetails, type Destination } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import { hasFailed } from './health.ts';
import { type Cause, groupByCause } from './log/causes.ts';
import { type Waiting, waitingOf } from './waiting.ts';

export type DestinationRow = {
  readonly destination: Destination;
  /** The newest deliveries, the newest first. */
  readonly newest: readonly Delivery[];
  readonly waiting: Waiting;
};

/** What the parts of a destination's page get. */
export type RowProps = { row: DestinationRow; reload: () => void };

/** Calls at a time: an operator may limit them. */
const AT_ONCE = 4;
const NEWEST = 50;
const PAGE = 100;
/** What waits is counted up to this many pages. */
const MAX_PAGES = 5;
const MAX_CAUSES = 20;

export async function loadRows(signal: AbortSignal): Promise<DestinationRow[]> {
  const { channels } = await client.getDestinations({ signal });
  const rows = await atMost(AT_ONCE, channels, (destination) => loadRow(destination, signal).catch(unlessDeleted));
  return rows.filter((row) => row !== undefined);
}

/** A destination may be deleted after the list was read. */
function unlessDeleted(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

export async function loadRow(destination: Destination, signal: AbortSignal): Promise<DestinationRow> {
  const path = { channelId: destination.channelId };
  const { deliveries: newest, nextToken } = await client.getDeliveries({ path, query: { limit: NEWEST }, signal });
  const isWhole = nextToken === undefined;
  const pending = newest.filter(({ state }) => state === 'PENDING');
  const waiting = isWhole ? waitingOf(pending, false) : await loadWaiting(destination.channelId, signal);
  return { destination, newest, waiting };
}

/** The log is newest first, so the oldest is at the end of what waits. */
async function loadWaiting(channelId: string, signal: AbortSignal): Promise<Waiting> {
  const found: Delivery[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { state: 'PENDING' as const, limit: PAGE, ...(token ? { nextToken: token } : {}) };
    const { deliveries, nextToken } = await client.getDeliveries({ path: { channelId }, query, signal });
    found.push(...deliveries);
    token = nextToken;
    if (token === undefined) break;
  }
  return waitingOf(found, token !== undefined);
}

/** What has ended does not change, so it is asked for once. */
const known = new Map<string, DeliveryDetails>();

/** The causes of the newest failures. */
export async function loadCauses(newest: readonly Delivery[], signal: AbortSignal): Promise<Cause[]> {
  const failed = newest
    .filter(hasFailed)
    .toSorted((a, b) => (a.createdTime < b.createdTime ? 1 : -1))
    .slice(0, MAX_CAUSES);
  return groupByCause(await atMost(AT_ONCE, failed, (delivery) => loadDetails(delivery, signal)));
}

async function loadDetails(
  { deliveryId, attemptCount, state }: Delivery,
  signal: AbortSignal,
): Promise<DeliveryDetails> {
  const key = `${deliveryId} ${state} ${attemptCount}`;
  const details = known.get(key) ?? (await client.getDelivery({ path: { deliveryId }, signal }));
  if (known.size > 500) known.clear();
  known.set(key, details);
  return details;
}

async function atMost<T, R>(count: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return results;
}
