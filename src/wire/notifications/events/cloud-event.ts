import type { EventKind } from '../../../domain/notifications/notification.ts';
import { writeTime } from '../../../domain/time.ts';

/** An event of one seller, as it is stored. `item.part` and `sellerPart` are members of `data` as JSON text, without braces. */
export type StoredEvent = {
  notificationId: string;
  source: string;
  kind: EventKind;
  atMs: number;
  sellerId: string;
  /** Decision 42: per seller, without gaps. */
  sequence: number;
  /** The event before it that was queued for the same destination. */
  previousSequence?: number | undefined;
  /** The sequences that it replaces at this destination, with commas between them. */
  supersedes?: string | undefined;
  /** Absent for an event that is not about an item. */
  item?: { marketplaceId: string; itemId: string; revision: number; part: string } | undefined;
  sellerPart: string;
};

/** The event as CloudEvents JSON (decisions 30 and 42). The same event gives the same text: every attempt sends the same bytes. */
export function writeEventText(event: StoredEvent): string {
  const { notificationId, source, kind, atMs, sellerId, sequence, previousSequence, supersedes, item, sellerPart } =
    event;
  const quoted = JSON.stringify;
  const subject = item === undefined ? '' : `"subject":${quoted(item.itemId)},`;
  const previous = previousSequence === undefined ? '' : `"previoussequence":"${previousSequence}",`;
  const replaced = supersedes === undefined ? '' : `"supersedes":"${supersedes}",`;
  const about =
    item === undefined
      ? ''
      : `,"marketplaceId":${quoted(item.marketplaceId)},"revision":${item.revision},${forSeller(item.part, sellerId)}`;
  return (
    `{"specversion":"1.0","id":${quoted(notificationId)},"source":${quoted(source)},"type":"${kind}",${subject}` +
    `"time":"${writeTime(atMs)}","datacontenttype":"application/json","sequence":"${sequence}",${previous}${replaced}` +
    `"data":{"payloadVersion":"1.0","sellerId":${quoted(sellerId)}${about}${sellerPart === '' ? '' : `,${sellerPart}`}}}`
  );
}

/** Fills what depends on the receiver: see `withMyOffers` in `wire/pricing/board.ts`. */
function forSeller(itemPart: string, sellerId: string): string {
  const id = JSON.stringify(sellerId);
  return itemPart
    .replaceAll(`"MyOffer":false,"SellerId":${id}`, `"MyOffer":true,"SellerId":${id}`)
    .replaceAll(`"belongsToRequester":false,"sellerId":${id}`, `"belongsToRequester":true,"sellerId":${id}`);
}
