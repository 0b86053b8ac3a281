import { hash } from 'node:crypto';
import type { EntryColumns } from './entry-table.ts';

/** The end of a chain: the number and the digest of an entry. */
export type Link = { readonly number: number; readonly digest: string };

/** Before the first entry. */
const START: Link = { number: 0, digest: '' };

/**
 * SHA-256 of the entry and of the digest before it: a change or a removal of an entry changes all digests that follow. The seller is a
 * last element, where there is one: entries without a seller have the digest that versions without that column computed.
 */
export function linkAfter(previous: Link, row: EntryColumns): Link {
  const number = previous.number + 1;
  const { entry_id, at_ms, who_type, who, source, operation, outcome, request_id, details, seller_id } = row;
  const fields = [entry_id, at_ms, who_type, who, source, operation, outcome, request_id, details];
  if (seller_id !== null) fields.push(seller_id);
  return { number, digest: hash('sha256', JSON.stringify([previous.digest, number, ...fields])) };
}

/** How a link is stored. The triggers of the table read the number. */
export const writeLink = ({ number, digest }: Link): string => `${number} ${digest}`;

export function readLink(text: string | undefined): Link {
  const [, number, digest] = /^(\d+) (\w*)$/.exec(text ?? '') ?? [];
  return number === undefined || digest === undefined ? START : { number: Number(number), digest };
}
