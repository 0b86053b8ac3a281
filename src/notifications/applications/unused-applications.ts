import type { Sql } from '../../db/db.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { isSameEmail } from '../../domain/notifications/addresses/email-address.ts';
import { DEFAULT_WINDOW_SECONDS, type DestinationSettings } from '../../domain/notifications/destination.ts';
import { countDestination, insertDestination, readable, rowsOf } from '../destination-table.ts';
import { lockForSuspensions, publishSuspensions } from '../health/suspension.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import {
  type OwningApplication,
  owningApplications,
  recordOwner,
  type SuspensionContext,
  suspendDestinations,
} from './delegated-application.ts';

/** How long before the end the seller is told. */
const NOTICE_DAYS = 14;

export type UnusedApplicationContext = SuspensionContext & {
  key: OperatorKey;
  /** The contact that the operator has registered for a seller. */
  contactOf: (sellerId: string) => Promise<{ email?: string; phone?: string } | undefined>;
};

/**
 * Suspends the destinations of applications that have shown no valid token of their seller for `days` (decision 38), for
 * providers that cannot be asked what a seller has withdrawn. The seller is always told `NOTICE_DAYS` before, also when no
 * worker ran for a while. Returns how many applications were warned about and suspended.
 */
export async function endUnused(
  parts: UnusedApplicationContext,
  days: number,
): Promise<{ warned: number; suspended: number }> {
  const changes = { warned: 0, suspended: 0 };
  const noticeMs = NOTICE_DAYS * DAY_MS;
  for await (const page of owningApplications(parts.db)) {
    for (const one of page) {
      const nowMs = parts.now();
      const endMs = Math.max((one.usedMs ?? nowMs) + days * DAY_MS, (one.warnedMs ?? nowMs) + noticeMs);
      if (one.usedMs === null) await recordOwner(parts.db, one.sellerId, one.application, nowMs);
      if (one.usedMs === null || one.withdrawn === one.destinations || nowMs < endMs - noticeMs) continue;
      if (one.warnedMs === null) {
        if (await warn(parts, one, endMs, nowMs)) changes.warned += 1;
      } else if (nowMs >= endMs) {
        await suspendDestinations(parts, one, 'APPLICATION_UNUSED', nowMs);
        changes.suspended += 1;
      }
    }
  }
  return changes;
}

/** False when another worker was first, or the application has just been used. */
async function warn(
  parts: UnusedApplicationContext,
  one: OwningApplication,
  endMs: number,
  nowMs: number,
): Promise<boolean> {
  const contact = await parts.contactOf(one.sellerId);
  return parts.db.transaction(async (tx) => {
    const marked = await tx.run(
      `UPDATE delegated_application SET warned_ms = $4
       WHERE seller_id = $1 AND application = $2 AND used_ms = $3 AND warned_ms IS NULL`,
      [one.sellerId, one.application, one.usedMs, nowMs],
    );
    if (marked === 0) return false;
    const reach = contact && settingsOf(contact);
    if (reach) await ensureContact(tx, parts.key, { sellerId: one.sellerId, reach }, nowMs);
    await lockForSuspensions(tx, [one.sellerId]);
    const [first, ...others] = await rowsOf(tx, one);
    if (first === undefined) return false;
    const about = { reason: 'APPLICATION_UNUSED', status: 'ACTIVE', lastUsedMs: one.usedMs } as const;
    const notice = { ...about, destinations: [first, ...others], fromMs: endMs } as const;
    await publishSuspensions(tx, [notice], nowMs, { sellerEvents: parts.sellerEvents });
    return true;
  });
}

/**
 * The seller may have no destination of its own, only those of applications. Then the notice goes to the registered contact,
 * through a destination that the seller sees and can switch off.
 */
async function ensureContact(
  tx: Sql,
  key: OperatorKey,
  { sellerId, reach }: { sellerId: string; reach: ContactSettings },
  nowMs: number,
): Promise<void> {
  const destinations = (await rowsOf(tx, { sellerId })).flatMap((row) => readable(row, key) ?? []);
  const isReached = destinations.some(
    ({ application, settings, eventTypes }) =>
      application === undefined &&
      isSameContact(settings, reach) &&
      (eventTypes?.includes('DESTINATION_SUSPENDED') ?? true),
  );
  if (isReached) return;
  await countDestination(tx, sellerId, 1);
  await insertDestination(tx, key, {
    ...{ destinationId: timeOrderedId('ch', nowMs), sellerId, name: 'Registered contact' },
    ...{ type: reach.email ? 'EMAIL' : 'SMS', status: 'ACTIVE', isConfirmed: true, settings: reach },
    ...{ eventTypes: ['DESTINATION_SUSPENDED'], windowSeconds: DEFAULT_WINDOW_SECONDS },
    ...{ secretVersion: 1, createdMs: nowMs, modifiedMs: nowMs },
  });
}

type ContactSettings = Pick<DestinationSettings, 'email' | 'sms'>;

/** The e-mail address: the phone only without one. */
function settingsOf({ email, phone }: { email?: string; phone?: string }): ContactSettings | undefined {
  if (email !== undefined) return { email: { address: email, isRegistered: true } };
  return phone === undefined ? undefined : { sms: { phoneNumber: phone, isRegistered: true } };
}

function isSameContact(one: ContactSettings, { email, sms }: ContactSettings): boolean {
  if (email) return one.email !== undefined && isSameEmail(one.email.address, email.address);
  return one.sms?.phoneNumber === sms?.phoneNumber;
}
