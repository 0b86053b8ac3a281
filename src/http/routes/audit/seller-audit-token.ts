import type { SellerAuditPosition } from '../../../domain/audit/audit-entry.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** A seller's token is refused in the list of another one. */
const listOf = (sellerId: string): PagedList => ({ scope: `audit of ${sellerId}`, checksum: 'last' });

/** A token for the entry after which the next page begins. */
export function writeSellerAuditToken(sellerId: string, { atMs, entryId }: SellerAuditPosition): string {
  return writePageToken(listOf(sellerId), `${atMs}.${entryId}`);
}

/** Throws a fault when the token is not valid. */
export function readSellerAuditToken(sellerId: string, token: string): SellerAuditPosition {
  return readPageToken(listOf(sellerId), token, (position) => {
    const [, atMs, entryId] = /^(\d{1,15})\.(\w{1,64})$/.exec(position) ?? [];
    return entryId !== undefined && `${Number(atMs)}` === atMs ? { atMs: Number(atMs), entryId } : undefined;
  });
}
