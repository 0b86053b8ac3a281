import type { AdapterPayload } from 'oidc-provider';
import type { Db, Sql } from '../db/db.ts';
import { OPERATOR_RIGHTS, type OperatorRight } from '../domain/authorization/operator-rights.ts';
import {
  BASIC_RIGHTS,
  OPERATOR_RIGHT,
  type Right,
  SELLER_RIGHTS,
  type SellerRight,
} from '../domain/authorization/rights.ts';
import { HOUR_MS } from '../domain/duration.ts';
import { removeGrants, removeRecordsOf } from './cleanup.ts';
import { ensureSeller } from './members.ts';
import { hasSecrets } from './secret-rotation.ts';
import { insertSecret } from './stored-secrets.ts';

type ClientKind = 'seller' | 'operator' | 'dynamic';

export type NewClient = {
  id: string;
  kind: ClientKind;
  name?: string | undefined;
  sellerId?: string | undefined;
  /** For an own application. When absent: the basic ones of a seller, `operator:market:write` of the operator. */
  rights?: readonly Right[] | undefined;
  /** In clear text: its hash is stored. */
  secret?: string | undefined;
  /** When the secret expires; undefined: never. */
  secretExpiresAt?: number | undefined;
  /** The member who creates it on the pages. */
  createdBy?: string | undefined;
  metadata: Record<string, unknown>;
  demo?: boolean;
  /** The operator knows whose application it is. */
  verified?: boolean;
  createdAt: number;
};

export type ClientRow = {
  id: string;
  kind: ClientKind;
  name: string | null;
  seller_id: string | null;
  demo: number;
  created_at: number;
  used_at: number | null;
  /** When it was disabled: it can neither get nor use tokens. Null while it is enabled. */
  disabled_at: number | null;
  /** When the operator verified whose application it is. Null until then, and again after another change of its name. */
  verified_at: number | null;
};

/** The metadata of a seller's or the operator's own client: it gets tokens for itself, and nothing else. */
export const ownApplication = {
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: 'client_secret_basic',
};

export async function insertClient(db: Sql, client: NewClient): Promise<void> {
  const { id, kind, sellerId, secret, metadata, demo, createdAt } = client;
  const { client_name: registeredName } = metadata;
  const name = client.name ?? (typeof registeredName === 'string' ? registeredName : null);
  const rights = client.rights?.join(' ') ?? null;
  const payload = JSON.stringify({ ...metadata, client_id: id });
  await db.run(
    `INSERT INTO idp_client (id, kind, name, seller_id, rights, payload, demo, created_at, verified_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, kind, name, sellerId ?? null, rights, payload, demo ? 1 : 0, createdAt, client.verified ? createdAt : null],
  );
  if (sellerId !== undefined) await ensureSeller(db, sellerId, createdAt);
  if (secret === undefined) return;
  const { secretExpiresAt: expiresAt, createdBy } = client;
  await insertSecret(db, { clientId: id, secret, createdAt, createdBy, expiresAt });
}

/** The library wants a secret of every client that authenticates with one. `client-secret.ts` compares with the stored ones instead. */
const STORED_APART = 'stored apart';

/** The client as the library reads it. The last six are our own fields. */
export async function clientMetadata(db: Sql, id: string): Promise<AdapterPayload | undefined> {
  // A request can contain any id, even one that the database cannot take as a parameter.
  if (!/^[\x20-\x7e]{1,256}$/.test(id)) return undefined;
  const row = await db.get<ClientRow & DisabledColumns & { payload: string; rights: string | null }>(
    `SELECT c.*, s.disabled_at AS seller_disabled_at
     FROM idp_client c LEFT JOIN idp_seller s ON s.seller_id = c.seller_id WHERE c.id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const metadata = JSON.parse(row.payload) as AdapterPayload;
  return {
    ...metadata,
    ...(hasSecrets(metadata) ? { client_secret: STORED_APART } : {}),
    ...(row.seller_id === null ? {} : { seller_id: row.seller_id }),
    ...(row.kind === 'seller' ? { rights: [...storedRights(row.rights)] } : {}),
    ...(row.kind === 'operator' ? { operator: true, rights: [...storedOperatorRights(row.rights)] } : {}),
    ...(row.demo ? { demo: true } : {}),
    ...disablingOf(row),
    ...(row.verified_at === null ? {} : { verified: true }),
  };
}

/** Why a client cannot be used. */
export type Disabling =
  | 'the operator has disabled this application'
  | 'the seller has disabled this application'
  | 'the operator has disabled this seller';

type DisabledColumns = { disabled_by: string | null; seller_disabled_at: number | null };

function disablingOf(row: Pick<ClientRow, 'disabled_at'> & DisabledColumns): { disabled?: Disabling } {
  if (row.disabled_at !== null && row.disabled_by === null)
    return { disabled: 'the operator has disabled this application' };
  if (row.seller_disabled_at !== null) return { disabled: 'the operator has disabled this seller' };
  return row.disabled_at === null ? {} : { disabled: 'the seller has disabled this application' };
}

export async function listClients(db: Sql): Promise<ClientRow[]> {
  return db.all<ClientRow>(
    'SELECT id, kind, name, seller_id, demo, created_at, used_at, disabled_at, verified_at FROM idp_client ORDER BY created_at, id',
  );
}

/** Whose application it is; the operator's and those that registered themselves are no seller's. Undefined when there is none. */
export async function clientOwner(db: Sql, id: string): Promise<{ sellerId: string | null } | undefined> {
  return db.get<{ sellerId: string | null }>('SELECT seller_id AS "sellerId" FROM idp_client WHERE id = $1', [id]);
}

/** The rights of an own application, from its row. */
export function storedRights(text: string | null): readonly SellerRight[] {
  if (text === null) return BASIC_RIGHTS;
  const stored = text.split(' ');
  return SELLER_RIGHTS.filter((right) => stored.includes(right));
}

function storedOperatorRights(text: string | null): readonly OperatorRight[] {
  if (text === null) return [OPERATOR_RIGHT];
  const stored = text.split(' ');
  return OPERATOR_RIGHTS.filter((right) => stored.includes(right));
}

/** The rights of an application of the operator. Undefined when there is none with this id. */
export async function operatorClientRights(db: Sql, id: string): Promise<readonly OperatorRight[] | undefined> {
  const select = "SELECT rights FROM idp_client WHERE id = $1 AND kind = 'operator'";
  const row = await db.get<{ rights: string | null }>(select, [id]);
  return row && storedOperatorRights(row.rights);
}

export async function setOperatorClientRights(db: Sql, id: string, rights: readonly OperatorRight[]): Promise<void> {
  await db.run("UPDATE idp_client SET rights = $2 WHERE id = $1 AND kind = 'operator'", [id, rights.join(' ')]);
}

type OwnApplication = { sellerId: string; rights: readonly SellerRight[] };

/** A seller's own application, its rights in the order of `SELLER_RIGHTS`. Undefined when there is none with this id. */
export async function ownApplicationById(db: Sql, id: string): Promise<OwnApplication | undefined> {
  const row = await db.get<{ seller_id: string; rights: string | null }>(
    "SELECT seller_id, rights FROM idp_client WHERE id = $1 AND kind = 'seller'",
    [id],
  );
  return row && { sellerId: row.seller_id, rights: storedRights(row.rights) };
}

export async function setOwnRights(db: Sql, id: string, rights: readonly SellerRight[]): Promise<void> {
  await db.run("UPDATE idp_client SET rights = $2 WHERE id = $1 AND kind = 'seller'", [id, rights.join(' ')]);
}

/** The client with its grants, then its tokens. False when there is no such client. `onRemoved` runs in the transaction. */
export async function removeClient(
  db: Db,
  id: string,
  onRemoved?: (tx: Sql) => Promise<void> | undefined,
): Promise<boolean> {
  await removeGrants(db, 'client_id', id);
  const removed = await db.transaction(async (tx) => {
    // The library cannot introspect a token whose grant exists and whose client does not.
    await tx.run("DELETE FROM idp_record WHERE client_id = $1 AND kind = 'Grant'", [id]);
    const isRemoved = await deleteClient(tx, id);
    if (isRemoved) await onRemoved?.(tx);
    return isRemoved;
  });
  await removeRecordsOf(db, 'client_id', id);
  return removed;
}

/**
 * While a client is disabled, it gets no token, and those that it has do not count (`adapter.ts`). The grants of sellers stay and count
 * again when it is enabled: `disabledAt` is null. False, and nothing changes, when there is no such client, or it is in that state already.
 * One that its seller disabled can be disabled by the operator, too: then the seller cannot enable it.
 */
export async function setClientDisabled(
  db: Db,
  { id, disabledAt }: { id: string; disabledAt: number | null },
  onChange: (tx: Sql) => Promise<void> | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOther =
      disabledAt === null ? 'disabled_at IS NOT NULL' : '(disabled_at IS NULL OR disabled_by IS NOT NULL)';
    const update = `UPDATE idp_client SET disabled_at = $2, disabled_by = NULL WHERE id = $1 AND ${isOther}`;
    const changed = await tx.run(update, [id, disabledAt]);
    if (changed === 1) await onChange(tx);
    return changed === 1;
  });
}

/**
 * Sellers read on the consent page that an application is not verified; `verifiedAt` null: it is not verified any more. False, and nothing
 * changes, when there is no such client, or it is in that state already.
 */
export async function setClientVerified(
  db: Db,
  { id, verifiedAt }: { id: string; verifiedAt: number | null },
  onChange: (tx: Sql, client: { sellerId: string | null }) => Promise<void> | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOther = verifiedAt === null ? 'verified_at IS NOT NULL' : 'verified_at IS NULL';
    const update = `UPDATE idp_client SET verified_at = $2 WHERE id = $1 AND ${isOther} RETURNING seller_id AS "sellerId"`;
    const changed = await tx.get<{ sellerId: string | null }>(update, [id, verifiedAt]);
    if (changed !== undefined) await onChange(tx, changed);
    return changed !== undefined;
  });
}

export async function deleteClient(db: Sql, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM idp_client WHERE id = $1', [id])) === 1;
}

const USE_PRECISION_MS = HOUR_MS;

/** Updates the row at most once an hour instead of at every token. */
export async function recordClientUse(db: Sql, id: string, now: number): Promise<void> {
  const update = 'UPDATE idp_client SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $3)';
  await db.run(update, [id, now, now - USE_PRECISION_MS]);
}
