import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Db, Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import type { Log } from '../log/log.ts';
import { removeKind, removeRecordsOf } from './cleanup.ts';
import { clientMetadata, type Disabling, deleteClient, insertClient } from './clients.ts';
import { consoleClient } from './console-client.ts';
import { currentFacts, currentSignIn, type JudgedSignIn, setCurrentSignIn } from './current-request.ts';
import { explainMissingDemo } from './demo-data.ts';
import { recordStoredGrant } from './grant-recording.ts';
import { type FoundRecord, findStatement, grantWithin, roleForGrant } from './member-records.ts';
import { errors, Provider } from './oidc-library.ts';
import { isOperatorConsole, operatorConsoleClient } from './operator/operator-console-client.ts';
import { payloadOf, serialize } from './record-payload.ts';
import { digest } from './secrets.ts';
import { judgedAccount, listSignIn } from './session-start.ts';
import { useSession } from './sessions.ts';

export type AdapterOptions = {
  /** How long a rotated refresh token still works, for a client that lost the response. */
  refreshGraceSeconds: number;
  /** The address of the seller console, if it has a client here. */
  consoleUrl?: (() => string | undefined) | undefined;
  now: () => number;
  log: Pick<Log, 'warn'>;
  /** Sends the e-mails that were queued, after the commit. */
  wakeMail?: () => void;
};

/** The library's storage, on the database port. */
export function adapterOver(db: Db, options: AdapterOptions): AdapterFactory {
  return (kind) => (kind === 'Client' ? new ClientAdapter(db, options) : new RecordAdapter(kind, db, options));
}

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
    if (this.#kind === 'Session') return this.#storeSession(id, payload, expiresIn);
    // A grant of the operator's own people has no seller.
    if (this.#kind !== 'Grant' || isOperatorConsole(payload.clientId))
      return this.#store(this.#db, id, payload, expiresIn);
    await this.#db.transaction(async (tx) => {
      const role = await roleForGrant(tx, payload.accountId ?? '');
      // The grant of a member who was removed a moment ago is not stored: the code that names it is refused.
      if (role === undefined) return;
      await this.#store(tx, id, grantWithin(payload, role), expiresIn);
      await recordStoredGrant(tx);
    });
  }

  /** A session that was ended while this request used it does not come back. Nor does one begin with a password that was replaced. */
  async #storeSession(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { uid, accountId, loginTs } = payload;
    const signIn = currentSignIn()?.accountId === accountId ? currentSignIn() : undefined;
    await this.#db.transaction(async (tx) => {
      if (uid !== undefined && accountId !== undefined) {
        const nowMs = this.#options.now();
        const account = signIn && (await judgedAccount(tx, signIn));
        if (signIn !== undefined && account === undefined) throw replacedPassword();
        const signedInAt = typeof loginTs === 'number' ? loginTs * 1000 : nowMs;
        if (!(await useSession(tx, { uid, accountId, signedInAt, nowMs }, currentFacts()))) return;
        if (signIn && account) await listSignIn(tx, account, signIn, { nowMs, ...currentFacts() });
      }
      await this.#store(tx, id, payload, expiresIn);
    });
    if (signIn?.listed !== undefined) this.#options.wakeMail?.();
  }

  async #store(sql: Sql, id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const now = this.#options.now();
    const grantId = this.#kind === 'Grant' ? id : payload.grantId;
    await sql.run(
      `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, uid, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
         account_id = excluded.account_id, client_id = excluded.client_id, uid = excluded.uid,
         expires_at = excluded.expires_at`,
      [
        this.#kind,
        digest(id),
        serialize(id, this.#kind === 'Interaction' ? withoutSessionCookie(payload) : payload),
        grantId === undefined ? null : digest(grantId),
        payload.accountId ?? null,
        payload.clientId ?? null,
        payload.uid === undefined ? null : digest(payload.uid),
        now,
        expiresIn === undefined ? null : now + expiresIn * 1000,
      ],
    );
    if (this.#kind === 'AccessToken' && payload.grantId !== undefined) await this.#recordUse(payload.grantId, now);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db.get<FoundRecord>(findStatement(this.#kind), [this.#kind, digest(id)]);
    if (row === undefined) return undefined;
    const stored = payloadOf(row.payload, id);
    if (this.#kind === 'Interaction') noteSignIn(stored);
    const payload = this.#kind === 'Grant' && row.role !== null ? grantWithin(stored, row.role) : stored;
    if (row.consumed_at !== null && !this.#isInGracePeriod(row.consumed_at)) {
      payload.consumed = Math.floor(row.consumed_at / 1000);
    }
    return payload;
  }

  /** Only for whether a session still exists: the stored payload does not have its id, which is the cookie. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db.get<{ payload: string }>('SELECT payload FROM idp_record WHERE uid = $1 AND kind = $2', [
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
   * Codes and rotated refresh tokens are single use (RFC 6749 4.1.2, OAuth 2.1 4.3.1). Of concurrent requests, the one
   * whose update took effect wins. The others are late: they end the grant and get `invalid_grant`.
   */
  async consume(id: string): Promise<void> {
    const key = [this.#kind, digest(id)];
    const updated = await this.#db.run(
      'UPDATE idp_record SET consumed_at = $3 WHERE kind = $1 AND id = $2 AND consumed_at IS NULL',
      [...key, this.#options.now()],
    );
    if (updated === 1) return;
    const row = await this.#db.get<{ consumed_at: number | null; grant_id: string | null }>(
      'SELECT consumed_at, grant_id FROM idp_record WHERE kind = $1 AND id = $2',
      key,
    );
    if (row?.consumed_at != null && this.#isInGracePeriod(row.consumed_at)) return;
    if (row?.grant_id != null) await removeRecordsOf(this.#db, 'grant_id', row.grant_id);
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.run('DELETE FROM idp_record WHERE kind = $1 AND id = $2', [this.#kind, digest(id)]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await removeKind(this.#db, digest(grantId), this.#kind);
  }

  #isInGracePeriod(consumedAt: number): boolean {
    const { refreshGraceSeconds, now } = this.#options;
    const elapsedMs = now() - consumedAt;
    // Negative when the clock was set back: the age is unknown then.
    return this.#kind === 'RefreshToken' && elapsedMs >= 0 && elapsedMs < refreshGraceSeconds * 1000;
  }

  /** The page of connected applications shows when the application last got a token. */
  async #recordUse(grantId: string, now: number): Promise<void> {
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

  /** Only registration (RFC 7591) calls it, after `registration.ts` has checked the metadata. */
  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { client_secret: secret, ...metadata } = payload;
    const client = { id, kind: 'dynamic', metadata, secret, createdAt: this.#options.now() } as const;
    await this.#db.transaction((tx) => insertClient(tx, client));
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const isConsole = id === EMBEDDED_CONSOLE_CLIENT || isOperatorConsole(id);
    const consoleUrl = isConsole ? this.#options.consoleUrl?.() : undefined;
    if (consoleUrl !== undefined)
      return isOperatorConsole(id) ? operatorConsoleClient(consoleUrl) : consoleClient(consoleUrl);
    const client = await clientMetadata(this.#db, id);
    if (client?.disabled !== undefined) rejectDisabled(client.disabled as Disabling);
    if (client === undefined) await explainMissingDemo(this.#db, id, this.#options.log);
    return client;
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

/** The library makes the result of an interaction a session in the request that reads it. */
function noteSignIn({ result }: AdapterPayload): void {
  const { login } = (result ?? {}) as { login?: Partial<JudgedSignIn> };
  if (login?.passwordKey !== undefined) setCurrentSignIn(login as JudgedSignIn);
}

/** A page says so: whoever typed the old password starts again with the new one. */
function replacedPassword(): Error {
  const error_description = 'the password was changed meanwhile; sign in with the new one';
  const error = new errors.AccessDenied(error_description);
  return Object.assign(error, { error_description, status: 403, statusCode: 403, allow_redirect: false });
}

/** The reason is no secret: the application's owner and the seller in the browser have to know whom to ask. */
function rejectDisabled(reason: Disabling): void {
  const route = Provider.ctx?.oidc?.route;
  // It has found a token of the client a moment before it was disabled. An error would be about the service, which asks.
  if (route === 'introspection') return;
  const error = new errors.InvalidClient(reason);
  // RFC 6749 5.2: 401 where clients authenticate. Elsewhere a browser shows a page.
  if (route === 'token' || route === 'revocation') Object.assign(error, { status: 401, statusCode: 401 });
  throw error;
}

/** The library puts the session's cookie into an interaction. Nothing reads it, and it would be stored in clear text. */
function withoutSessionCookie(payload: AdapterPayload): AdapterPayload {
  if (payload.session === undefined) return payload;
  const { cookie: _, ...session } = payload.session as Record<string, unknown>;
  return { ...payload, session } as unknown as AdapterPayload;
}
