import type { AuditPosition } from '../../../domain/audit/audit-entry.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

const AUDIT_LOG: PagedList = { scope: 'audit', checksum: 'last' };

/** A token for the entry after which the next page begins. */
export function writeAuditToken({ atMs, number }: AuditPosition): string {
  return writePageToken(AUDIT_LOG, `${atMs}.${number}`);
}

/** Throws a fault when the token is not valid. */
export function readAuditToken(token: string): AuditPosition {
  return readPageToken(AUDIT_LOG, token, (position) => {
    const [, atMs, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? [];
    const isCanonical = `${Number(atMs)}.${Number(number)}` === position;
    return isCanonical ? { atMs: Number(atMs), number: Number(number) } : undefined;
  });
}
