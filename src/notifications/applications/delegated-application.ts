import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { DelegatedApplication } from '../../domain/authorization/delegated-application.ts';
import type { Withdrawal } from '../../domain/notifications/status-reason.ts';
import { cancelOpen, MAX_CANCELED } from '../deliveries/delivery-table.ts';
import { setLanes } from '../deliveries/lane.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import {
  lockForSuspensions,
  publishSuspensions,
  type SuspendedDestination,
  suspendedColumns,
} from '../health/suspension.ts';
import { Tally, type TallyObserver } from '../tally.ts';

/** A delegated application that owns destinations of a seller (decision 38). */
export type OwningApplication = DelegatedApplication & {
  /** As it was known at the last question to the provider. */
  name: string | null;
  destinations: number;
  /** How many of them are WITHDRAWN. */
  withdrawn: number;
  /** When it last showed a valid token of the seller; null when that was never recorded. */
  usedMs: number | null;
  /** When the seller was told that it is unused; null after its next use. */
  warnedMs: number | null;
};

/** Applications that are examined at once. */
const PAGE = 100;

/** All applications that own destinations, in pages. */
export async function* owningApplications(db: Sql): AsyncGenerator<OwningApplication[]> {
  let last: DelegatedApplication = { sellerId: '', application: '' };
  for (;;) {
    const page = await db.all<OwningApplication>(
      `SELECT destination.seller_id AS "sellerId", destination.application AS application,
         MIN(delegated_application.name) AS name, COUNT(*) AS destinations, COUNT(destination.suspension) AS withdrawn,
         MIN(delegated_application.used_ms) AS "usedMs", MIN(delegated_application.warned_ms) AS "warnedMs"
       FROM destination LEFT JOIN delegated_application ON delegated_application.seller_id = destination.seller_id
         AND delegated_application.application = destination.application
       WHERE destination.application IS NOT NULL AND destination.status <> 'DELETED'
         AND (destination.seller_id, destination.application) > ($1, $2)
       GROUP BY destination.seller_id, destination.application
       ORDER BY destination.seller_id, destination.application LIMIT ${PAGE}`,
      [last.sellerId, last.application],
    );
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1) ?? last;
  }
}

/** Belongs in the transaction that creates a destination, or a schedule of reports: the application has just shown a valid token. */
export async function recordOwner(tx: Sql, sellerId: string, application: string, nowMs: number): Promise<void> {
  await tx.run(
    `INSERT INTO delegated_application (seller_id, application, used_ms) VALUES ($1, $2, $3)
     ON CONFLICT (seller_id, application) DO UPDATE SET used_ms = excluded.used_ms, warned_ms = NULL`,
    [sellerId, application, nowMs],
  );
}

/** Stores the name under which people know an application, if it is another one. */
export async function recordName(db: Sql, { sellerId, application, name: known }: OwningApplication, name = known) {
  if (name === known) return;
  await db.run('UPDATE delegated_application SET name = $3 WHERE seller_id = $1 AND application = $2', [
    sellerId,
    application,
    name,
  ]);
}

/** Deletes the records of applications that own no destination of the seller, and no schedule of reports, any more. */
export async function removeFormerOwners(tx: Sql, sellerId: string): Promise<void> {
  await tx.run(
    `DELETE FROM delegated_application WHERE seller_id = $1 AND NOT EXISTS (
       SELECT 1 FROM destination WHERE destination.seller_id = delegated_application.seller_id
         AND destination.application = delegated_application.application AND destination.status <> 'DELETED')
         AND NOT EXISTS (SELECT 1 FROM report_schedule WHERE report_schedule.seller_id = delegated_application.seller_id
           AND report_schedule.application = delegated_application.application)`,
    [sellerId],
  );
}

export type SuspensionContext = {
  db: Db;
  now: () => number;
  sellerEvents: SellerEvents;
  onTally?: TallyObserver;
};

/** Nothing more is sent to the destinations of the application, not even what is queued. The seller is told. */
export async function suspendDestinations(
  context: Omit<SuspensionContext, 'now'>,
  { sellerId, application, usedMs }: OwningApplication,
  reason: Withdrawal,
  nowMs: number,
): Promise<void> {
  const lastUsedMs = reason === 'APPLICATION_UNUSED' ? usedMs : null;
  await withdrawDestinations(context, { sellerId, application, reason, lastUsedMs }, nowMs);
}

export type WithdrawnDestinations = {
  readonly sellerId: string;
  /** Whose. Undefined: of all owners. */
  readonly application?: string;
  readonly reason: Withdrawal | 'SELLER_DISABLED';
  readonly lastUsedMs?: number | null;
};

/** Suspends those that are left, tells their owners, and cancels what is queued for them. */
export async function withdrawDestinations(
  { db, sellerEvents, onTally }: Omit<SuspensionContext, 'now'>,
  withdrawn: WithdrawnDestinations,
  nowMs: number,
): Promise<void> {
  const { sellerId, application, reason } = withdrawn;
  const owner = application === undefined ? '' : ' AND application = $4';
  const { ids, tally } = await db.transaction(async (tx) => {
    const counted = new Tally();
    await lockForSuspensions(tx, [sellerId]);
    const rows = await tx.all<SuspendedDestination>(
      `UPDATE destination SET status = 'WITHDRAWN', status_before = status, suspension = $2, modified_ms = $3
       WHERE seller_id = $1${owner} AND status NOT IN ('WITHDRAWN', 'DELETED') RETURNING ${suspendedColumns}`,
      [sellerId, reason, nowMs, ...(application === undefined ? [] : [application])],
    );
    // Another worker may have been first.
    if (rows.length === 0) return { ids: [], tally: counted };
    await publishSuspensions(tx, noticesOf(rows, withdrawn, nowMs), nowMs, { sellerEvents, tally: counted });
    return { ids: await setLanesOf(tx, rows, nowMs), tally: counted };
  }, LOCKING);
  onTally?.(tally);
  for (const id of ids) await cancelAll(db, id, nowMs);
}

/** One for each owner: an application learns nothing of the destinations of others (decision 38). */
function noticesOf(
  rows: readonly SuspendedDestination[],
  { reason, lastUsedMs }: WithdrawnDestinations,
  nowMs: number,
) {
  const sorted = rows.toSorted((a, b) => (a.channel_id < b.channel_id ? -1 : 1));
  const facts = {
    reason,
    status: 'SUSPENDED',
    fromMs: nowMs,
    ...(lastUsedMs !== undefined && { lastUsedMs }),
  } as const;
  return [...Map.groupBy(sorted, ({ application }) => application).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ destinations: [first, ...others] as const, ...facts }],
  );
}

/** It locks before it decides, and the dispatcher writes the same rows all the time: it would be repeated again and again. */
const LOCKING: TransactionOptions = { seesLatest: true };

/** A destination becomes what it was before it was WITHDRAWN. */
export const AS_BEFORE = `suspension = NULL, status_before = NULL,
         status = CASE WHEN status_before = 'INACTIVE' THEN 'INACTIVE' WHEN is_confirmed = 0 THEN 'PENDING_VERIFICATION'
           WHEN status_before = 'SUSPENDED' THEN 'SUSPENDED' ELSE 'ACTIVE' END`;

/** The destinations are what they were before the application lost its access. */
export async function resumeDestinations(
  db: Db,
  { sellerId, application }: DelegatedApplication,
  nowMs: number,
): Promise<void> {
  // The worker that suspended them may have been killed before it canceled everything, and an event may have come in between.
  const withdrawn = await db.all<{ channel_id: string }>(
    `SELECT channel_id FROM destination WHERE seller_id = $1 AND application = $2 AND status = 'WITHDRAWN'`,
    [sellerId, application],
  );
  for (const { channel_id } of withdrawn) await cancelAll(db, channel_id, nowMs);
  await db.transaction(async (tx) => {
    const rows = await tx.all<{ channel_id: string }>(
      `UPDATE destination SET ${AS_BEFORE}, modified_ms = $3
       WHERE seller_id = $1 AND application = $2 AND status = 'WITHDRAWN' RETURNING channel_id`,
      [sellerId, application, nowMs],
    );
    await setLanesOf(tx, rows, nowMs);
  });
}

export async function setLanesOf(tx: Sql, rows: readonly { channel_id: string }[], nowMs: number): Promise<string[]> {
  const ids = rows.map(({ channel_id }) => channel_id);
  await setLanes(tx, ids, nowMs);
  return ids;
}

/** What is queued would otherwise be sent when the access comes back, with news of a time without consent in between. */
export async function cancelAll(db: Sql, destinationId: string, nowMs: number): Promise<void> {
  let canceled = MAX_CANCELED;
  while (canceled === MAX_CANCELED) canceled = await cancelOpen(db, destinationId, nowMs);
}
