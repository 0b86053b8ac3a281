import type { Sql } from '../../db/db.ts';
import type { ApplicationAccount } from '../../domain/accounts/operator-operations.ts';
import type { ClientRow } from '../clients.ts';

/* What the operator sees of applications. */

const SELECT = 'SELECT id, kind, name, seller_id, demo, created_at, used_at, disabled_at, verified_at FROM idp_client';

/** The applications whose ids come after `after`, in their order, of one seller or of all: at most `limit`. */
export async function applicationsAfter(
  db: Sql,
  { after, limit, sellerId }: { after: string; limit: number; sellerId?: string | undefined },
): Promise<ApplicationAccount[]> {
  const rows =
    sellerId === undefined
      ? await db.all<ClientRow>(`${SELECT} WHERE id > $1 ORDER BY id LIMIT $2`, [after, limit])
      : await db.all<ClientRow>(`${SELECT} WHERE kind = 'seller' AND seller_id = $3 AND id > $1 ORDER BY id LIMIT $2`, [
          ...[after, limit, sellerId],
        ]);
  return rows.map(applicationOf);
}

/** Undefined when there is none with this id. */
export async function applicationById(db: Sql, clientId: string): Promise<ApplicationAccount | undefined> {
  const row = await db.get<ClientRow>(`${SELECT} WHERE id = $1`, [clientId]);
  return row && applicationOf(row);
}

const applicationOf = (row: ClientRow): ApplicationAccount => ({
  ...{ clientId: row.id, name: row.name, kind: row.kind, sellerId: row.seller_id, createdMs: row.created_at },
  ...{ usedMs: row.used_at, disabledMs: row.disabled_at, verifiedMs: row.verified_at },
});
