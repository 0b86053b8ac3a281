import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { DAY_MS } from '../domain/duration.ts';
import { cutGrants } from './member-records.ts';
import type { Member } from './members.ts';

/*
 * What a member leaves behind: the grants that it gave to applications, and the secrets of the seller's own applications that it created
 * and so saw. The owner who removes the member takes each of them over, or it ends: a grant at once, a secret after 24 hours, so that the
 * application can be given another one (decision 52).
 */

const SECRET_GRACE_MS = DAY_MS;

/** A grant or a secret, by the id of its record. */
export type Possession = { id: string; clientId: string; name: string | null; createdAt: number };

/** The console's grants are the member itself at work: they end, and nobody takes them over. */
export async function grantsOfMember(db: Sql, memberId: string, now: number): Promise<Possession[]> {
  return db.all<Possession>(
    `SELECT g.id, g.client_id AS "clientId", c.name, g.created_at AS "createdAt"
     FROM idp_record g LEFT JOIN idp_client c ON c.id = g.client_id
     WHERE g.account_id = $1 AND g.kind = 'Grant' AND g.expires_at > $2 AND g.client_id <> $3
     ORDER BY g.created_at, g.id`,
    [memberId, now, EMBEDDED_CONSOLE_CLIENT],
  );
}

export async function secretsOfMember(db: Sql, { id, sellerId }: Member, now: number): Promise<Possession[]> {
  return db.all<Possession>(
    `SELECT s.id, s.client_id AS "clientId", c.name, s.created_at AS "createdAt"
     FROM idp_client_secret s JOIN idp_client c ON c.id = s.client_id
     WHERE s.created_by = $1 AND c.seller_id = $2 AND (s.expires_at IS NULL OR s.expires_at > $3)
     ORDER BY s.created_at, s.id`,
    [id, sellerId, now],
  );
}

/** The ids of what the owner takes over. Everything else ends. */
export type TakenOver = { grants: ReadonlySet<string>; secrets: ReadonlySet<string> };

/** What became of them, by the ids of their applications. */
export type SettledPossessions = Record<`${'grants' | 'secrets'}${'TakenOver' | 'Ended'}`, string[]>;

type Settlement = {
  from: Member;
  /** The owner who takes over; undefined when nobody does. */
  to: Member | undefined;
  takeOver: TakenOver;
  now: number;
};

/** Gives the owner what it takes over, and ends the other secrets. The other grants end with the member's row (`deleteMember`). */
export async function settlePossessions(tx: Sql, settlement: Settlement): Promise<SettledPossessions> {
  const { from, to, takeOver, now } = settlement;
  const settled: SettledPossessions = { grantsTakenOver: [], grantsEnded: [], secretsTakenOver: [], secretsEnded: [] };
  for (const { id, clientId } of await grantsOfMember(tx, from.id, now)) {
    const isTaken = to !== undefined && takeOver.grants.has(id);
    if (isTaken) await giveGrant(tx, id, from, to);
    settled[isTaken ? 'grantsTakenOver' : 'grantsEnded'].push(clientId);
  }
  for (const { id, clientId } of await secretsOfMember(tx, from, now)) {
    const isTaken = to !== undefined && takeOver.secrets.has(id);
    await tx.run('UPDATE idp_client SET secrets_version = secrets_version + 1 WHERE id = $1', [clientId]);
    if (isTaken) await tx.run('UPDATE idp_client_secret SET created_by = $2 WHERE id = $1', [id, to.id]);
    else await endSecret(tx, id, now + SECRET_GRACE_MS);
    settled[isTaken ? 'secretsTakenOver' : 'secretsEnded'].push(clientId);
  }
  if (to !== undefined) await keepWithinRole(tx, to);
  return settled;
}

/** With its codes and tokens, which name the member, too: a token that is used a second time still ends the grant. */
async function giveGrant(tx: Sql, grantId: string, from: Member, to: Member): Promise<void> {
  await tx.run(
    'UPDATE idp_record SET account_id = $3, payload = replace(payload, $4, $5) WHERE grant_id = $1 AND account_id = $2',
    [grantId, from.id, to.id, `"accountId":"${from.id}"`, `"accountId":"${to.id}"`],
  );
}

async function endSecret(tx: Sql, id: string, endsAt: number): Promise<void> {
  await tx.run(
    'UPDATE idp_client_secret SET expires_at = $2 WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)',
    [id, endsAt],
  );
}

/** Like every writer of a member's grants, it updates the member's row first (`member-records.ts`). */
async function keepWithinRole(tx: Sql, { id, role }: Member): Promise<void> {
  await tx.run('UPDATE idp_member SET version = version + 1 WHERE id = $1', [id]);
  await cutGrants(tx, id, role);
}
