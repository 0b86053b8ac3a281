import type { Db, Row, Sql } from '../../db/db.ts';
import { BATCH_ROWS, sweep } from '../../db/sweep.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import {
  CREDENTIAL_TYPES,
  type CredentialPage,
  type CredentialPosition,
  type CredentialType,
  dueNotice,
  type ExpiringCredential,
} from '../../domain/authorization/expiring-credential.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { expiryEvent } from '../../domain/notifications/notification.ts';
import { writeTime } from '../../domain/time.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';

/** Asks the provider; see `Identity.expiringCredentials`. */
export type AskExpiring = (type: CredentialType, after: CredentialPosition | undefined) => Promise<CredentialPage>;

type NoticeContext = { db: Db; now: () => number; sellerEvents: SellerEvents };
type Notice = { credential: ExpiringCredential; days: number };

/**
 * Publishes CREDENTIAL_EXPIRING for secrets and accesses that end soon, to sellers that receive events. A notice and its event are stored
 * in one transaction: each is published once, by whichever worker comes first, and those that came due while no worker ran, or the
 * provider did not answer, are published now. Rejects when the provider does not answer. Returns how many were published.
 */
export async function publishExpiring(parts: NoticeContext, ask: AskExpiring): Promise<number> {
  const { db, now } = parts;
  let published = 0;
  for (const type of CREDENTIAL_TYPES)
    for await (const page of pagesOf(type, ask)) {
      for (const notice of await unpublished(db, dueIn(page, now()))) if (await publish(parts, notice)) published += 1;
    }
  await removePast(db, now() - DAY_MS);
  return published;
}

async function* pagesOf(type: CredentialType, ask: AskExpiring): AsyncGenerator<readonly ExpiringCredential[]> {
  let after: CredentialPosition | undefined;
  for (;;) {
    const { credentials, next } = await ask(type, after);
    yield credentials;
    if (next === undefined) return;
    after = next;
  }
}

const dueIn = (page: readonly ExpiringCredential[], nowMs: number): Notice[] =>
  page.flatMap((credential) => {
    const days = dueNotice(credential, nowMs);
    return days === undefined ? [] : [{ credential, days }];
  });

/** Those of sellers that receive events. A seller that begins to receive them gets its notice then: it is still due. */
async function unpublished(db: Sql, notices: readonly Notice[]): Promise<Notice[]> {
  const rows = await db.many<{ id: string; days: number }>(
    `SELECT k.column1 AS id, k.column2 AS days FROM (VALUES {rows: text, bigint, text}) AS k
       JOIN event_receiver ON event_receiver.seller_id = k.column3
       LEFT JOIN credential_notice AS n ON n.credential_id = k.column1 AND n.days_before = k.column2
     WHERE n.credential_id IS NULL`,
    notices.map(({ credential: { id, sellerId }, days }): Row => [id, days, sellerId]),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return notices.filter(({ credential }) => ids.has(credential.id));
}

/** False when another worker was first. */
async function publish({ db, now, sellerEvents }: NoticeContext, { credential, days }: Notice): Promise<boolean> {
  const { id: credentialId, type, sellerId, application, name, endsMs } = credential;
  return db.transaction(async (tx) => {
    const inserted = await tx.run(
      `INSERT INTO credential_notice (credential_id, days_before, ends_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [credentialId, days, endsMs],
    );
    if (inserted === 0) return false;
    const nowMs = now();
    const about = { id: timeOrderedId('ntf', nowMs), source: sellerEvents.source, sellerId, nowMs };
    const event = expiryEvent(about, {
      ...{ credentialId, credentialType: type, clientId: application },
      ...(name === undefined ? {} : { applicationName: name }),
      ...{ DaysBefore: days, EffectiveUntil: writeTime(endsMs) },
    });
    // The seller's own applications see all of its events, others only what is about themselves (decision 38).
    await sellerEvents.publish(tx, [{ event, onlyFor: application }]);
    return true;
  });
}

/** What has ended is not listed any more, so its notices cannot come again. */
function removePast(db: Sql, beforeMs: number): Promise<number> {
  const batch = () =>
    db.run(
      `DELETE FROM credential_notice WHERE (credential_id, days_before) IN (
         SELECT credential_id, days_before FROM credential_notice WHERE ends_ms < $1 LIMIT ${BATCH_ROWS})`,
      [beforeMs],
    );
  return sweep([batch]);
}
