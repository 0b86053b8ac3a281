import type { MessagePort } from 'node:worker_threads';
import { SpanKind } from '@opentelemetry/api';
import type { Db, Row, Sql, TransactionOptions } from '../db/db.ts';
import { BoundedCache } from '../domain/bounded-cache.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import { currentRecording, type Recording, whileSpan } from './recording.ts';

/** What a span says about a statement: what it does to which table. Never its text or its values. */
type StatementSummary = {
  readonly operation: string;
  readonly table: string | undefined;
  readonly text: string;
};

const change = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)/;
const read = /\b(?:FROM|JOIN)\s+([a-z_]+)/;

/** The statements of the service are constants, some with a few variants. */
const MAX_SUMMARIES = 1_000;
const summaries = new BoundedCache<StatementSummary>(MAX_SUMMARIES);

/** Keywords are written in capitals and names in small letters, in all statements of the service. */
function statementSummary(sql: string): StatementSummary {
  return summaries.get(sql) ?? summaries.set(sql, summarize(sql));
}

function summarize(sql: string): StatementSummary {
  const [, verb, changed] = change.exec(sql) ?? [];
  const operation = verb === undefined ? 'SELECT' : (verb.split(' ')[0] as string);
  const table = changed ?? read.exec(sql)?.[1];
  return { operation, table, text: table === undefined ? operation : `${operation} ${table}` };
}

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** Statements with a span each, below the recording that `recording` gives. Without one they only pass through. */
class TracedSql<S extends Sql> implements Sql {
  protected readonly sql: S;
  protected readonly system: string;
  readonly #recording: () => Recording | undefined;

  constructor(sql: S, system: string, recording: () => Recording | undefined) {
    this.sql = sql;
    this.system = system;
    this.#recording = recording;
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    const recording = this.#recording();
    if (recording === undefined) return this.sql.get<R>(sql, params);
    return this.#traced(recording, sql, () => this.sql.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    const recording = this.#recording();
    if (recording === undefined) return this.sql.all<R>(sql, params);
    return this.#traced(recording, sql, () => this.sql.all<R>(sql, params));
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    const recording = this.#recording();
    if (recording === undefined) return this.sql.run(sql, params);
    return this.#traced(recording, sql, () => this.sql.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    const recording = this.#recording();
    if (recording === undefined) return this.sql.many<R>(sql, rows);
    return this.#traced(recording, sql, () => this.sql.many<R>(sql, rows), rows.length);
  }

  #traced<T>(recording: Recording, sql: string, work: () => T, rows?: number): T {
    const { operation, table, text } = statementSummary(sql);
    const span = recording.child(text, SpanKind.CLIENT, {
      'db.system.name': this.system,
      'db.operation.name': operation,
      'db.query.summary': text,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
      ...(rows === undefined ? {} : { 'db.operation.batch.size': rows }),
    });
    return span === undefined ? work() : whileSpan(span, work);
  }
}

/** The store with a span for each statement of a request that is recorded. Others cost one look-up a statement. */
export class TracedDb extends TracedSql<Db> implements Db {
  readonly engine: Db['engine'];

  constructor(db: Db) {
    super(db, SYSTEMS[db.engine], () => currentRecording.getStore());
    this.engine = db.engine;
  }

  get use(): Db['use'] {
    return this.sql.use;
  }

  /** With a span for the whole: it includes the wait for other transactions. */
  transaction<T>(work: (tx: Sql) => MaybePromise<T>, options?: TransactionOptions): Promise<T> {
    const recording = currentRecording
      .getStore()
      ?.childRecording('transaction', SpanKind.INTERNAL, { 'db.system.name': this.system });
    if (recording === undefined) return this.sql.transaction(work, options);
    const traced = (tx: Sql) => work(new TracedSql(tx, this.system, () => recording));
    return whileSpan(recording.span, () => this.sql.transaction(traced, options));
  }

  each<R>(sql: string, params?: Row): AsyncIterable<R> {
    return this.sql.each<R>(sql, params);
  }

  readSnapshot(work: () => void): void {
    this.sql.readSnapshot(work);
  }

  foreignChanges(): number | undefined {
    return this.sql.foreignChanges();
  }

  ping(): Promise<void> {
    return this.sql.ping();
  }

  lendTurns(): MessagePort | undefined {
    return this.sql.lendTurns();
  }

  damage(): string | undefined {
    return this.sql.damage();
  }

  close(): Promise<void> {
    return this.sql.close();
  }
}
