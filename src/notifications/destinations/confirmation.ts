import type { Row, Sql } from '../../db/db.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { mailboxOf } from '../../domain/notifications/addresses/email-address.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import type { Destination } from '../../domain/notifications/destination.ts';
import type { NotificationContext } from '../context.ts';
import { setLanes } from '../deliveries/lane.ts';
import {
  type DestinationRow,
  destinationColumns,
  findRow,
  fromRow,
  type StoredDestination,
} from '../destination-table.ts';
import { isSame } from '../keys/operator-key.ts';
import { addressOf, switchOff } from './address-owner.ts';

/** How long a confirmation link and code are valid. */
const CONFIRMATION_LIFETIME_MS = DAY_MS;

/** A code has only a million values, so wrong guesses are limited. */
const MAX_WRONG_CODES = 5;

/** Decision 27: messages a day to an unconfirmed address, whose owner may be a stranger. */
const MAX_DAILY_TO_ADDRESS = 3;
const MAX_DAILY_OF_SELLER = 20;
/** How long an address gets no request for confirmation, from any seller, after its owner said to stop. */
const STOP_DAYS = 30;

/** What a message to an unconfirmed address contains: a link token and a code. */
export type ConfirmationRequest = { token: string; code: string; expiresMs: number };

export type ConfirmationResult = 'confirmed' | 'expired' | 'unknown' | 'wrongCode' | 'tooManyCodes';

/**
 * Asks the owner of an address to agree to notifications, and records the answer (decision 27). The request is sent as a
 * test notification, when the destination is created and with each test. Its link and code are derived from that delivery
 * and the address: no secret is stored, a newer request replaces the older one, and a change of the address makes both
 * invalid.
 */
export class Confirmations {
  readonly #context: NotificationContext;

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  /** Counts one more message to an unconfirmed address. False when a daily limit is reached; then nothing is counted. */
  async countMessage(tx: Sql, destination: Destination, nowMs: number): Promise<boolean> {
    const day = Math.floor(nowMs / DAY_MS);
    const limits: [whose: string, max: number][] = [
      [this.#countedAddress(destination), MAX_DAILY_TO_ADDRESS],
      [`seller ${destination.sellerId}`, MAX_DAILY_OF_SELLER],
    ];
    for (const [whose, max] of limits) {
      const row = await tx.get<{ messages: number }>(
        'SELECT messages FROM message_count WHERE whose = $1 AND day = $2',
        [whose, day],
      );
      if ((row?.messages ?? 0) >= max) return false;
    }
    for (const [whose] of limits) {
      await tx.run(
        `INSERT INTO message_count (whose, day, messages) VALUES ($1, $2, 1)
         ON CONFLICT (day, whose) DO UPDATE SET messages = message_count.messages + 1`,
        [whose, day],
      );
    }
    return true;
  }

  /** Makes this delivery the destination's only valid confirmation request. */
  async request(tx: Sql, destinationId: string, deliveryId: string, nowMs: number): Promise<void> {
    await tx.run(
      `INSERT INTO confirmation (channel_id, delivery_id, expires_ms, wrong_codes) VALUES ($1, $2, $3, 0)
       ON CONFLICT (channel_id) DO UPDATE SET delivery_id = excluded.delivery_id, expires_ms = excluded.expires_ms,
         wrong_codes = 0`,
      [destinationId, deliveryId, nowMs + CONFIRMATION_LIFETIME_MS],
    );
  }

  /** What the message of a delivery must contain; undefined when there is nothing to confirm. */
  confirmationRequestOf(
    destination: Destination,
    { deliveryId, createdMs }: Delivery,
  ): ConfirmationRequest | undefined {
    if (destination.status !== 'PENDING_VERIFICATION') return undefined;
    const { destinationId } = destination;
    const { proof, code } = this.#context.key.confirmation(destinationId, deliveryId, addressOf(destination));
    return { token: `${destinationId}.${proof}`, code, expiresMs: createdMs + CONFIRMATION_LIFETIME_MS };
  }

  /** The destination that a link confirms; undefined when the link was never valid, was used or was replaced. */
  async find(token: string): Promise<StoredDestination | 'expired' | undefined> {
    const pending = await this.#findPending(this.#context.db, destinationIdIn(token));
    if (!pending || !this.#matches(pending, token)) return undefined;
    return pending.expiresMs > this.#context.now() ? pending.destination : 'expired';
  }

  /** Confirms by link. A link works once. */
  confirm(token: string): Promise<ConfirmationResult> {
    return this.#context.db.transaction(async (tx) => {
      const pending = await this.#findPending(tx, destinationIdIn(token));
      if (!pending || !this.#matches(pending, token)) return 'unknown';
      return this.#complete(tx, pending);
    });
  }

  /**
   * The owner of the address refuses: the destination is INACTIVE, and no seller can have a request sent to the address for
   * `STOP_DAYS`. Works once, also with a link that has expired.
   */
  stop(token: string): Promise<'stopped' | 'unknown'> {
    return this.#context.db.transaction(async (tx) => {
      const pending = await this.#findPending(tx, destinationIdIn(token));
      if (!pending || !this.#matches(pending, token)) return 'unknown';
      const now = this.#context.now();
      await switchOff(tx, pending.destination.destinationId, now);
      const today = Math.floor(now / DAY_MS);
      const whose = this.#countedAddress(pending.destination);
      await tx.many(
        `INSERT INTO message_count (day, whose, messages) VALUES {rows: bigint key, text key, bigint}
         ON CONFLICT (day, whose) DO UPDATE SET messages = excluded.messages`,
        Array.from({ length: STOP_DAYS }, (_, n): Row => [today + n, whose, MAX_DAILY_TO_ADDRESS]),
      );
      return 'stopped';
    });
  }

  /** Whether a request is open. Without one the daily limit was reached. */
  async isRequested(tx: Sql, destinationId: string): Promise<boolean> {
    const row = await tx.get('SELECT 1 AS one FROM confirmation WHERE channel_id = $1', [destinationId]);
    return row !== undefined;
  }

  /** Confirms by the code, which the owner of the address told the seller. */
  confirmByCode(access: DestinationAccess, destinationId: string, code: string): Promise<ConfirmationResult> {
    return this.#context.db.transaction(async (tx) => {
      if (!(await findRow(tx, access, destinationId))) return 'unknown';
      const pending = await this.#findPending(tx, destinationId);
      if (!pending) return 'expired';
      if (pending.wrongCodes >= MAX_WRONG_CODES) return 'tooManyCodes';
      if (isSame(this.#proofOf(pending).code, code)) return this.#complete(tx, pending);
      await tx.run('UPDATE confirmation SET wrong_codes = wrong_codes + 1 WHERE channel_id = $1', [destinationId]);
      return 'wrongCode';
    });
  }

  #countedAddress(destination: Destination): string {
    return `address ${this.#context.key.pseudonymOf(mailboxOf(addressOf(destination)))}`;
  }

  async #complete(tx: Sql, { destination, expiresMs }: PendingConfirmation): Promise<ConfirmationResult> {
    if (expiresMs <= this.#context.now()) return 'expired';
    const { destinationId } = destination;
    await tx.run('DELETE FROM confirmation WHERE channel_id = $1', [destinationId]);
    await tx.run(
      `UPDATE destination SET is_confirmed = 1, modified_ms = $2,
         status = CASE WHEN status = 'PENDING_VERIFICATION' THEN 'ACTIVE' ELSE status END WHERE channel_id = $1`,
      [destinationId, this.#context.now()],
    );
    await setLanes(tx, [destinationId], this.#context.now());
    return 'confirmed';
  }

  async #findPending(sql: Sql, destinationId: string): Promise<PendingConfirmation | undefined> {
    type PendingRow = DestinationRow & { delivery_id: string; expires_ms: number; wrong_codes: number };
    const row = await sql.get<PendingRow>(
      `SELECT ${destinationColumns}, confirmation.delivery_id, confirmation.expires_ms, confirmation.wrong_codes
       FROM confirmation JOIN destination ON destination.channel_id = confirmation.channel_id
       WHERE confirmation.channel_id = $1 AND destination.status <> 'DELETED'`,
      [destinationId],
    );
    if (!row) return undefined;
    const destination = fromRow(row, this.#context.key);
    return { destination, deliveryId: row.delivery_id, expiresMs: row.expires_ms, wrongCodes: row.wrong_codes };
  }

  #proofOf({ destination, deliveryId }: PendingConfirmation): { proof: string; code: string } {
    return this.#context.key.confirmation(destination.destinationId, deliveryId, addressOf(destination));
  }

  #matches(pending: PendingConfirmation, token: string): boolean {
    return isSame(`${pending.destination.destinationId}.${this.#proofOf(pending).proof}`, token);
  }
}

const destinationIdIn = (token: string) => token.split('.', 1)[0] ?? '';

type PendingConfirmation = {
  destination: StoredDestination;
  deliveryId: string;
  expiresMs: number;
  wrongCodes: number;
};
