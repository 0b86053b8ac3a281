import type { Sql } from '../db/db.ts';
import type { AuditActor } from '../domain/audit/audit-entry.ts';
import { recordChange } from './audit-entries.ts';
import { membershipsOf } from './members.ts';

/** Whose sign-in is changed, when, and from which address. `who` changes it; the person, when absent. */
export type PersonChange = {
  readonly accountId: string;
  readonly who?: AuditActor;
  readonly atMs: number;
  readonly from: string;
  readonly operation: string;
};

/**
 * Records a change of a person's sign-in, in its transaction: once for each seller that the person works for, so that each of them sees
 * it and none sees another. The person is named as the member of that seller.
 */
export async function recordPersonChange(tx: Sql, change: PersonChange): Promise<void> {
  const { accountId, who, atMs, from, operation } = change;
  const account = await tx.get<{ email: string }>('SELECT email FROM idp_account WHERE id = $1', [accountId]);
  const memberships = await membershipsOf(tx, accountId, 'also disabled');
  const places = memberships.length === 0 ? [{ id: accountId, sellerId: undefined }] : memberships;
  for (const { id, sellerId } of places) {
    const maker = { atMs, from, who: who ?? ({ type: 'member', id } as const) };
    await recordChange(tx, maker, { operation, sellerId, details: { email: account?.email } });
  }
}
