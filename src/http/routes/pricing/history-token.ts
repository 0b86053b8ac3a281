import { hash } from 'node:crypto';
import { Fault } from '../../../domain/fault.ts';
import type { BoxKey } from '../../../market/projections/history/box-log.ts';
import type { LogPosition } from '../../../market/projections/history/box-steps.ts';

/**
 * A token for the place behind which the next page begins. Its checksum is not secret: it detects a token that was cut,
 * changed or taken from another box, so that the caller gets an error instead of the wrong page.
 */
export function writeHistoryToken(box: BoxKey, { atMs, id }: LogPosition): string {
  const position = `${atMs}.${id}`;
  return Buffer.from(`${position}.${checksumOf(box, position)}`).toString('base64url');
}

/** Throws a fault when the token is not valid. */
export function readHistoryToken(box: BoxKey, token: string): LogPosition {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const [, position = '', atMs, id, checksum] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]{16})$/.exec(text) ?? [];
  const isUnchanged = Buffer.from(text, 'latin1').toString('base64url') === token;
  if (isUnchanged && checksum === checksumOf(box, position)) return { atMs: Number(atMs), id: Number(id) };
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details:
      'Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged, for the same item, ItemCondition, CustomerType and OfferType.',
  });
}

function checksumOf({ marketplaceId, itemId, condition, customer, offerType }: BoxKey, position: string): string {
  const box = JSON.stringify([marketplaceId, itemId, condition, customer, offerType]);
  return hash('sha256', `${box}\n${position}`, 'base64url').slice(0, 16);
}
