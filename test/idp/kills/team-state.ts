import type { Row } from '../../../src/db/db.ts';
import { scopesOf } from '../../../src/idp/connections.ts';
import { isSessionLive, otherSession, refreshToken, type Team, type TeamMember } from './team.ts';

/**
 * What the store has about a team, without times and random ids: two teams to whom the same happened have the same. Of tokens and grants it
 * has what counts: whether the provider accepts them. A session that a flow begins is no part of it.
 */
export async function stateOf(team: Team): Promise<object> {
  const { idp, sellerId, owner, manager, ownApplicationId } = team;
  const all = <R>(sql: string, values: Row) => idp.db.all<R>(sql, values);
  const ids = [owner.accountId, manager.accountId, owner.id, manager.id];
  const isAbout = (column: string) => `${column} IN ($1, $2, $3, $4)`;
  const state = {
    seller: await all('SELECT disabled_at IS NULL AS enabled FROM idp_seller WHERE seller_id = $1', [sellerId]),
    owner: await personState(team, owner),
    manager: await personState(team, manager),
    grants: await grantStates(team),
    isRefreshable: await isRefreshable(team),
    applications: await all(
      `SELECT id, name, rights, disabled_at IS NULL AS enabled, verified_at IS NULL AS unverified FROM idp_client
       WHERE seller_id = $1 OR id = $2 ORDER BY name, id`,
      [sellerId, ownApplicationId],
    ),
    secrets: await secretStates(team),
    invitations: await all('SELECT email, role FROM idp_invitation WHERE seller_id = $1 ORDER BY email', [sellerId]),
    links: await all(`SELECT kind, used_at IS NULL AS open FROM idp_link WHERE ${isAbout('account_id')}`, ids),
    mails: await all(
      `SELECT kind FROM idp_mail WHERE ${isAbout('account_id')} OR address IN ($5, $6) OR address LIKE $7 ORDER BY kind`,
      [...ids, owner.email, manager.email, `%-${sellerId.toLowerCase()}@y.example`],
    ),
    audit: await all(
      `SELECT operation, details FROM audit_pending WHERE seller_id = $5 OR ${isAbout('who')} ORDER BY entry_id`,
      [...ids, sellerId],
    ),
  };
  return JSON.parse(plain(JSON.stringify(state), team)) as object;
}

async function personState({ idp }: Team, member: TeamMember) {
  const { accountId, id } = member;
  const one = (sql: string, value: string) => idp.db.get<object>(sql, [value]);
  return {
    account: await one(
      "SELECT password = 'first' AS has_first, disabled_at IS NULL AS enabled FROM idp_account WHERE id = $1",
      accountId,
    ),
    member: await one('SELECT role FROM idp_member WHERE id = $1', id),
    isSignedInElsewhere: await isSessionLive(idp, otherSession(member)),
    codes: await one(
      'SELECT COUNT(*) AS n FROM idp_recovery_code WHERE account_id = $1 AND used_at IS NULL',
      accountId,
    ),
    app: await one('SELECT COUNT(*) AS n FROM idp_totp WHERE account_id = $1', accountId),
    help: await one(
      'SELECT days_left, next_at IS NULL AS ended, operator_id FROM idp_factor_help WHERE account_id = $1',
      accountId,
    ),
  };
}

/** A token without its grant is not valid. */
async function isRefreshable({ adapters, manager }: Team): Promise<boolean> {
  const token = await adapters('RefreshToken').find(refreshToken(manager));
  return token !== undefined && (await adapters('Grant').find(token.grantId ?? '')) !== undefined;
}

/** Those that count now, with what they allow. */
async function grantStates({ idp, owner, manager }: Team) {
  const rows = await idp.db.all<{ account_id: string; client_id: string; payload: string }>(
    `SELECT r.account_id, r.client_id, r.payload FROM idp_record r JOIN idp_member m ON m.id = r.account_id
       JOIN idp_account a ON a.id = m.account_id JOIN idp_seller s ON s.seller_id = m.seller_id
     WHERE r.kind = 'Grant' AND r.account_id IN ($1, $2) AND a.disabled_at IS NULL AND s.disabled_at IS NULL
     ORDER BY a.email`,
    [owner.id, manager.id],
  );
  return rows.map(({ account_id, client_id, payload }) => [account_id, client_id, scopesOf(payload)]);
}

async function secretStates({ idp, sellerId }: Team) {
  const rows = await idp.db.all<{ name: string; created_by: string | null; expires_at: number | null }>(
    `SELECT c.name, s.created_by, s.expires_at FROM idp_client_secret s LEFT JOIN idp_client c ON c.id = s.client_id
     WHERE c.seller_id = $1 ORDER BY s.created_at, s.id`,
    [sellerId],
  );
  const end = (at: number | null) => (at === null ? 'never ends' : at > Date.now() ? 'ends later' : 'has ended');
  return rows.map(({ name, created_by, expires_at }) => [name, created_by, end(expires_at)]);
}

function plain(text: string, { sellerId, owner, manager, repricer }: Team): string {
  return text
    .replaceAll(owner.id, 'the owner')
    .replaceAll(manager.id, 'the manager')
    .replaceAll(repricer.client.client_id, 'the repricer')
    .replaceAll(new RegExp(sellerId, 'gi'), 'S')
    .replaceAll(/[0-9a-f]{32}/g, 'ID');
}
