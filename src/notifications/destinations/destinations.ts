import type { Db, Sql } from '../../db/db.ts';
import { oncePerKey } from '../../db/idempotency.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { IdempotentRequest, KeyReused } from '../../domain/idempotent-request.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { DEFAULT_WINDOW_SECONDS, type Destination } from '../../domain/notifications/destination.ts';
import { countingChoices, SUBSCRIBED_KINDS } from '../../domain/notifications/subscription.ts';
import { cancelAll, recordOwner, removeFormerOwners } from '../applications/delegated-application.ts';
import type { NotificationContext } from '../context.ts';
import { cancelOpen, cancelTests } from '../deliveries/delivery-table.ts';
import { releaseQuiet, releaseWindowed } from '../deliveries/held-deliveries.ts';
import { lockLanes, setLanes } from '../deliveries/lane.ts';
import {
  countDestination,
  findRow,
  fromRow,
  insertDestination,
  isOverDestinationLimit,
  rowsOf,
  type StoredDestination,
  updateDestination,
} from '../destination-table.ts';
import { becomeReceiver, olderTransactionsEnd } from '../events/receivers.ts';
import type { Confirmations } from './confirmation.ts';
import type { TestNotifications } from './test-notifications.ts';

/** A destination to create. */
export type DestinationDraft = Pick<
  StoredDestination,
  'sellerId' | 'name' | 'type' | 'status' | 'isConfirmed' | 'settings'
> & {
  /** The default when absent. */
  windowSeconds?: Destination['windowSeconds'] | undefined;
  filter?: Destination['filter'] | undefined;
  quietHours?: Destination['quietHours'] | undefined;
  eventTypes?: Destination['eventTypes'] | undefined;
  consent?: Destination['consent'] | undefined;
  /** A new one when absent. */
  destinationId?: string;
  /** The delegated application that it will belong to; absent: it belongs to the seller. */
  application?: string | undefined;
  createdBy?: string | undefined;
};

/** Why no destination was created. `deleted`: the one that the idempotency key created has been deleted since. */
export type CreateRejection = { rejected: 'tooMany' | 'deleted' };

/**
 * `repeated`: an earlier request with the same idempotency key created it. `isUnasked`: the owner of its address has to
 * confirm it, and was not asked, because a daily limit is reached (decision 27).
 */
export type CreatedDestination = ChangedDestination & { repeated: boolean };
export type ChangedDestination = { destination: Destination; isUnasked: boolean };

/** Where a repeated request finds what it created: an application that the seller does not own sees only its own. */
const ownerOf = ({ sellerId, application }: DestinationDraft): DestinationAccess =>
  application === undefined ? { sellerId } : { sellerId, application };

/** An address that a request names and the registered one are two, even if they are equal: see `isRegistered`. */
const recipientOf = ({ settings: { email, sms } }: Destination): string => JSON.stringify(email ?? sms ?? {});

const areSame = (a: object | undefined, b: object | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** The seconds of each kind's window. */
const windowsOf = (destination: Destination) =>
  SUBSCRIBED_KINDS.map((kind) => destination.byKind?.[kind]?.windowSeconds ?? destination.windowSeconds);

function withCountingChoices({ byKind: _byKind, ...others }: StoredDestination): StoredDestination {
  const byKind = countingChoices({ ...others, byKind: _byKind });
  return byKind ? { ...others, byKind } : others;
}

/** A seller's destinations: create, read, change, delete. */
export class Destinations {
  readonly #context: NotificationContext;
  readonly #tests: TestNotifications;
  readonly #confirmations: Confirmations;

  constructor(context: NotificationContext, tests: TestNotifications, confirmations: Confirmations) {
    this.#context = context;
    this.#tests = tests;
    this.#confirmations = confirmations;
  }

  /**
   * The destination is durable when this returns, and so is the message that asks the owner of its address. A repeated request
   * returns the destination of the first one.
   */
  async create(
    draft: DestinationDraft,
    request?: IdempotentRequest,
  ): Promise<CreatedDestination | CreateRejection | KeyReused> {
    let isNewReceiver = false;
    const created = await oncePerKey<CreatedDestination, CreateRejection>(
      this.#context.db,
      this.#context.now,
      request,
      {
        repeat: async (tx, destinationId) => {
          const row = await findRow(tx, ownerOf(draft), destinationId);
          if (!row) return { rejected: 'deleted' };
          const isUnasked =
            row.status === 'PENDING_VERIFICATION' && !(await this.#confirmations.isRequested(tx, destinationId));
          return { destination: fromRow(row, this.#context.key), isUnasked, repeated: true };
        },
        create: async (tx, now) => {
          await countDestination(tx, draft.sellerId, 1);
          if (await isOverDestinationLimit(tx, draft.sellerId, draft.application)) {
            await countDestination(tx, draft.sellerId, -1);
            return { rejected: 'tooMany' };
          }
          if (draft.application !== undefined) await recordOwner(tx, draft.sellerId, draft.application, now);
          const destination = {
            destinationId: timeOrderedId('ch', now),
            ...draft,
            windowSeconds: draft.windowSeconds ?? DEFAULT_WINDOW_SECONDS,
            secretVersion: 1,
            createdMs: now,
            modifiedMs: now,
          } as StoredDestination;
          await insertDestination(tx, this.#context.key, destination);
          isNewReceiver = (await becomeReceiver(tx, draft.sellerId, now)) > 0;
          const isUnasked = await this.#askUnlessConfirmed(tx, destination, now);
          return { destination, isUnasked, repeated: false, createdId: destination.destinationId };
        },
      },
    );
    this.#context.onQueued();
    if (isNewReceiver) await olderTransactionsEnd(this.#context.db);
    return created;
  }

  async #askUnlessConfirmed(tx: Sql, destination: StoredDestination, now: number): Promise<boolean> {
    if (destination.status !== 'PENDING_VERIFICATION') return false;
    return !(await this.#tests.requestConfirmation(tx, destination, now));
  }

  /** In the order in which they were created. */
  async list(access: DestinationAccess): Promise<StoredDestination[]> {
    return (await rowsOf(this.#context.db, access)).map((row) => fromRow(row, this.#context.key));
  }

  async find(access: DestinationAccess, destinationId: string): Promise<StoredDestination | undefined> {
    const row = await findRow(this.#context.db, access, destinationId);
    return row && fromRow(row, this.#context.key);
  }

  /**
   * Reads a destination, lets `change` decide, and stores the result. `change` throws to reject; it must have no other
   * effect, because a colliding transaction is repeated. Deliveries that waited while the destination was INACTIVE are due
   * again, the owner of a new address is asked, and deliveries held only by the old window or quiet hours are
   * released. Undefined when the caller has no such destination.
   */
  async change(
    access: DestinationAccess,
    destinationId: string,
    change: (destination: StoredDestination, nowMs: number) => StoredDestination,
  ): Promise<ChangedDestination | undefined> {
    const changed = await this.#context.db.transaction((tx) => this.changeIn(tx, access, destinationId, change));
    this.#context.onQueued();
    return changed;
  }

  /** The same in the caller's transaction, after which it calls `onQueued`. */
  async changeIn(
    tx: Sql,
    access: DestinationAccess,
    destinationId: string,
    change: (destination: StoredDestination, nowMs: number) => StoredDestination,
  ): Promise<ChangedDestination | undefined> {
    const row = await findRow(tx, access, destinationId);
    if (!row) return undefined;
    const now = this.#context.now();
    const before = fromRow(row, this.#context.key);
    const destination = withCountingChoices({ ...change(before, now), modifiedMs: now });
    await updateDestination(tx, this.#context.key, destination);
    // Before the deliveries, as a claim does.
    await lockLanes(tx, [destinationId]);
    // Queued tests were meant for the old address, and counted for it (decision 27).
    const hasNewAddress = recipientOf(before) !== recipientOf(destination);
    if (hasNewAddress) await cancelTests(tx, destinationId, now);
    // Nothing of the time before may be left: see `resumeDestinations`.
    if (before.suspension && !destination.suspension) await cancelAll(tx, destinationId, now);
    const isUnasked = hasNewAddress && (await this.#askUnlessConfirmed(tx, destination, now));
    if (!areSame(before.quietHours, destination.quietHours)) await releaseQuiet(tx, destinationId, now);
    if (!areSame(windowsOf(before), windowsOf(destination))) await releaseWindowed(tx, destinationId, now);
    await setLanes(tx, [destinationId], now);
    return { destination, isUnasked };
  }

  /** The signing secrets in force, the newest first: the seller's own where there is one, otherwise derived. */
  secretsOf(destination: Destination): string[] {
    const { destinationId, secretVersion, previousSecretUntilMs = 0, settings } = destination;
    const { secret, previousSecret } = settings.webhook ?? {};
    const current = secret ?? this.#context.key.webhookSecret(destinationId, secretVersion);
    if (previousSecretUntilMs <= this.#context.now()) return [current];
    return [current, previousSecret ?? this.#context.key.webhookSecret(destinationId, secretVersion - 1)];
  }

  /** Nothing more is sent to it; retention deletes its log later. False when the caller has no such destination. */
  async remove(access: DestinationAccess, destinationId: string): Promise<boolean> {
    return this.#context.db.transaction(async (tx) => {
      if (!(await findRow(tx, access, destinationId))) return false;
      await removeOne(tx, access.sellerId, destinationId, this.#context.now());
      return true;
    });
  }
}

/** Removes all destinations of a seller, for a command that has no key to read them. */
export async function removeDestinationsOf(db: Db, sellerId: string, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { channel_id } of await rowsOf(tx, { sellerId })) await removeOne(tx, sellerId, channel_id, nowMs);
  });
}

async function removeOne(tx: Sql, sellerId: string, destinationId: string, nowMs: number): Promise<void> {
  await tx.run(`UPDATE destination SET status = 'DELETED', modified_ms = $2 WHERE channel_id = $1`, [
    destinationId,
    nowMs,
  ]);
  await tx.run('UPDATE lane SET due_ms = NULL WHERE channel_id = $1', [destinationId]);
  await cancelOpen(tx, destinationId, nowMs);
  await countDestination(tx, sellerId, -1);
  await removeFormerOwners(tx, sellerId);
}
