import { hash } from 'node:crypto';
import { Fault } from '../../../domain/fault.ts';

/** The last delivery of a page of the log. */
export type LogPosition = { createdMs: number; deliveryId: string };

/**
 * A token for the position after which the next page begins. Its checksum is not secret: it detects a token that was cut,
 * changed or taken from another destination, so that the caller gets an error instead of the wrong page.
 */
export function writeNextToken(destinationId: string, { createdMs, deliveryId }: LogPosition): string {
  const position = `${createdMs}.${deliveryId}`;
  return Buffer.from(`${position}.${checksumOf(destinationId, position)}`).toString('base64url');
}

/** Throws a fault when the token is not valid. */
export function readNextToken(destinationId: string, token: string): LogPosition {
  const [, position = '', createdMs, deliveryId = '', checksum] =
    /^((\d{1,15})\.(\w{1,64}))\.([\w-]{16})$/.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  const canonical = Buffer.from(`${position}.${checksum}`).toString('base64url');
  if (createdMs !== undefined && checksum === checksumOf(destinationId, position) && canonical === token) {
    return { createdMs: Number(createdMs), deliveryId };
  }
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details: 'Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged.',
  });
}

const checksumOf = (destinationId: string, position: string) =>
  hash('sha256', `${destinationId}\n${position}`, 'base64url').slice(0, 16);
