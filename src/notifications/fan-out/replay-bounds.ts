import { hash } from 'node:crypto';
import type { Sql } from '../../db/db.ts';
import type { DestinationSettings } from '../../domain/notifications/destination.ts';
import { HOST_PACE, paceAfter, pacedDueMs, paceWaitMs, SELLER_PACE } from '../../domain/notifications/replay-pace.ts';
import type { QueuedDelivery } from '../deliveries/delivery-table.ts';
import { readableSettings } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';

/**
 * Deliveries that may wait for a receiving host, to all destinations of one seller, before a replay adds more. Otherwise a caller that
 * repeats a replay to a host that takes nothing, or to a queue that nobody reads, fills the store.
 */
const MAX_WAITING = 10_000;

/** Who receives what one seller replays to a destination. */
export type ReplayReceiver = {
  sellerId: string;
  /** A digest of the host that is sent to: the settings, which have it, are stored sealed. Undefined: nothing is sent, it is pulled. */
  host: string | undefined;
  /** The destination, and the others of the seller at this host that are sent to now. */
  destinationIds: readonly string[];
};

type Addressed = { destinationId: string; sellerId: string; type: string; settings: DestinationSettings };

/** By host, not by destination: a seller may have many destinations, and delete and create them. */
export async function replayReceiver(tx: Sql, key: OperatorKey, destination: Addressed): Promise<ReplayReceiver> {
  const { destinationId, sellerId, type, settings } = destination;
  if (type === 'PULL') return { sellerId, host: undefined, destinationIds: [destinationId] };
  const name = hostOf(settings);
  if (name === undefined) return { sellerId, host: digestOf(destinationId), destinationIds: [destinationId] };
  const rows = await tx.all<{ channel_id: string; settings: string }>(
    // What waits for one that is INACTIVE or SUSPENDED keeps nobody from replaying to a new one.
    `SELECT channel_id, settings FROM destination WHERE seller_id = $1 AND type = $2 AND (status = 'ACTIVE' OR channel_id = $3)`,
    [sellerId, type, destinationId],
  );
  const same = rows.filter((row) => hostOf(readableSettings(row, key)) === name);
  return { sellerId, host: digestOf(name), destinationIds: same.map(({ channel_id }) => channel_id) };
}

/** Undefined for an address of a person. */
function hostOf({ webhook, push }: DestinationSettings): string | undefined {
  const url = webhook?.url ?? push?.endpoint;
  return url === undefined ? undefined : new URL(url).hostname;
}

const digestOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

/** Whether so many deliveries wait for the host that a replay adds none. */
export async function hasTooManyWaiting(tx: Sql, { destinationIds }: ReplayReceiver): Promise<boolean> {
  let left = MAX_WAITING;
  for (const id of destinationIds) {
    const row = await tx.get<{ waiting: number }>(
      `SELECT COUNT(*) AS waiting FROM (
         SELECT 1 FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL LIMIT $2) AS w`,
      [id, left],
    );
    left -= row?.waiting ?? 0;
    if (left <= 0) return true;
  }
  return false;
}

const SELLER = '';

/** When the seller's replays are sent: see `replay-pace.ts`. Read and write it while the seller's row is locked (`lockReceiver`). */
export type ReplaySchedule = Awaited<ReturnType<typeof readReplaySchedule>>;

export async function readReplaySchedule(tx: Sql, { host, sellerId }: ReplayReceiver, nowMs: number) {
  const row = await tx.get<{ replay_pace: string | null }>(
    'SELECT replay_pace FROM event_receiver WHERE seller_id = $1',
    [sellerId],
  );
  const known = new Map<string, number>(Object.entries(JSON.parse(row?.replay_pace ?? '{}')));
  const [hostMs, sellerMs] = [known.get(host ?? '') ?? 0, known.get(SELLER) ?? 0];
  return {
    /** How long until `count` more may be queued; 0: they may now. */
    waitMs: (count: number): number => {
      if (host === undefined) return 0;
      return Math.max(paceWaitMs(HOST_PACE, hostMs, count, nowMs), paceWaitMs(SELLER_PACE, sellerMs, count, nowMs));
    },
    /** Spreads deliveries over the time ahead, and stores that they are queued. */
    async take(deliveries: readonly QueuedDelivery[]): Promise<QueuedDelivery[]> {
      if (host === undefined || deliveries.length === 0) return [...deliveries];
      const freeMs = new Map([...known].filter(([, ms]) => ms > nowMs));
      freeMs.set(host, paceAfter(HOST_PACE, hostMs, deliveries.length, nowMs));
      freeMs.set(SELLER, paceAfter(SELLER_PACE, sellerMs, deliveries.length, nowMs));
      const pace = JSON.stringify(Object.fromEntries(freeMs));
      await tx.run('UPDATE event_receiver SET replay_pace = $2 WHERE seller_id = $1', [sellerId, pace]);
      return deliveries.map((delivery, index) => {
        const [byHost, bySeller] = [
          pacedDueMs(HOST_PACE, hostMs, index, nowMs),
          pacedDueMs(SELLER_PACE, sellerMs, index, nowMs),
        ];
        const dueMs = Math.max(byHost, bySeller);
        return { ...delivery, dueMs, expiresMs: delivery.expiresMs + dueMs - nowMs };
      });
    },
  };
}
