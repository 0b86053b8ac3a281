import { randomBytes } from 'node:crypto';
import { DamagedStoreError, type Db, type Row } from '../db/db.ts';
import { writeFailureReason } from '../db/write-probe.ts';
import type { Log } from '../log/log.ts';

type State = 'ok' | 'degraded' | 'failed';

/** In the form of the service's readiness. Reasons are public: they name no file. */
export type StoreHealth = {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly parts: { readonly store?: State; readonly 'store writes'?: State };
  readonly reasons?: Readonly<Record<string, string>>;
};

const CACHE_MS = 1_000;
const ROWS = 20;
/** Longer than what most requests write: a disk on which only the shortest writes still fit counts as full. */
const PROBE_BYTES = 12_288;
/** A write that waits longer for others counts as failed: the service waits 2 s for the answer. */
const PROBE_MS = 1_500;
/** What tokens and sign-ins are stored as. */
const KINDS = ['AccessToken', 'ClientCredentials', 'Grant', 'RefreshToken', 'Session'];

const DAMAGED = 'The stored data is damaged. The log says where; restore a backup.';
const UNREADABLE = 'The stored data cannot be read. The log says why.';

/**
 * Whether the provider can do its work, asked of its store: an introspection of an unknown token reads one page of one table, and
 * would succeed while every token request meets a damaged one. Each check reads another part of every table, and writes to
 * all indexes, so damage is found before long, also where no request has met it yet. At most one check a second.
 */
export function storeHealthOf(db: Db, log: Pick<Log, 'error'>, now: () => number): () => Promise<StoreHealth> {
  let cached: { result: Promise<StoreHealth>; untilMs: number } | undefined;
  let logged: string | undefined;

  /** Once per change: a load balancer asks every second. */
  const note = (error: unknown): void => {
    const { message } = error as Error;
    if (message === logged) return;
    logged = message;
    log.error(
      { err: error },
      "the provider's store does not work: requests for tokens fail. docs/backup.md says how to restore it",
    );
  };
  const attempt = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      await work();
      return undefined;
    } catch (error) {
      note(error);
      return error;
    }
  };
  const check = async (): Promise<StoreHealth> => {
    const readError = await attempt(() => readSome(db));
    const writeError = await attempt(() => probeWrite(db, now()));
    const isDamaged = db.damage() !== undefined || [readError, writeError].some((e) => e instanceof DamagedStoreError);
    if (!readError && !writeError && !isDamaged) logged = undefined;
    return healthOf({ readError, writeError, isDamaged });
  };
  return () => {
    const nowMs = performance.now();
    if (cached === undefined || nowMs >= cached.untilMs) cached = { result: check(), untilMs: nowMs + CACHE_MS };
    return cached.result;
  };
}

type Found = { readError: unknown; writeError: unknown; isDamaged: boolean };

/** Damage is `degraded`: requests that need no damaged page still work. */
function healthOf({ readError, writeError, isDamaged }: Found): StoreHealth {
  const store: State = isDamaged ? 'degraded' : readError ? 'failed' : 'ok';
  const writes: State = writeError ? 'degraded' : 'ok';
  const reasons = {
    ...(store === 'ok' ? {} : { store: isDamaged ? DAMAGED : UNREADABLE }),
    ...(writes === 'ok' ? {} : { 'store writes': isDamaged ? DAMAGED : writeFailureReason(writeError) }),
  };
  const parts = { store, 'store writes': writes };
  if (store === 'ok' && writes === 'ok') return { status: 'ready', parts };
  return { status: store === 'failed' ? 'unavailable' : 'degraded', parts, reasons };
}

/** A part of each table that is another one each time, with the rows themselves: an index alone may be sound. */
async function readSome(db: Db): Promise<void> {
  const start = randomBytes(4).toString('hex');
  const kind = KINDS[randomBytes(1).readUInt8() % KINDS.length] as string;
  await readFrom(db, 'SELECT * FROM idp_client WHERE id >= $1 ORDER BY id', [start]);
  await readFrom(db, 'SELECT * FROM idp_client_secret WHERE id >= $1 ORDER BY id', [start]);
  await readFrom(db, 'SELECT * FROM idp_account WHERE id >= $1 ORDER BY id', [start]);
  await readFrom(db, 'SELECT * FROM idp_member WHERE id >= $1 ORDER BY id', [start]);
  await readFrom(db, 'SELECT * FROM idp_keeping WHERE name >= $1 ORDER BY name', ['']);
  await readFrom(db, 'SELECT * FROM idp_record WHERE kind = $1 AND id >= $2 ORDER BY id', [kind, start]);
}

/** From the beginning when nothing follows. */
async function readFrom(db: Db, sql: string, from: Row): Promise<void> {
  const limited = `${sql} LIMIT ${ROWS}`;
  if ((await db.all(limited, from)).length > 0) return;
  await db.all(limited, [...from.slice(0, -1), '']);
}

/** Stores a record as a token request does, with random values for all indexes, and deletes it: both take effect together. */
async function probeWrite(db: Db, now: number): Promise<void> {
  const random = () => randomBytes(24).toString('base64url');
  const key = ['HealthProbe', random()];
  await db.transaction(
    async (tx) => {
      await tx.run(
        `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, uid, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...key, randomBytes(PROBE_BYTES).toString('base64'), random(), random(), random(), random(), now, now],
      );
      await tx.run('DELETE FROM idp_record WHERE kind = $1 AND id = $2', key);
    },
    { timeoutMs: PROBE_MS },
  );
}
