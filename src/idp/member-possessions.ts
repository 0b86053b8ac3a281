import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { type MemberRole, rightsOfRole } from '../domain/authorization/roles.ts';
import { DAY_MS } from '../domain/duration.ts';
import { storedRights } from './clients.ts';
import { cutGrants } from './member-records.ts';
import { type Member, membersOf } from './members.ts';

/*
 * What a member leaves behind: the grants that it gave to applications, and the secrets of the seller's own applications that it created
 * and so saw. The owner who removes the member takes each of them over, or it ends: a grant at once, a secret after 24 hours, so that the
 * application can be given another one (decision 52). A lower role does the same to the secrets of applications that have more rights
 * than it: the member still knows them. The grants that the member gave are cut instead (`member-records.ts`).
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

export async function secretsOfMember(db: Sql, member: Member, now: number): Promise<Possession[]> {
  return secretsWithRights(db, member, now);
}

/** Those of applications that have a right which the role does not have. A role that stays the same changes nothing. */
export async function secretsBeyond(db: Sql, member: Member, role: MemberRole, now: number): Promise<Possession[]> {
  if (role === member.role) return [];
  const isBeyond = ({ rights }: WithRights) =>
    storedRights(rights).some((right) => !rightsOfRole(role).includes(right));
  return (await secretsWithRights(db, member, now)).filter(isBeyond);
}

type WithRights = Possession & { rights: string | null };

async function secretsWithRights(db: Sql, { id, sellerId }: Member, now: number): Promise<WithRights[]> {
  return db.all<WithRights>(
    `SELECT s.id, s.client_id AS "clientId", c.name, s.created_at AS "createdAt", c.rights
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
export type SettledSecrets = Pick<SettledPossessions, 'secretsTakenOver' | 'secretsEnded'>;

type Settlement<T> = {
  from: Member;
  /** The owner who takes over; undefined when nobody does. */
  to: Member | undefined;
  takeOver: T;
  now: number;
};

/** Gives the owner what it takes over, and ends the other secrets. The other grants end with the member's row (`deleteMember`). */
export async function settlePossessions(tx: Sql, settlement: Settlement<TakenOver>): Promise<SettledPossessions> {
  const { from, to, takeOver, now } = settlement;
  const settled: Omit<SettledPossessions, keyof SettledSecrets> = { grantsTakenOver: [], grantsEnded: [] };
  for (const { id, clientId } of await grantsOfMember(tx, from.id, now)) {
    const isTaken = to !== undefined && takeOver.grants.has(id);
    if (isTaken) await giveGrant(tx, id, from, to);
    settled[isTaken ? 'grantsTakenOver' : 'grantsEnded'].push(clientId);
  }
  const secrets = await secretsOfMember(tx, from, now);
  const settledSecrets = await settleSecrets(tx, secrets, { to, takeOver: takeOver.secrets, now });
  if (to !== undefined) await keepWithinRole(tx, to);
  return { ...settled, ...settledSecrets };
}

/** Does the same, when a member gets another role, with the secrets that give more than it. */
export async function settleSecretsBeyond(
  tx: Sql,
  role: MemberRole,
  settlement: Settlement<ReadonlySet<string>>,
): Promise<SettledSecrets> {
  const { from, now } = settlement;
  return settleSecrets(tx, await secretsBeyond(tx, from, role, now), settlement);
}

/**
 * Ends the secrets of a person whose membership ended with the account: the person has seen them. Those of a seller for which nobody
 * else works stay: nobody could create others. Returns the ids of the applications.
 */
export async function endSecretsOf(tx: Sql, from: Member, now: number): Promise<string[]> {
  if ((await membersOf(tx, from.sellerId)).length === 0) return [];
  const secrets = await secretsOfMember(tx, from, now);
  return (await settleSecrets(tx, secrets, { to: undefined, takeOver: new Set(), now })).secretsEnded;
}

async function settleSecrets(
  tx: Sql,
  secrets: readonly Possession[],
  { to, takeOver, now }: Omit<Settlement<ReadonlySet<string>>, 'from'>,
): Promise<SettledSecrets> {
  const settled: SettledSecrets = { secretsTakenOver: [], secretsEnded: [] };
  for (const { id, clientId } of secrets) {
    const isTaken = to !== undefined && takeOver.has(id);
    await tx.run('UPDATE idp_client SET secrets_version = secrets_version + 1 WHERE id = $1', [clientId]);
    if (isTaken) await tx.run('UPDATE idp_client_secret SET created_by = $2 WHERE id = $1', [id, to.id]);
    else await endSecret(tx, id, now + SECRET_GRACE_MS);
    settled[isTaken ? 'secretsTakenOver' : 'secretsEnded'].push(clientId);
  }
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
