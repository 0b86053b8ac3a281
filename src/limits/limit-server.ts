import { randomUUID } from 'node:crypto';
import { DurationCounts } from '../domain/use-counts.ts';
import type { Log } from '../log/log.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import { HEARTBEAT, type Script, UNREGISTER } from './scripts.ts';

export type LimitServerOptions = {
  readonly url: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** How many processes there are at least: those that this machine runs. */
  readonly minProcesses?: number;
  /** How long an answer may take: after that the server counts as stalled. With the rest of the request it stays below 50 ms. */
  readonly maxAnswerMs?: number;
  /** Between two heartbeats. A process that misses three is no longer counted. */
  readonly heartbeatMs?: number;
};

const KEY_OF_PROCESSES = 'seller-service:processes';
const MAX_ANSWER_MS = 25;
const HEARTBEAT_MS = 2_000;
const ANSWER_BOUNDS_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05];
const CONNECT_MS = 1_000;
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 4_000;
/** A connection that breaks sooner than this was no recovery: the next one is tried later. */
const STABLE_MS = 5_000;

/**
 * The server that holds the shared counters, behind a circuit breaker. The first failure or late answer breaks it: the connection is
 * destroyed, and no request waits for the server until a new connection in the background has answered quickly.
 */
export class LimitServer {
  /** Read with each request. */
  isBroken = true;
  /** How long the answers took that requests or heartbeats asked for. */
  readonly answers = new DurationCounts(ANSWER_BOUNDS_SECONDS);
  #processes: number;
  #connection: RedisConnection | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = MIN_RETRY_MS;
  #connectedAtMs = -Infinity;
  #isStopped = false;
  /** The state of the server that was logged last. */
  #logged: 'nothing' | 'broken' | 'working' = 'nothing';
  readonly #id = randomUUID();
  readonly #options: LimitServerOptions;
  readonly #maxAnswerMs: number;
  readonly #heartbeatMs: number;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(options: LimitServerOptions) {
    this.#options = options;
    this.#processes = options.minProcesses ?? 1;
    this.#maxAnswerMs = options.maxAnswerMs ?? MAX_ANSWER_MS;
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
    this.#heartbeat = setInterval(() => void this.#beat(), this.#heartbeatMs).unref();
  }

  /** The first try to connect. Resolves also when it fails: the service works without the server. */
  start(): Promise<void> {
    return this.#connect();
  }

  /** How many processes shared the counters when the server last answered. */
  get processes(): number {
    return this.#processes;
  }

  /** Rejects when the server fails or is late; then it is broken. */
  async ask(script: Script, key: string, args: readonly string[]): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) throw new Error('The rate limit server is not connected.');
    const startedMs = performance.now();
    let isDone = false;
    const tooLate = () => isDone || this.#break(connection, new Error(`no answer within ${this.#maxAnswerMs} ms`));
    // When this process was busy itself, the answer may lie in the socket: it is read before an immediate runs.
    const timer = setTimeout(() => setImmediate(tooLate), this.#maxAnswerMs);
    try {
      return await connection.run(script, key, args);
    } catch (error) {
      this.#break(connection, error as Error);
      throw error;
    } finally {
      isDone = true;
      clearTimeout(timer);
      this.answers.observe((performance.now() - startedMs) / 1000);
    }
  }

  /** Deregisters this process at the server, so that the others know their number at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.isBroken = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    const timer = setTimeout(() => connection.destroy(), CONNECT_MS);
    const unregistered = connection.run(UNREGISTER, KEY_OF_PROCESSES, [this.#id]).then(() => connection.close());
    // The others notice within three heartbeats.
    await unregistered.catch(() => connection.destroy());
    clearTimeout(timer);
  }

  async #connect(): Promise<void> {
    let connection: RedisConnection | undefined;
    try {
      const lost = (error: Error) => connection && this.#break(connection, error);
      connection = await connectRedis(this.#options.url, CONNECT_MS, lost);
      await this.#check(connection);
    } catch (error) {
      connection?.destroy();
      this.#note(error as Error);
      this.#retryLater();
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
      return;
    }
    if (this.#isStopped) {
      connection.destroy();
      return;
    }
    this.#connection = connection;
    this.#connectedAtMs = performance.now();
    this.isBroken = false;
    this.#note();
  }

  /** A server that is only just fast enough would break again at once, so the best of three answers must be well in time. */
  async #check(connection: RedisConnection): Promise<void> {
    const timer = setTimeout(() => connection.destroy(), CONNECT_MS);
    let bestMs = Infinity;
    try {
      for (let n = 0; n < 3; n += 1) {
        const startedMs = performance.now();
        this.#seen(await connection.run(HEARTBEAT, KEY_OF_PROCESSES, this.#heartbeatArgs()));
        bestMs = Math.min(bestMs, performance.now() - startedMs);
      }
    } finally {
      clearTimeout(timer);
    }
    if (bestMs > this.#maxAnswerMs / 2) throw new Error(`its answers take ${Math.round(bestMs)} ms`);
  }

  #beat(): Promise<void> {
    if (this.isBroken) return Promise.resolve();
    const answer = this.ask(HEARTBEAT, KEY_OF_PROCESSES, this.#heartbeatArgs());
    // A failure has broken the connection, which is logged.
    return answer.then((count) => this.#seen(count)).catch(() => undefined);
  }

  #heartbeatArgs = () => [this.#id, String(3 * this.#heartbeatMs)];

  #seen(count: unknown): void {
    if (typeof count !== 'number') throw new Error('its answers are not those of Redis');
    this.#processes = Math.max(count, this.#options.minProcesses ?? 1);
  }

  #break(connection: RedisConnection, error: Error): void {
    if (connection !== this.#connection) return;
    this.#connection = undefined;
    this.isBroken = true;
    // Rejects what waits for an answer.
    connection.destroy();
    const wasStable = performance.now() - this.#connectedAtMs > STABLE_MS;
    this.#retryMs = wasStable ? MIN_RETRY_MS : Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    this.#note(error);
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    this.#retry = setTimeout(() => void this.#connect(), this.#retryMs).unref();
  }

  /** Logs a change once. Messages of errors name the address and the server's reason, never the password. */
  #note(error?: Error): void {
    const now = error ? 'broken' : 'working';
    if (this.#isStopped || this.#logged === now) return;
    this.#logged = now;
    const { log } = this.#options;
    const processes = this.#processes;
    if (error) log.warn({ reason: reasonOf(error), processes }, CANNOT_BE_USED);
    else log.info({ processes }, 'the rate limit server answers: the limits hold for all processes together');
  }
}

const CANNOT_BE_USED =
  'the rate limit server (REDIS_URL) cannot be used: until it can, each process counts its own part of the rate plan';

/** A name with two addresses fails with an error that has no message of its own. */
function reasonOf(error: Error & { code?: string }): string {
  const { errors } = error as { errors?: Error[] };
  return error.message || errors?.[0]?.message || error.code || error.name;
}
