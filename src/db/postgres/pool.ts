import pg, { type PoolClient } from 'pg';
import { madeOnce } from '../../async/made-once.ts';
import { StoreUse } from '../../domain/use-counts.ts';
import { APPLICATION_NAME, storeUnavailable } from '../db.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { UnreplicatedCommits } from './unreplicated-commits.ts';

/** The server ends a statement after its timeout. A server that is gone cannot: see `AnswerDeadlines`. */
export const GRACE_MS = 1_000;

/** Also bounds the wait for a free connection: under such a load an early 503 is better than a queue. */
const CONNECT_TIMEOUT_MS = 3_000;

const DEFAULT_CONNECTIONS = 10;

/**
 * A named statement keeps its plan. Left to itself the server plans a statement with `unnest` again for each call, because it knows the
 * lengths of the arrays then, and finds a plan for one row cheaper than one for the ten rows that it presumes: planning was half of
 * the server's time for a price change. All statements read by keys and indexes, whatever their values (the tests of query plans look
 * at these plans), so a plan for the values would be the same. Not a parameter of the connection: PgBouncer in session mode would refuse it.
 */
const KEEP_PLANS = 'SET plan_cache_mode = force_generic_plan';

export type PoolOptions = {
  /** How many connections this process opens at most. */
  connections?: number;
  /** The name of the sessions, which other processes can see. */
  applicationName?: string;
};

/** The connections of a process to one server, or to one address behind which the primary changes. */
export class ConnectionPool {
  readonly deadlines = new AnswerDeadlines();
  readonly unreplicated = new UnreplicatedCommits();
  /** With a pooler a session must keep nothing for the next transaction: no named statement, no setting. */
  readonly isBehindPgbouncer: boolean;
  readonly use = new StoreUse(() => {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount };
  });
  readonly #pool: pg.Pool;
  /** Connections of an earlier generation were opened before one of their generation was lost. */
  #generation = 0;
  readonly #generations = new WeakMap<PoolClient, number>();

  constructor(databaseUrl: string, timeoutMs: number, options: PoolOptions) {
    this.isBehindPgbouncer = leadsToPgbouncer(databaseUrl);
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: options.connections ?? DEFAULT_CONNECTIONS,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, timeoutMs + GRACE_MS),
      idleTimeoutMillis: 30_000,
      // After a failover, half of the connections may still lead to the old server.
      maxLifetimeSeconds: 1_800,
      keepAlive: true,
      // PgBouncer refuses it: the setting would stay for the next user of the session.
      statement_timeout: this.isBehindPgbouncer ? undefined : timeoutMs,
      application_name: options.applicationName ?? APPLICATION_NAME,
      types: { getTypeParser },
      // Statements go out without waiting for the answer of the one before: BEGIN costs no round trip of its own.
      pipeline: true,
    } as pg.PoolConfig);
    // A broken connection emits 'error', and an 'error' without a listener ends the process. The next statement on the
    // connection gets the error.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      // No connection waits for it, and a server that does not know it works as well.
      if (!this.isBehindPgbouncer) client.query(KEEP_PLANS).catch(() => {});
      this.#generations.set(client, this.#generation);
      this.deadlines.opened(client);
      this.unreplicated.watch(client);
    });
    this.#pool.on('remove', (client) => this.deadlines.closed(client as PoolClient));
  }

  /** Borrows a connection. Throws what `Sql` promises when there is none. */
  async connect(): Promise<PoolClient> {
    if (this.#pool.ending) throw storeUnavailable(new Error('The database is closed.'));
    const isAtOnce = this.#pool.idleCount > this.#pool.waitingCount;
    const startedMs = isAtOnce ? 0 : performance.now();
    try {
      for (;;) {
        const client = await this.#pool.connect();
        if (this.#generations.get(client) === this.#generation) return client;
        client.release(true);
      }
    } catch (error) {
      throw storeUnavailable(error, 5);
    } finally {
      if (!isAtOnce) this.use.waits.observe((performance.now() - startedMs) / 1000);
    }
  }

  /**
   * A server that stopped, or that became a standby, is behind the other connections, too. They are closed when they are next
   * borrowed: the next statement then reaches the new primary. Those in use go on.
   */
  lost(client: PoolClient): void {
    if (this.#generations.get(client) === this.#generation) this.#generation++;
  }

  readonly close = madeOnce(() => this.#pool.end().finally(() => this.deadlines.end()));
}

/** `?pgbouncer=true`: between two transactions PgBouncer may give the session to others. */
function leadsToPgbouncer(databaseUrl: string): boolean {
  return URL.parse(databaseUrl)?.searchParams.get('pgbouncer') === 'true';
}

const oid = { bool: 16, int8: 20, numeric: 1700 };

/** The driver returns these as text, or as true and false. `sum` of integers is numeric. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) => {
  if (type === oid.int8 || type === oid.numeric) return toNumber;
  if (type === oid.bool) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(type, format as 'text');
};

function toNumber(text: string): number {
  const value = Number(text);
  // As `node:sqlite` does: a rounded number must not look like the right one.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
  }
  return value;
}
