import { hash } from 'node:crypto';
import { Fault } from '../../../domain/fault.ts';

/** Where a page of a destination's log ended. */
export type LogPlace = { createdMs: number; deliveryId: string };

/**
 * A token for the place after which the next page begins. The sum is no secret: it shows a token that was cut, changed or
 * taken from another destination, and the caller then hears of it instead of reading the wrong page.
 */
export function writeNextToken(destinationId: string, { createdMs, deliveryId }: LogPlace): string {
  const place = `${createdMs}.${deliveryId}`;
  return Buffer.from(`${place}.${sumOf(destinationId, place)}`).toString('base64url');
}

/** Throws a fault when it is none. */
export function readNextToken(destinationId: string, token: string): LogPlace {
  const [, place = '', createdMs, deliveryId = '', sum] =
    /^((\d{1,15})\.(\w{1,64}))\.([\w-]{16})$/.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  const written = Buffer.from(`${place}.${sum}`).toString('base64url');
  if (createdMs !== undefined && sum === sumOf(destinationId, place) && written === token) {
    return { createdMs: Number(createdMs), deliveryId };
  }
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details: 'Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged.',
  });
}

const sumOf = (destinationId: string, place: string) =>
  hash('sha256', `${destinationId}\n${place}`, 'base64url').slice(0, 16);
