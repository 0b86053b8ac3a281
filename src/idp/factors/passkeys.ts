import type { Sql } from '../../db/db.ts';

export type Passkey = {
  /** The credential's id, as base64url. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** The COSE key, as base64url. */
  readonly publicKey: string;
  /** 0 for ever with passkeys that a password manager synchronizes. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly createdAt: number;
  readonly usedAt: number | null;
};

type PasskeyRow = {
  id: string;
  account_id: string;
  name: string;
  public_key: string;
  sign_count: number;
  transports: string;
  created_at: number;
  used_at: number | null;
};

export const MAX_PASSKEYS = 20;

export async function passkeysOf(db: Sql, accountId: string): Promise<Passkey[]> {
  const rows = await db.all<PasskeyRow>('SELECT * FROM idp_passkey WHERE account_id = $1 ORDER BY created_at, id', [
    accountId,
  ]);
  return rows.map(passkeyOf);
}

/** Undefined when nobody has it. */
export async function passkeyById(db: Sql, id: string): Promise<Passkey | undefined> {
  const row = await db.get<PasskeyRow>('SELECT * FROM idp_passkey WHERE id = $1', [id]);
  return row && passkeyOf(row);
}

export type NewPasskey = Omit<Passkey, 'usedAt'>;

/** Violates `unique` when somebody has it. */
export async function insertPasskey(tx: Sql, passkey: NewPasskey): Promise<void> {
  const { id, accountId, name, publicKey, signCount, transports, createdAt } = passkey;
  await tx.run(
    `INSERT INTO idp_passkey (id, account_id, name, public_key, sign_count, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, accountId, name, publicKey, signCount, transports.join(' '), createdAt],
  );
}

/** False when another use has raised the counter meanwhile: one of the two is a copy, or a repeated answer. */
export async function recordPasskeyUse(db: Sql, id: string, signCount: number, now: number): Promise<boolean> {
  const changed = await db.run(
    'UPDATE idp_passkey SET sign_count = $2, used_at = $3 WHERE id = $1 AND (sign_count < $2 OR $2 = 0)',
    [id, signCount, now],
  );
  return changed === 1;
}

export async function renamePasskey(tx: Sql, accountId: string, id: string, name: string): Promise<boolean> {
  const sql = 'UPDATE idp_passkey SET name = $3 WHERE account_id = $1 AND id = $2';
  return (await tx.run(sql, [accountId, id, name])) === 1;
}

/** The name of the removed one; undefined when the person has no such passkey. */
export async function removePasskey(tx: Sql, accountId: string, id: string): Promise<string | undefined> {
  const sql = 'DELETE FROM idp_passkey WHERE account_id = $1 AND id = $2 RETURNING name';
  return (await tx.get<{ name: string }>(sql, [accountId, id]))?.name;
}

function passkeyOf(row: PasskeyRow): Passkey {
  const { id, account_id, name, public_key, sign_count, transports, created_at, used_at } = row;
  return {
    ...{ id, name },
    accountId: account_id,
    publicKey: public_key,
    signCount: sign_count,
    transports: transports.split(' ').filter((word) => word !== ''),
    createdAt: created_at,
    usedAt: used_at,
  };
}
