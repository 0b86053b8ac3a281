import { DatabaseError } from 'pg';
import { unavailable } from '../db.ts';

/** A lost connection takes a moment to come back: a restart or a failover. */
const retryAfterSeconds = 5;

/**
 * What a caller of the store gets for an error of the driver: see `Sql`. The driver's own errors carry no SQLSTATE: they
 * are about the connection (refused, reset, ended, no answer in time), except errors in how it was called.
 */
export function postgresError(error: unknown): unknown {
  if (error instanceof DatabaseError) return isPassing(error) ? unavailable(error, retryAfterSeconds) : error;
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return error instanceof Error && error.name === 'Error' ? unavailable(error, retryAfterSeconds) : error;
}

/** SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isPassing({ code = '' }: DatabaseError): boolean {
  return (
    // connection, resources (disk, memory, connections), stopped or cancelled (also by statement_timeout), system (I/O)
    ['08', '53', '57', '58'].includes(code.slice(0, 2)) ||
    // a lock was not to be had in time; the server became a read-only standby
    ['55P03', '25006'].includes(code)
  );
}

/** Whether the same work may succeed when repeated: another transaction was in the way, or the plan is stale. */
export function isRepeatable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01'));
}

/** Whether a statement prepared on this connection no longer fits: a migration changed a table, or a pooler cleaned up. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}
