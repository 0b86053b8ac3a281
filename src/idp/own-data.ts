import type { Sql } from '../db/db.ts';
import { scopesOf } from './connections.ts';
import { factorsOf } from './factors/factors.ts';
import { type Member, membershipsOf } from './members.ts';
import { sessionsOf } from './sessions.ts';
import { signInsOf } from './sign-in-attempts.ts';

/*
 * What the provider stores about a person. The person can download all of it. No secret is in it, nor the hash of one.
 */

const MAX_SIGN_INS = 10_000;

/** Undefined when there is no such person. Times are as in the interface (decision 5). */
export async function ownDataOf(db: Sql, accountId: string, nowMs: number): Promise<object | undefined> {
  const profile = await profileOf(db, accountId);
  if (profile === undefined) return undefined;
  const members = await membershipsOf(db, accountId, 'also disabled');
  const [sessions, signIns] = [
    await sessionsOf(db, accountId, nowMs),
    await signInsOf(db, { accountId, limit: MAX_SIGN_INS }),
  ];
  return {
    exportedAt: timeText(nowMs),
    profile,
    memberships: members.map(({ id, sellerId, role, createdAt }) => ({
      ...{ memberId: id, sellerId, role },
      since: timeText(createdAt),
    })),
    sessions: sessions.map(({ device, address, signedInAt, usedAt }) => ({
      ...{ device, address },
      signedInAt: timeText(signedInAt),
      lastUsedAt: timeText(usedAt),
    })),
    signIns: signIns.map(({ atMs, outcome, device, address }) => ({ at: timeText(atMs), outcome, device, address })),
    knownBrowsers: await browsersOf(db, accountId),
    factors: await namedFactorsOf(db, accountId),
    grants: (await Promise.all(members.map((member) => grantsBy(db, member, nowMs)))).flat(),
    createdSecrets: (await Promise.all(members.map((member) => secretsBy(db, member)))).flat(),
  };
}

type ProfileRow = {
  id: string;
  email: string;
  created_at: number;
  signed_in_at: number | null;
  password_changed_at: number | null;
};

async function profileOf(db: Sql, accountId: string): Promise<object | undefined> {
  const row = await db.get<ProfileRow>(
    'SELECT id, email, created_at, signed_in_at, password_changed_at FROM idp_account WHERE id = $1',
    [accountId],
  );
  return (
    row && {
      ...{ id: row.id, email: row.email },
      createdAt: timeText(row.created_at),
      lastSignInAt: timeText(row.signed_in_at),
      passwordChangedAt: timeText(row.password_changed_at),
    }
  );
}

async function browsersOf(db: Sql, accountId: string): Promise<object[]> {
  const rows = await db.all<{ created_at: number; used_at: number }>(
    'SELECT created_at, used_at FROM idp_device WHERE account_id = $1 ORDER BY created_at',
    [accountId],
  );
  return rows.map(({ created_at, used_at }) => ({ firstUsedAt: timeText(created_at), lastUsedAt: timeText(used_at) }));
}

/** The ways to sign in beside the password: which, never a key or a code. */
async function namedFactorsOf(db: Sql, accountId: string): Promise<object> {
  const { passkeys, app, codesLeft } = await factorsOf(db, accountId);
  const times = (one: { createdAt: number; usedAt: number | null }) => ({
    addedAt: timeText(one.createdAt),
    lastUsedAt: timeText(one.usedAt),
  });
  return {
    passkeys: passkeys.map((passkey) => ({ name: passkey.name, ...times(passkey) })),
    authenticatorApp: app === undefined ? null : times(app),
    recoveryCodesLeft: codesLeft,
  };
}

type GrantRow = {
  client_id: string;
  name: string | null;
  payload: string;
  created_at: number;
  used_at: number | null;
  expires_at: number;
};

/** The access that the person gave to applications. */
async function grantsBy(db: Sql, { id, sellerId }: Member, nowMs: number): Promise<object[]> {
  const rows = await db.all<GrantRow>(
    `SELECT g.client_id, c.name, g.payload, g.created_at, g.used_at, g.expires_at
     FROM idp_record g LEFT JOIN idp_client c ON c.id = g.client_id
     WHERE g.account_id = $1 AND g.kind = 'Grant' AND g.expires_at > $2 ORDER BY g.created_at`,
    [id, nowMs],
  );
  return rows.map((row) => ({
    ...{ sellerId, clientId: row.client_id, name: row.name, rights: scopesOf(row.payload) },
    givenAt: timeText(row.created_at),
    lastUsedAt: timeText(row.used_at),
    endsAt: timeText(row.expires_at),
  }));
}

/** The secrets of applications that the person created: which, never the secret. */
async function secretsBy(db: Sql, { id, sellerId }: Member): Promise<object[]> {
  const rows = await db.all<{ client_id: string; created_at: number }>(
    'SELECT client_id, created_at FROM idp_client_secret WHERE created_by = $1 ORDER BY created_at',
    [id],
  );
  return rows.map(({ client_id, created_at }) => ({ sellerId, clientId: client_id, createdAt: timeText(created_at) }));
}

/** Deletes what only describes the person, in the transaction that removes it. */
export async function removeOwnData(tx: Sql, accountId: string): Promise<void> {
  for (const table of ['idp_sign_in', 'idp_sign_in_attempt', 'idp_device', 'idp_link', 'idp_mail'])
    await tx.run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
}

function timeText(ms: number): string;
function timeText(ms: number | null): string | null;
function timeText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
