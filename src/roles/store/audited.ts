import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { AuditLog } from '../../audit/audit-log.ts';
import type { Db } from '../../db/db.ts';
import { storeClock } from '../../db/store-clock.ts';
import type { AuditActor, AuditOutcome } from '../../domain/audit/audit-entry.ts';
import { latestEngineTime } from '../../notifications/engine-time.ts';

type Details = Readonly<Record<string, unknown>>;

/** Who runs this process: the user of the operating system, and the machine. */
export function commandActor(): { who: AuditActor; from: string } {
  return { who: { type: 'user', id: userName() }, from: hostname() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that no file names.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Records in the audit log that a command begins, runs it, and records how it ended. What `run` passes to `addDetails` is added to the last entry.
 * Killed in between, it leaves the first one.
 */
export async function audited(
  { db, now }: { readonly db: Db; readonly now: () => number },
  operation: string,
  details: Details,
  run: (addDetails: (more: Details) => void) => Promise<number>,
): Promise<number> {
  const log = new AuditLog(db);
  const requestId = randomUUID();
  const record = (outcome: AuditOutcome, all: Details) =>
    log.append({ atMs: now(), ...commandActor(), operation, outcome, requestId, details: all });
  await record('begun', details);
  const added: Record<string, unknown> = {};
  try {
    const exitCode = await run((more) => Object.assign(added, more));
    await record('ended', { ...added, exitCode });
    return exitCode;
  } catch (error) {
    // Its message may quote a record, an address or a password: the terminal shows it.
    await record('failed', { ...added, error: (error as Error).name }).catch(() => undefined);
    throw error;
  } finally {
    await log.seal().catch(() => undefined);
  }
}

/** Records one entry of a command, in a store whose clock is not running. */
export async function recordOnce(db: Db, operation: string, outcome: AuditOutcome, details: Details): Promise<void> {
  const { now } = await storeClock(db, { latestKnownMs: () => latestEngineTime(db) });
  const log = new AuditLog(db);
  await log.append({ atMs: now(), ...commandActor(), operation, outcome, details });
  await log.seal();
}
