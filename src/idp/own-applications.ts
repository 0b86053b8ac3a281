import type { Sql } from '../db/db.ts';
import type { SellerRight } from '../domain/authorization/rights.ts';
import { type MemberRole, managesApplications, rightsOfRole } from '../domain/authorization/roles.ts';
import { storedRights } from './clients.ts';

/** A seller's own application (client_credentials), as its members see it. */
export type ListedApplication = {
  id: string;
  name: string;
  rights: readonly SellerRight[];
  createdAt: number;
  /** Null: it never got a token. */
  usedAt: number | null;
  /** Undefined while it is enabled. */
  disabledBy: 'operator' | 'seller' | undefined;
  /** Counts the changes of its secrets. */
  secretsVersion: number;
  /** The newest first. */
  secrets: readonly ListedSecret[];
};

export type ListedSecret = {
  id: string;
  createdAt: number;
  /** Who created it, in words: the address of a member, a former member, or the operator. */
  createdBy: string;
  /** Null: it does not expire. */
  expiresAt: number | null;
  usedAt: number | null;
};

type ClientRow = {
  id: string;
  name: string | null;
  rights: string | null;
  created_at: number;
  used_at: number | null;
  disabled_at: number | null;
  disabled_by: string | null;
  secrets_version: number;
};

/** The newest first. */
export async function applicationsOf(db: Sql, sellerId: string): Promise<ListedApplication[]> {
  const clients = await db.all<ClientRow>(
    `SELECT id, name, rights, created_at, used_at, disabled_at, disabled_by, secrets_version FROM idp_client
     WHERE seller_id = $1 AND kind = 'seller' ORDER BY created_at DESC, id`,
    [sellerId],
  );
  const secrets = Map.groupBy(await listedSecrets(db, sellerId), ({ clientId }) => clientId);
  return clients.map((row) => ({
    ...{ id: row.id, name: row.name ?? row.id, rights: storedRights(row.rights) },
    ...{ createdAt: row.created_at, usedAt: row.used_at },
    disabledBy: row.disabled_at === null ? undefined : row.disabled_by === null ? 'operator' : 'seller',
    ...{ secretsVersion: row.secrets_version, secrets: secrets.get(row.id) ?? [] },
  }));
}

/** Undefined when the seller has no own application with this id. */
export const applicationOf = async (db: Sql, sellerId: string, id: string): Promise<ListedApplication | undefined> =>
  (await applicationsOf(db, sellerId)).find((application) => application.id === id);

async function listedSecrets(db: Sql, sellerId: string): Promise<(ListedSecret & { clientId: string })[]> {
  const rows = await db.all<ListedSecret & { clientId: string; creator: string | null; email: string | null }>(
    `SELECT s.id, s.client_id AS "clientId", s.created_at AS "createdAt", s.expires_at AS "expiresAt", s.used_at AS "usedAt",
       s.created_by AS creator, a.email
     FROM idp_client c JOIN idp_client_secret s ON s.client_id = c.id
       LEFT JOIN idp_member m ON m.id = s.created_by LEFT JOIN idp_account a ON a.id = m.account_id
     WHERE c.seller_id = $1 AND c.kind = 'seller' ORDER BY s.created_at DESC, s.id`,
    [sellerId],
  );
  return rows.map(({ creator, email, ...secret }) => ({
    ...secret,
    createdBy: email ?? (creator === null ? 'the operator' : 'a former member'),
  }));
}

/**
 * Whether a member with this role may change an application that has these rights. Whoever rotates a secret can use it, so that a
 * developer must not see the secret of one with more rights than a developer (decision 52).
 */
export const mayChange = (role: MemberRole, rights: readonly SellerRight[]): boolean =>
  managesApplications(role) && rights.every((right) => rightsOfRole(role).includes(right));
