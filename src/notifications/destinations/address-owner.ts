import type { Sql } from '../../db/db.ts';
import type { Destination } from '../../domain/notifications/destination.ts';
import { cancelTests } from '../deliveries/delivery-table.ts';
import { setLanes } from '../deliveries/lane.ts';

/** The address whose owner must agree, and can stop: an e-mail address or a phone number; empty for other types. */
export const addressOf = ({ settings }: Destination): string =>
  settings.email?.address ?? settings.sms?.phoneNumber ?? '';

/** The owner of the address refuses: the destination sends nothing until the owner agrees again. */
export async function switchOff(tx: Sql, destinationId: string, nowMs: number): Promise<void> {
  await tx.run('DELETE FROM confirmation WHERE channel_id = $1', [destinationId]);
  await tx.run(
    // A destination whose application has no access stays so, and is INACTIVE when the access comes back.
    `UPDATE destination SET is_confirmed = 0, modified_ms = $2,
       status = CASE WHEN status = 'WITHDRAWN' THEN status ELSE 'INACTIVE' END,
       status_before = CASE WHEN status = 'WITHDRAWN' THEN 'INACTIVE' END WHERE channel_id = $1`,
    [destinationId, nowMs],
  );
  await cancelTests(tx, destinationId, nowMs);
  await setLanes(tx, [destinationId], nowMs);
}
