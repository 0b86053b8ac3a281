import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Db } from '../db/db.ts';
import { clientMetadata, deleteClient, insertClient } from './clients.ts';
import { errors } from './oidc.ts';
import { digest } from './secrets.ts';

export type AdapterOptions = {
  /** How long a refresh token still works after it was rotated, for a client that lost the answer. */
  refreshGraceSeconds: number;
  now: () => number;
};

type Stored = { payload: string; consumed_at: number | null };

/** The provider's storage over the Db port. */
export function adapterOver(db: Db, options: AdapterOptions): AdapterFactory {
  return (kind) => (kind === 'Client' ? new ClientAdapter(db, options) : new RecordAdapter(kind, db, options));
}

/**
 * A record's id is a token, a code or a cookie, so only its hash is stored. The same text also stands inside the payload
 * (`jti`, `returnTo`), where this mark takes its place: JSON text never holds a raw control character of its own.
 */
const ID_MARK = '\u0001';

class RecordAdapter implements Adapter {
  readonly #kind: string;
  readonly #db: Db;
  readonly #options: AdapterOptions;

  constructor(kind: string, db: Db, options: AdapterOptions) {
    this.#kind = kind;
    this.#db = db;
    this.#options = options;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const now = this.#options.now();
    const grantId = this.#kind === 'Grant' ? id : payload.grantId;
    await this.#db.run(
      `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, uid, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
         account_id = excluded.account_id, client_id = excluded.client_id, uid = excluded.uid,
         expires_at = excluded.expires_at`,
      [
        this.#kind,
        digest(id),
        written(id, this.#kind === 'Interaction' ? withoutSessionCookie(payload) : payload),
        grantId === undefined ? null : digest(grantId),
        payload.accountId ?? null,
        payload.clientId ?? null,
        payload.uid === undefined ? null : digest(payload.uid),
        now,
        expiresIn === undefined ? null : now + expiresIn * 1000,
      ],
    );
    if (this.#kind === 'AccessToken' && payload.grantId !== undefined) await this.#noteUse(payload.grantId, now);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db.get<Stored>('SELECT payload, consumed_at FROM idp_record WHERE kind = $1 AND id = $2', [
      this.#kind,
      digest(id),
    ]);
    if (row === undefined) return undefined;
    const payload = payloadOf(row.payload, id);
    if (row.consumed_at !== null && !this.#isInGrace(row.consumed_at)) {
      payload.consumed = Math.floor(row.consumed_at / 1000);
    }
    return payload;
  }

  /** Only to see that a session still is there: its id, the cookie, is not known here. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db.get<Stored>('SELECT payload FROM idp_record WHERE uid = $1 AND kind = $2', [
      digest(uid),
      this.#kind,
    ]);
    if (row === undefined) return undefined;
    const { jti: _, ...payload } = payloadOf(row.payload, '');
    return payload;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Codes and rotated refresh tokens are single use (RFC 6749 4.1.2, OAuth 2.1 4.3.1): of several requests at once the
   * one whose update took effect wins. Losing is the same as coming late, so it ends the grant and is `invalid_grant`.
   */
  async consume(id: string): Promise<void> {
    const key = [this.#kind, digest(id)];
    const won = await this.#db.run(
      'UPDATE idp_record SET consumed_at = $3 WHERE kind = $1 AND id = $2 AND consumed_at IS NULL',
      [...key, this.#options.now()],
    );
    if (won === 1) return;
    const row = await this.#db.get<{ consumed_at: number | null; grant_id: string | null }>(
      'SELECT consumed_at, grant_id FROM idp_record WHERE kind = $1 AND id = $2',
      key,
    );
    if (row?.consumed_at != null && this.#isInGrace(row.consumed_at)) return;
    if (row?.grant_id != null) await this.#db.run('DELETE FROM idp_record WHERE grant_id = $1', [row.grant_id]);
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.run('DELETE FROM idp_record WHERE kind = $1 AND id = $2', [this.#kind, digest(id)]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.run('DELETE FROM idp_record WHERE grant_id = $1 AND kind = $2', [digest(grantId), this.#kind]);
  }

  #isInGrace(consumedAt: number): boolean {
    const { refreshGraceSeconds, now } = this.#options;
    return this.#kind === 'RefreshToken' && now() - consumedAt < refreshGraceSeconds * 1000;
  }

  /** The last use that the seller sees is the last time the application got a token. */
  async #noteUse(grantId: string, now: number): Promise<void> {
    await this.#db.run("UPDATE idp_record SET used_at = $2 WHERE kind = 'Grant' AND id = $1", [digest(grantId), now]);
  }
}

class ClientAdapter implements Adapter {
  readonly #db: Db;
  readonly #options: AdapterOptions;

  constructor(db: Db, options: AdapterOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Only registration (RFC 7591) comes here; `registration.ts` has judged the metadata. */
  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { client_secret: secret, ...metadata } = payload;
    await insertClient(this.#db, { id, kind: 'dynamic', metadata, secret, createdAt: this.#options.now() });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return clientMetadata(this.#db, id);
  }

  async destroy(id: string): Promise<void> {
    await deleteClient(this.#db, id);
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}
}

/** What was stored, with the record's id where it stood. */
export function payloadOf(text: string, id: string): AdapterPayload {
  return JSON.parse(text.replaceAll(ID_MARK, id)) as AdapterPayload;
}

function written(id: string, payload: AdapterPayload): string {
  return JSON.stringify(payload).replaceAll(id, ID_MARK);
}

/** An interaction notes the session it belongs to, cookie included; nothing reads that, and it would be stored in clear. */
function withoutSessionCookie(payload: AdapterPayload): AdapterPayload {
  if (payload.session === undefined) return payload;
  const { cookie: _, ...session } = payload.session as Record<string, unknown>;
  return { ...payload, session } as unknown as AdapterPayload;
}
