import type { BoardStatus } from '../../../domain/pricing/board-view.ts';
import type { Condition } from '../../../domain/vocabulary.ts';

/** What one type of customer sees, as 4.2 writes it: the `Summary` of the item, and the `Offers` of a condition. */
export type SeenTexts = { summary: string; offers: string };

/** The item's part of ANY_OFFER_CHANGED: members of `data`. The texts are those of the board, placeholders included. */
export function writeOfferChange(change: {
  itemId: string;
  condition: Condition;
  status: BoardStatus;
  consumer: SeenTexts;
  /** Only where businesses see something else. */
  business?: SeenTexts | undefined;
  requestId: string | undefined;
}): string {
  const { itemId, condition, status, consumer, business, requestId } = change;
  const forBusinesses = business === undefined ? '' : `,"Business":{${members(business)}}`;
  return (
    `"storeItemId":${JSON.stringify(itemId)},"ItemCondition":"${condition}","status":"${status}",` +
    `${members(consumer)}${forBusinesses}${writeRequestId(requestId)}`
  );
}

const members = ({ summary, offers }: SeenTexts) => `"Summary":${summary},"Offers":${offers}`;

/** The operator's request that made the change, as the last member. */
export const writeRequestId = (requestId: string | undefined): string =>
  requestId === undefined ? '' : `,"requestId":${JSON.stringify(requestId)}`;
