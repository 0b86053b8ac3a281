import type { BoxKey } from '../../../market/projections/history/box-log.ts';
import type { BoxLogPosition } from '../../../market/projections/history/box-steps.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** A token for the place behind which the next page of a box's history begins. */
export function writeHistoryToken(box: BoxKey, { atMs, id }: BoxLogPosition): string {
  return writePageToken(listOf(box), `${atMs}.${id}`);
}

/** Throws a fault when the token is not valid. */
export function readHistoryToken(box: BoxKey, token: string): BoxLogPosition {
  return readPageToken(listOf(box), token, (position) => {
    const [, atMs, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? [];
    return id === undefined ? undefined : { atMs: Number(atMs), id: Number(id) };
  });
}

const listOf = ({ marketplaceId, itemId, condition, customer, offerType }: BoxKey): PagedList => ({
  scope: JSON.stringify([marketplaceId, itemId, condition, customer, offerType]),
  sameParameters: ', for the same item, ItemCondition, CustomerType and OfferType',
  checksum: 'last',
});
