import { hash } from 'node:crypto';
import { Fault } from '../../../domain/fault.ts';
import type { PageStart } from '../../../market/projections/listings/listing-page.ts';
import type { ListingFilter } from '../../../market/projections/listings/listing-scan.ts';

/** What a token belongs to: the caller and the parameters that decide what the pages have. */
export type ListingsScope = ListingFilter & { query?: string | undefined };

const PARTS: readonly unknown[] = ['all', 'exact', 'rest'] satisfies PageStart['part'][];
const CHECKSUM_CHARACTERS = 16;

/**
 * A token for the start of the next page. Its checksum is not secret: it detects a token that was cut, changed or taken from
 * another list, so that the caller gets an error instead of the wrong page.
 */
export function writeListingsToken(scope: ListingsScope, { part, after }: PageStart): string {
  const start = JSON.stringify(after === undefined ? [part] : [part, after.value, after.sku]);
  return Buffer.from(checksumOf(scope, start) + start).toString('base64url');
}

/** Throws a fault when the token is not valid. */
export function readListingsToken(scope: ListingsScope, token: string): PageStart {
  const text = Buffer.from(token, 'base64url').toString();
  const start = text.slice(CHECKSUM_CHARACTERS);
  const isOurs = text === checksumOf(scope, start) + start && Buffer.from(text).toString('base64url') === token;
  const read = isOurs ? startOf(start) : undefined;
  if (read !== undefined) return read;
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details:
      'Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged, with the same MarketplaceId, sort, order, state and query.',
  });
}

/** Checks the values, too: anybody can calculate the checksum. */
function startOf(text: string): PageStart | undefined {
  const [part, value, sku] = parsed(text);
  if (!PARTS.includes(part)) return undefined;
  if (value === undefined && sku === undefined) return { part: part as PageStart['part'] };
  if (!Number.isSafeInteger(value) || typeof sku !== 'string' || sku.includes('\0')) return undefined;
  return { part: part as PageStart['part'], after: { value: value as number, sku } };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function checksumOf(
  { marketplaceId, sellerId, sort, descending, states, query }: ListingsScope,
  start: string,
): string {
  const scope = JSON.stringify([marketplaceId, sellerId, sort, descending, states, query ?? null]);
  return hash('sha256', `${scope}\n${start}`, 'base64url').slice(0, CHECKSUM_CHARACTERS);
}
