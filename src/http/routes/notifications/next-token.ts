import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** The last delivery of a page of the log. */
export type LogPosition = { createdMs: number; deliveryId: string };

/** A token for the delivery after which the next page of a destination's log begins. */
export function writeNextToken(destinationId: string, { createdMs, deliveryId }: LogPosition): string {
  return writePageToken(listOf(destinationId), `${createdMs}.${deliveryId}`);
}

/** Throws a fault when the token is not valid. */
export function readNextToken(destinationId: string, token: string): LogPosition {
  return readPageToken(listOf(destinationId), token, (position) => {
    const [, createdMs, deliveryId] = /^(\d{1,15})\.(\w{1,64})$/.exec(position) ?? [];
    return deliveryId === undefined ? undefined : { createdMs: Number(createdMs), deliveryId };
  });
}

const listOf = (destinationId: string): PagedList => ({ scope: destinationId, checksum: 'last' });
