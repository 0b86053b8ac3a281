import { DatabaseError } from 'pg';
import { Fault } from '../../domain/fault.ts';
import { DamagedStoreError, storeUnavailable } from '../db.ts';

/** A restart or a failover takes a moment. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The error that a caller of the store gets for an error of the driver: see `Sql`. The driver's own errors carry no
 * SQLSTATE. They are about the connection (refused, reset, ended, no answer in time), except errors in how it was called.
 */
export function postgresError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    if (isDamage(error)) return damagedServer(error);
    return isTemporary(error) ? storeUnavailable(error, RETRY_AFTER_SECONDS) : error;
  }
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return error instanceof Error && error.name === 'Error' ? storeUnavailable(error, RETRY_AFTER_SECONDS) : error;
}

/** SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isTemporary({ code = '' }: DatabaseError): boolean {
  return (
    // connection, resources (disk, memory, connections), stopped or cancelled (also by statement_timeout), system (I/O)
    ['08', '53', '57', '58'].includes(code.slice(0, 2)) ||
    // a lock was not granted in time; the server became a read-only standby
    ['55P03', '25006'].includes(code)
  );
}

/** data_corrupted, index_corrupted */
const isDamage = ({ code = '' }: DatabaseError) => ['XX001', 'XX002'].includes(code);

function damagedServer(error: DatabaseError): DamagedStoreError {
  const summary = `the data in PostgreSQL is damaged (SQLSTATE ${error.code})`;
  return new DamagedStoreError(`${summary}: ${error.message}. Restore it from a backup of the server.`, summary, error);
}

/** Whether the same work may succeed when repeated: it collided with another transaction, or the plan is stale. */
export function isRepeatable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01'));
}

/** Whether a prepared statement of this connection is invalid: a migration changed a table, or a pooler cleaned up. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}

/** A commit that is on the primary and on no standby: see `UnreplicatedCommits`. */
export function unreplicatedCommit(): Error {
  return new Error('The commit was not replicated: it is lost if the primary is.');
}

/** Whether the store cannot do it now: the connection may be broken, or its state unknown. */
export function isStoreUnavailable(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'ServiceUnavailable';
}

/**
 * Whether the connection, or the server's right to write, was lost: another connection may lead to a server that works.
 * admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout; read_only_sql_transaction of a primary that became a
 * standby; everything about the connection, for which the driver itself has errors without a SQLSTATE.
 */
export function isLost(error: unknown): boolean {
  if (!isStoreUnavailable(error)) return false;
  const { cause } = error;
  if (!(cause instanceof DatabaseError)) return cause instanceof Error;
  const { code = '' } = cause;
  return ['57P01', '57P02', '57P03', '57P05', '25006'].includes(code) || code.startsWith('08');
}

/** Whether the server rejected the statement because it is a standby: the statement had no effect. */
export function isFromStandby(error: unknown): boolean {
  return error instanceof Fault && error.cause instanceof DatabaseError && error.cause.code === '25006';
}
