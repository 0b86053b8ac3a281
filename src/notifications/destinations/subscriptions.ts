import { oncePerKeyIn, repeatedIfUsed } from '../../db/idempotency.ts';
import type { IdempotentRequest, KeyReused } from '../../domain/idempotent-request.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { type KindChoice, MAX_KIND_FILTER_CHARACTERS } from '../../domain/notifications/kind-choice.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import {
  type Resubscribed,
  type Subscription,
  subscribed,
  subscriptionTo,
  unsubscribed,
} from '../../domain/notifications/subscription.ts';
import type { NotificationContext } from '../context.ts';
import { findRow, fromRow, type StoredDestination } from '../destination-table.ts';
import type { Destinations } from './destinations.ts';

/** A subscription to make, or to make so. */
export type SubscriptionDraft = { destinationId: string; kind: EventKind; choice: KindChoice };

/** `isFixed`: the destination had the default kinds, and has a list of its own now. */
export type Subscribed = { subscription: Subscription; isFixed: boolean; repeated: boolean };

/** Why there is no subscription. `deleted`: the one that the idempotency key created has been deleted since. */
export type SubscribeRejection = { rejected: 'noDestination' | 'deleted' | 'tooLarge' };

/** What is stored for a key: the answer is built again from the destination. */
const FIXED = 'fixed';
const UNFIXED = 'created';

/** The event kinds of destinations, one by one (decision 58). They are stored with their destination, and nowhere else. */
export class Subscriptions {
  readonly #context: NotificationContext;
  readonly #destinations: Destinations;

  constructor(context: NotificationContext, destinations: Destinations) {
    this.#context = context;
    this.#destinations = destinations;
  }

  /** Those to one kind, in the order in which their destinations were created. */
  async list(access: DestinationAccess, kind: EventKind): Promise<Subscription[]> {
    const all = await this.#destinations.list(access);
    return all.flatMap((destination) => subscriptionTo(destination, kind) ?? []);
  }

  async find(access: DestinationAccess, destinationId: string, kind: EventKind): Promise<Subscription | undefined> {
    const destination = await this.#destinations.find(access, destinationId);
    return destination && subscriptionTo(destination, kind);
  }

  /** Makes a subscription, or sets the choices of the one that there is. Concurrent calls for one destination lose nothing. */
  async subscribe(
    access: DestinationAccess,
    { destinationId, kind, choice }: SubscriptionDraft,
    request?: IdempotentRequest,
  ): Promise<Subscribed | SubscribeRejection | KeyReused> {
    const { db, key, now, onQueued } = this.#context;
    const run = () =>
      db.transaction((tx) =>
        oncePerKeyIn<Subscribed, SubscribeRejection>(tx, now(), request, {
          repeat: async (_, createdId) => {
            const row = await findRow(tx, access, destinationId);
            const subscription = row && subscriptionTo(fromRow(row, key), kind);
            if (!subscription) return { rejected: 'deleted' };
            return { subscription, isFixed: createdId === FIXED, repeated: true };
          },
          create: async () => {
            let isFixed = false;
            const changed = await this.#destinations.changeIn(tx, access, destinationId, (destination) => {
              const result = subscribed(destination, kind, choice);
              isFixed = result.isFixed;
              return result.destination;
            });
            if (!changed) return { rejected: 'noDestination' };
            const { destination } = changed;
            if (lengthOf(destination) > MAX_KIND_FILTER_CHARACTERS) throw new TooLarge();
            const subscription = subscriptionTo(destination, kind) as Subscription;
            return { subscription, isFixed, repeated: false, createdId: isFixed ? FIXED : UNFIXED };
          },
        }),
      );
    try {
      const result = await (request ? repeatedIfUsed(run) : run());
      onQueued();
      return result;
    } catch (error) {
      if (error instanceof TooLarge) return { rejected: 'tooLarge' };
      throw error;
    }
  }

  /** Whether the destination has a list of its own only since now; undefined when there is no such subscription. */
  async unsubscribe(
    access: DestinationAccess,
    destinationId: string,
    kind: EventKind,
  ): Promise<{ isFixed: boolean } | undefined> {
    let result: Resubscribed<StoredDestination> | undefined;
    await this.#destinations.change(access, destinationId, (destination) => {
      result = unsubscribed(destination, kind);
      return result?.destination ?? destination;
    });
    return result && { isFixed: result.isFixed };
  }
}

/** Undoes the transaction. */
class TooLarge extends Error {}

const lengthOf = ({ byKind = {} }: Pick<StoredDestination, 'byKind'>): number =>
  Object.values(byKind).reduce((sum, { filter }) => sum + (filter ? JSON.stringify(filter).length : 0), 0);
