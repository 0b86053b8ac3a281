import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { isThroughPooler } from '../../../db/postgres/pooler.ts';
import { writeFailureReason } from '../../../db/write-probe.ts';
import { type Finding, type Findings, megabytes, note, ok, problem } from './finding.ts';

/** Older servers get no security updates any more, and are not tested. */
const MIN_VERSION = 13;

const SETTINGS = `SELECT current_setting('server_version_num')::integer / 10000 AS version, current_database()::text AS database,
  current_user::text AS role, current_schema()::text AS schema, pg_database_size(current_database())::float8 AS bytes,
  pg_is_in_recovery()::integer AS is_standby, (current_setting('transaction_read_only') = 'on')::integer AS is_read_only,
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('full_page_writes') AS full_page_writes, current_setting('max_connections')::integer AS max_connections,
  current_setting('superuser_reserved_connections')::integer AS reserved_connections,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)::integer AS may_create`;

type SettingsRow = Record<'version' | 'bytes' | 'max_connections' | 'reserved_connections', number> &
  Record<'is_standby' | 'is_read_only' | 'may_create', number> &
  Record<'database' | 'role' | 'fsync' | 'synchronous_commit' | 'full_page_writes', string> & { schema: string | null };

/** Sessions of all databases: they share the limit. A role without rights does not see the names of others, and counts them so. */
const OTHERS = `SELECT count(*)::integer AS n FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND application_name NOT LIKE 'marketplace-seller-service%'`;

const FORBIDDEN = `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()
  AND NOT has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT, INSERT, UPDATE, DELETE') ORDER BY 1 LIMIT 5`;

export type PostgresFacts = Awaited<ReturnType<typeof lookAtPostgres>>;

/** `forbiddenTables` are tables of the service on which this role may not do everything. */
export async function lookAtPostgres(db: Db, databaseUrl: string) {
  const forbidden = await db.all<{ name: string }>(FORBIDDEN);
  return {
    ...((await db.get<SettingsRow>(SETTINGS)) as SettingsRow),
    otherSessions: (await db.get<{ n: number }>(OTHERS))?.n ?? 0,
    forbiddenTables: forbidden.map(({ name }) => name),
    writeFailure: await writeFailure(db),
    hasPooler: await isThroughPooler(databaseUrl),
  };
}

class Undo extends Error {}

const HAS_FACTS = `SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'service_fact'`;
const PROBE = `INSERT INTO service_fact (name, value) VALUES ('write probe of the doctor', '')`;

/** Writes the row that the health check of the service writes, and takes it back. Undefined when that went through. */
async function writeFailure(db: Db): Promise<string | undefined> {
  try {
    if ((await db.get(HAS_FACTS)) === undefined) return undefined;
    const writeAndUndo = async (tx: Pick<Db, 'run'>) => {
      await tx.run(PROBE);
      throw new Undo();
    };
    await db.transaction(writeAndUndo, { seesLatest: true });
    return undefined;
  } catch (error) {
    return error instanceof Undo ? undefined : `${writeFailureReason(error)} (${reasonOf(error)})`;
  }
}

export function judgePostgres(facts: PostgresFacts, config: Config): Findings {
  const where = `PostgreSQL ${facts.version}, database ${facts.database}`;
  const losesPages = facts.fsync !== 'on' || facts.full_page_writes !== 'on';
  const losesCommits = facts.synchronous_commit === 'off';
  return [
    facts.version >= MIN_VERSION
      ? ok`${where}, ${megabytes(facts.bytes)}`
      : problem`${where}: versions before ${MIN_VERSION} are not supported -> Upgrade the server (pg_upgrade)`,
    judgeRole(facts),
    judgeWritable(facts),
    !losesPages && !losesCommits && ok`commits wait for the disk of the server`,
    losesPages &&
      problem`fsync or full_page_writes is off: a loss of power can damage the whole database -> Set fsync = on and full_page_writes = on in postgresql.conf, and reload it`,
    losesCommits &&
      problem`synchronous_commit is off: a crash of the server loses changes that were acknowledged -> Set synchronous_commit = on, for the server, the database and the role`,
    judgeConnections(facts, config),
    facts.hasPooler && note`a pooler is between the service and the server: the limits of the pooler count, too`,
  ];
}

function judgeRole({ role, schema, may_create, forbiddenTables }: PostgresFacts): Finding {
  if (schema === null)
    return problem`the role ${role} has no schema to use -> As its owner: CREATE SCHEMA IF NOT EXISTS public; GRANT ALL ON SCHEMA public TO "${role}"`;
  if (forbiddenTables.length > 0)
    return problem`the role ${role} may not read and write all tables (${forbiddenTables.join(', ')}) -> As their owner: GRANT ALL ON ALL TABLES IN SCHEMA "${schema}" TO "${role}"; GRANT ALL ON ALL SEQUENCES IN SCHEMA "${schema}" TO "${role}"`;
  return may_create
    ? ok`the role ${role} may do what the service needs`
    : note`the role ${role} may not create tables: run npm run migrate as the owner before each start of a newer version`;
}

function judgeWritable({ is_standby, is_read_only, writeFailure: failure }: PostgresFacts): Finding | undefined {
  if (is_standby)
    return problem`this server is a standby: nothing can be written -> Lead the URL to the primary: a name or a proxy that follows it, or several hosts with target_session_attrs=read-write`;
  if (is_read_only)
    return problem`this database is read-only (default_transaction_read_only) -> ALTER DATABASE ... SET default_transaction_read_only = off, after you have looked why it is on`;
  return failure === undefined
    ? undefined
    : problem`a write fails: ${failure} -> Mend what the message names: free the server's disk, or grant the rights`;
}

/**
 * How many processes of this machine use the store at once. With API_PROCESSES: the API processes and the worker, each twice while
 * SIGHUP replaces them, and the supervisor. Other machines are not known here.
 */
const processesOf = ({ apiProcesses }: Config): number => (apiProcesses === 1 ? 1 : 2 * (apiProcesses + 1) + 1);

function judgeConnections(facts: PostgresFacts, config: Config): Finding {
  const { databasePoolSize } = config;
  const processes = processesOf(config);
  const needed = databasePoolSize * processes;
  const free = facts.max_connections - facts.reserved_connections - facts.otherSessions;
  const sum = `${processes} processes with DATABASE_POOL_SIZE=${databasePoolSize} use up to ${needed} connections`;
  const rest = `${free} of max_connections=${facts.max_connections} are not used by others`;
  const fitting = Math.max(1, Math.floor(free / processes));
  return needed <= free
    ? ok`${sum}; ${rest}`
    : problem`${sum}, but ${rest} -> Set DATABASE_POOL_SIZE=${fitting}, or raise max_connections, or put pgbouncer in between`;
}
