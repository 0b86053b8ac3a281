import { DatabaseError } from 'pg';
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
