import type { AdapterPayload } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { EMBEDDED_OPERATOR_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import { grantableScopes } from './member-rights.ts';
import { payloadOf, serialize } from './record-payload.ts';

/*
 * A grant has at most the rights of the member who gave it, at every moment (decision 52). Three rules make it so:
 * - Reading: records of a member who is gone, or whose person or seller is disabled, are not found, and a grant is read within
 *   the rights of the member's present role.
 *   (A person of the operator has no seller, and records at the operator console alone: decision 55.)
 * - Writing: a grant is stored within these rights. Its transaction updates the member's row, as a change of the role does.
 * - A lower role cuts the stored grants. So a higher one later never widens them.
 */

/** The kinds of records whose account id is a member's. A session and an interaction belong to the person. */
const MEMBER_KINDS = new Set(['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken']);

export type FoundRecord = { payload: string; consumed_at: number | null; role: MemberRole | null };

/** Nor one of a disabled seller: the tokens of its own applications have no member. */
const ENABLED_CLIENT = `NOT EXISTS (
    SELECT 1 FROM idp_client c LEFT JOIN idp_seller o ON o.seller_id = c.seller_id
    WHERE c.id = idp_record.client_id AND (c.disabled_at IS NOT NULL OR o.disabled_at IS NOT NULL))`;

const OF_PERSON = `SELECT payload, consumed_at, NULL AS role FROM idp_record WHERE kind = $1 AND id = $2 AND ${ENABLED_CLIENT}
  AND NOT EXISTS (SELECT 1 FROM idp_account a WHERE a.id = idp_record.account_id AND a.disabled_at IS NOT NULL)`;

const OF_MEMBER = `SELECT payload, consumed_at, m.role FROM idp_record LEFT JOIN idp_member m ON m.id = idp_record.account_id
  WHERE idp_record.kind = $1 AND idp_record.id = $2 AND ${ENABLED_CLIENT} AND (idp_record.account_id IS NULL OR EXISTS (
    SELECT 1 FROM idp_account a JOIN idp_seller s ON s.seller_id = m.seller_id
    WHERE a.id = m.account_id AND a.disabled_at IS NULL AND s.disabled_at IS NULL)
    OR idp_record.client_id = '${EMBEDDED_OPERATOR_CONSOLE_CLIENT}' AND EXISTS (
      SELECT 1 FROM idp_account p WHERE p.id = idp_record.account_id AND p.kind = 'operator' AND p.disabled_at IS NULL))`;

/** The statement that finds a record of this kind by its id. What belongs to a disabled client, person or seller is not found. */
export const findStatement = (kind: string) => (MEMBER_KINDS.has(kind) ? OF_MEMBER : OF_PERSON);

/**
 * The role of the member who gives a grant. It updates the member's row: a role that is lowered at the same time either is seen
 * here, or cuts this grant. Undefined when the member is gone.
 */
export async function roleForGrant(tx: Sql, memberId: string): Promise<MemberRole | undefined> {
  const update = 'UPDATE idp_member SET version = version + 1 WHERE id = $1 RETURNING role';
  return (await tx.get<{ role: MemberRole }>(update, [memberId]))?.role;
}

/** Sets a member's role, and cuts the grants that the member gave to the rights of that role. */
export async function setMemberRole(tx: Sql, memberId: string, role: MemberRole): Promise<void> {
  await tx.run('UPDATE idp_member SET role = $2, version = version + 1 WHERE id = $1', [memberId, role]);
  await cutGrants(tx, memberId, role);
}

/** Cuts the stored grants of a member to the rights of a role. */
export async function cutGrants(tx: Sql, memberId: string, role: MemberRole): Promise<void> {
  const grants = await tx.all<{ id: string; payload: string }>(
    "SELECT id, payload FROM idp_record WHERE account_id = $1 AND kind = 'Grant'",
    [memberId],
  );
  for (const { id, payload } of grants) {
    const cut = serialize(id, grantWithin(payloadOf(payload, id), role));
    if (cut !== payload) await tx.run("UPDATE idp_record SET payload = $2 WHERE kind = 'Grant' AND id = $1", [id, cut]);
  }
}

type GrantPayload = AdapterPayload & {
  openid?: { scope?: string };
  rejected?: { openid?: { scope?: string } };
};

/**
 * The grant with no more than the rights of the role. The others are marked as rejected: the library would ask for consent to
 * them again and again otherwise.
 */
export function grantWithin(grant: AdapterPayload, role: MemberRole): AdapterPayload {
  const { openid, rejected } = grant as GrantPayload;
  const grantable = grantableScopes(role);
  const scopes = namesIn(openid?.scope);
  const kept = scopes.filter((scope) => grantable.has(scope));
  const cut = scopes.filter((scope) => !grantable.has(scope));
  if (cut.length === 0) return grant;
  const no = [...new Set([...namesIn(rejected?.openid?.scope), ...cut])];
  return {
    ...grant,
    openid: { ...openid, scope: kept.join(' ') },
    rejected: { ...rejected, openid: { ...rejected?.openid, scope: no.join(' ') } },
  } as AdapterPayload;
}

const namesIn = (scope = '') => scope.split(' ').filter((name) => name !== '');
