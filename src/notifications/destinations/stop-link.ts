import type { Sql } from '../../db/db.ts';
import type { Destination } from '../../domain/notifications/destination.ts';
import type { NotificationContext } from '../context.ts';
import { type DestinationRow, destinationColumns, fromRow, type StoredDestination } from '../destination-table.ts';
import { isSame } from '../keys/operator-key.ts';
import { addressOf, switchOff } from './address-owner.ts';

/**
 * The link in each e-mail by which the owner of its address stops the notifications to it. It is derived from the destination
 * and the address: nothing is stored, and a change of the address makes it invalid. It does not expire, because mail is read
 * late; who gets hold of it can stop messages, and do nothing else.
 */
export class StopLinks {
  readonly #context: NotificationContext;

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  tokenOf(destination: Destination): string {
    const { destinationId } = destination;
    return `${destinationId}.${this.#context.key.stopProof(destinationId, addressOf(destination))}`;
  }

  /** The destination whose messages the link stops. */
  find(token: string): Promise<StoredDestination | undefined> {
    return this.#find(this.#context.db, token);
  }

  /**
   * The destination is INACTIVE, and sends nothing to the address before its owner agrees again. Mail programs repeat the
   * request (RFC 8058): the second one finds what it wants.
   */
  stop(token: string): Promise<'stopped' | 'unknown'> {
    return this.#context.db.transaction(async (tx) => {
      const found = await this.#find(tx, token);
      if (found === undefined) return 'unknown';
      const isStopped = found.status === 'INACTIVE' && !found.isConfirmed;
      if (!isStopped) await switchOff(tx, found.destinationId, this.#context.now());
      return 'stopped';
    });
  }

  async #find(sql: Sql, token: string): Promise<StoredDestination | undefined> {
    const [destinationId = ''] = token.split('.', 1);
    const row = await sql.get<DestinationRow>(
      `SELECT ${destinationColumns} FROM destination WHERE channel_id = $1 AND status <> 'DELETED'`,
      [destinationId],
    );
    const found = row && fromRow(row, this.#context.key);
    return found && isSame(this.tokenOf(found), token) ? found : undefined;
  }
}
