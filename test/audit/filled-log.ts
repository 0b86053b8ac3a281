import type { AuditLog } from '../../src/audit/audit-log.ts';
import type { AuditEntry, NewAuditEntry } from '../../src/domain/audit/audit-entry.ts';

export const entry = (atMs: number, parts: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  ...{ atMs, who: { type: 'client', id: 'ops' }, from: '203.0.113.7', operation: 'applyChanges', outcome: 'done' },
  details: { changed: 1 },
  ...parts,
});

/** Records entries of these times, and seals them. */
export async function fill(log: AuditLog, times: readonly number[]): Promise<void> {
  for (const atMs of times) await log.append(entry(atMs));
  await log.seal();
}

export async function chainOf(log: AuditLog): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const one of log.verified()) entries.push(one);
  return entries;
}
