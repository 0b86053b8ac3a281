import { timingSafeEqual } from 'node:crypto';
import type { Db, Sql } from '../db/db.ts';
import type { Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';
import { type DestinationRow, destinationColumns, findRow, fromRow, type StoredDestination } from './destination.ts';
import { setLanes } from './lane.ts';
import type { OperatorKey } from './operator-key.ts';

/** How long an address's owner has to answer. */
const CONFIRMATION_LIFETIME_MS = 24 * 3_600_000;

/** A code has a million values: somebody who guesses must not have many tries. */
const MAX_WRONG_CODES = 5;

const DAY_MS = 24 * 3_600_000;
/** Decision 27: whoever aims the service at a stranger annoys them this often, and no more. */
const MAX_TO_ADDRESS = 3;
const MAX_OF_SELLER = 20;

/** What a message to an address says that is not confirmed yet. */
export type ConfirmationRequest = { token: string; code: string; expiresMs: number };

export type Answered = 'confirmed' | 'expired' | 'unknown' | 'wrongCode' | 'tooManyCodes';

/**
 * Asks whoever has an address whether notifications may go there, and takes the answer (decision 27). The question goes out
 * with a test notification: its link and its code follow from that delivery and the address, so nothing secret is kept,
 * a newer question replaces the older one, and another address makes both worthless.
 */
export class Confirmations {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;

  constructor(db: Db, key: OperatorKey, now: () => number) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  /** Counts one more message to an unconfirmed address; false, and nothing counted, when there were enough today. */
  async count(tx: Sql, destination: Destination, nowMs: number): Promise<boolean> {
    const day = Math.floor(nowMs / DAY_MS);
    const limits: [whose: string, most: number][] = [
      [`address ${this.#key.markOf(addressToConfirm(destination))}`, MAX_TO_ADDRESS],
      [`seller ${destination.sellerId}`, MAX_OF_SELLER],
    ];
    for (const [whose, most] of limits) {
      const row = await tx.get<{ messages: number }>(
        'SELECT messages FROM message_count WHERE whose = $1 AND day = $2',
        [whose, day],
      );
      if ((row?.messages ?? 0) >= most) return false;
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

  /** From now on the question that goes out with this delivery counts. */
  async ask(tx: Sql, destinationId: string, deliveryId: string, nowMs: number): Promise<void> {
    await tx.run(
      `INSERT INTO confirmation (channel_id, delivery_id, expires_ms, wrong_codes) VALUES ($1, $2, $3, 0)
       ON CONFLICT (channel_id) DO UPDATE SET delivery_id = excluded.delivery_id, expires_ms = excluded.expires_ms,
         wrong_codes = 0`,
      [destinationId, deliveryId, nowMs + CONFIRMATION_LIFETIME_MS],
    );
  }

  /** What the message of a delivery has to say; undefined when there is nothing to confirm. */
  confirmationRequestOf(
    destination: Destination,
    { deliveryId, createdMs }: Delivery,
  ): ConfirmationRequest | undefined {
    if (destination.status !== 'PENDING_VERIFICATION') return undefined;
    const { destinationId } = destination;
    const { proof, code } = this.#key.confirmation(destinationId, deliveryId, addressToConfirm(destination));
    return { token: `${destinationId}.${proof}`, code, expiresMs: createdMs + CONFIRMATION_LIFETIME_MS };
  }

  /** The destination that a link is about, as long as it can be answered; undefined when it never could or cannot any more. */
  async find(token: string): Promise<StoredDestination | 'expired' | undefined> {
    const asked = await this.#asked(this.#db, token.split('.', 1)[0] ?? '');
    if (!asked || !this.#fits(asked, token)) return undefined;
    return asked.expiresMs > this.#now() ? asked.destination : 'expired';
  }

  /** The answer to a link: counts once. */
  confirm(token: string): Promise<Answered> {
    return this.#db.transaction(async (tx) => {
      const asked = await this.#asked(tx, token.split('.', 1)[0] ?? '');
      if (!asked || !this.#fits(asked, token)) return 'unknown';
      return this.#settle(tx, asked);
    });
  }

  /** The answer by code, which whoever has the address told to the seller. */
  confirmByCode(sellerId: string, destinationId: string, code: string): Promise<Answered> {
    return this.#db.transaction(async (tx) => {
      if (!(await findRow(tx, sellerId, destinationId))) return 'unknown';
      const asked = await this.#asked(tx, destinationId);
      if (!asked) return 'expired';
      if (asked.wrongCodes >= MAX_WRONG_CODES) return 'tooManyCodes';
      const { proof: _proof, code: right } = this.#proofOf(asked);
      if (isSame(right, code)) return this.#settle(tx, asked);
      await tx.run('UPDATE confirmation SET wrong_codes = wrong_codes + 1 WHERE channel_id = $1', [destinationId]);
      return 'wrongCode';
    });
  }

  async #settle(tx: Sql, { destination, expiresMs }: PendingConfirmation): Promise<Answered> {
    if (expiresMs <= this.#now()) return 'expired';
    const { destinationId } = destination;
    await tx.run('DELETE FROM confirmation WHERE channel_id = $1', [destinationId]);
    await tx.run(
      `UPDATE destination SET is_confirmed = 1, modified_ms = $2,
         status = CASE WHEN status = 'PENDING_VERIFICATION' THEN 'ACTIVE' ELSE status END WHERE channel_id = $1`,
      [destinationId, this.#now()],
    );
    await setLanes(tx, [destinationId], this.#now());
    return 'confirmed';
  }

  async #asked(sql: Sql, destinationId: string): Promise<PendingConfirmation | undefined> {
    type AskedRow = DestinationRow & { delivery_id: string; expires_ms: number; wrong_codes: number };
    const row = await sql.get<AskedRow>(
      `SELECT ${destinationColumns}, confirmation.delivery_id, confirmation.expires_ms, confirmation.wrong_codes
       FROM confirmation JOIN destination ON destination.channel_id = confirmation.channel_id
       WHERE confirmation.channel_id = $1 AND destination.status <> 'DELETED'`,
      [destinationId],
    );
    if (!row) return undefined;
    const destination = fromRow(row, this.#key);
    return { destination, deliveryId: row.delivery_id, expiresMs: row.expires_ms, wrongCodes: row.wrong_codes };
  }

  #proofOf({ destination, deliveryId }: PendingConfirmation): { proof: string; code: string } {
    return this.#key.confirmation(destination.destinationId, deliveryId, addressToConfirm(destination));
  }

  #fits(asked: PendingConfirmation, token: string): boolean {
    return isSame(`${asked.destination.destinationId}.${this.#proofOf(asked).proof}`, token);
  }
}

type PendingConfirmation = {
  destination: StoredDestination;
  deliveryId: string;
  expiresMs: number;
  wrongCodes: number;
};

/** Whose consent is needed: of an e-mail address or a phone number; empty for other types. */
export const addressToConfirm = ({ settings }: Destination): string =>
  settings.email?.address ?? settings.sms?.phoneNumber ?? '';

function isSame(right: string, given: string): boolean {
  const a = Buffer.from(right);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
