import { createWriteStream, renameSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { AuditLog, ChainExtent } from '../audit/audit-log.ts';
import type { AuditEntry } from '../domain/audit/audit-entry.ts';
import { RETENTION, type RemovedEntries, removedEntriesIn } from '../domain/audit/retention-entry.ts';

/** The log names people and addresses. */
const OWNER_ONLY = 0o600;

export const AUDIT_EXPORT_USAGE = `Exports the audit log as JSON lines, in the order of its chain, and verifies it.

  npm run export -- --audit FILE

    FILE   the file to write; - prints the lines
`;

type Print = (text: string) => unknown;

/** `days` is how long entries are kept: AUDIT_DAYS. The summary of the lines goes to standard error. */
export type AuditExport = { readonly days: number; readonly print: Print; readonly printBeside: Print };

/**
 * Exports the audit log and prints which entries it has, and the digest of the last one. Returns the exit code. Throws a BrokenChainError
 * when the chain does not hold; what comes before is in `FILE.part`.
 */
export async function runAuditExport(log: AuditLog, args: string[], options: AuditExport): Promise<number> {
  const { days, print, printBeside } = options;
  const path = auditExportFile(args);
  if (path === undefined) {
    printBeside(AUDIT_EXPORT_USAGE);
    return 1;
  }
  const part = `${path}.part`;
  const summary: Summary = { text: '', removals: [] };
  const lines = linesOf(log, days, summary);
  if (path === '-') for await (const line of lines) print(line);
  else await pipeline(lines, createWriteStream(part, { mode: OWNER_ONLY }));
  if (summary.failure !== undefined) throw summary.failure;
  if (path !== '-') renameSync(part, path);
  const write = path === '-' ? printBeside : print;
  write(`${path}: ${summary.text}\n`);
  for (const removal of summary.removals) write(`${removalText(removal)}\n`);
  return 0;
}

type Summary = { text: string; failure?: unknown; removals: Removal[] };

/** The lines of the file. A failure ends them and goes into the summary: what comes before it is written. */
async function* linesOf(log: AuditLog, days: number, summary: Summary): AsyncGenerator<string> {
  try {
    const entries = log.verified();
    let count = 0;
    let next = await entries.next();
    for (; !next.done; next = await entries.next()) {
      count += 1;
      noteRemoval(summary.removals, next.value, days);
      const { atMs, ...entry } = next.value;
      yield `${JSON.stringify({ ...entry, time: new Date(atMs).toISOString() })}\n`;
    }
    summary.text = extentText(next.value, count);
  } catch (error) {
    summary.failure = error;
  }
}

const extentText = (extent: ChainExtent | undefined, count: number): string =>
  extent === undefined
    ? '0 entries, verified.'
    : `${count} entries, verified: ${extent.first} to ${extent.last}. The last one has the digest ${extent.digest}`;

type Removal = { readonly entry: AuditEntry; readonly removed: RemovedEntries; readonly isEarly: boolean };

/** Keeps the newest removal, and the newest one that took what AUDIT_DAYS would keep today. */
function noteRemoval(removals: Removal[], entry: AuditEntry, days: number): void {
  const removed = entry.operation === RETENTION ? removedEntriesIn(entry.details) : undefined;
  if (removed === undefined) return;
  const isEarly = removed.olderThanDays === undefined || days === 0 || removed.olderThanDays < days;
  const kept = removals.filter((other) => other.isEarly && !isEarly);
  removals.splice(0, removals.length, ...kept, { entry, removed, isEarly });
}

function removalText({ entry, removed, isEarly }: Removal): string {
  const { last, olderThanDays } = removed;
  const time = new Date(entry.atMs).toISOString();
  if (olderThanDays === undefined)
    return `Entries up to ${last} are gone: an earlier version removed them, and left no proof. Entry ${entry.number} of ${time} says so.`;
  const text = `Entries up to ${last} are gone: entry ${entry.number} of ${time} says that they were older than ${olderThanDays} days.`;
  return isEarly ? `${text} Today's AUDIT_DAYS would keep some of them: was it lower then?` : text;
}

/** The file of a call that can run; undefined for a wrong one. Needs no store. */
export function auditExportFile(args: string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({ args, options: { audit: { type: 'string' } }, allowPositionals: true });
    return positionals.length === 0 && values.audit ? values.audit : undefined;
  } catch {
    return undefined;
  }
}
