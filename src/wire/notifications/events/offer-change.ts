import type { BoardStatus } from '../../../domain/pricing/board-view.ts';
import type { Condition } from '../../../domain/vocabulary.ts';
import { writeMoney } from '../../money.ts';

/** What one type of customer sees, as 4.2 writes it: the `Summary` of the item, and the `Offers` of a condition. */
export type SeenTexts = { summary: string; offers: string };

/** The item's part of ANY_OFFER_CHANGED: members of `data`. The texts are those of the board, placeholders included. */
export function writeOfferChange(change: {
  itemId: string;
  condition: Condition;
  status: BoardStatus;
  /** In the order of time; undefined: there is none, or it is not told. */
  lowestMinor: { before: number | undefined; now: number | undefined };
  currency: string;
  consumer: SeenTexts;
  /** Only where businesses see something else. */
  business?: SeenTexts | undefined;
  requestId: string | undefined;
}): string {
  const { itemId, condition, status, lowestMinor, currency, consumer, business, requestId } = change;
  const money = (name: string, minor: number | undefined) =>
    minor === undefined ? '' : `"${name}":${JSON.stringify(writeMoney(minor, currency))},`;
  const forBusinesses = business === undefined ? '' : `,"Business":{${members(business)}}`;
  return (
    // What filters look at comes before the Summary: they do not read the rest (`readEventData`).
    `"storeItemId":${JSON.stringify(itemId)},"ItemCondition":"${condition}","status":"${status}",` +
    `${money('LowestLandedPrice', lowestMinor.now)}${money('PreviousLowestLandedPrice', lowestMinor.before)}` +
    `${members(consumer)}${forBusinesses}${writeRequestId(requestId)}`
  );
}

const members = ({ summary, offers }: SeenTexts) => `"Summary":${summary},"Offers":${offers}`;

/** The operator's request that made the change, as the last member. */
export const writeRequestId = (requestId: string | undefined): string =>
  requestId === undefined ? '' : `,"requestId":${JSON.stringify(requestId)}`;

/** The item's part of PRICING_HEALTH and PRICE_CHANGED: members of `data`. */
export const writeItemId = (itemId: string, requestId: string | undefined): string =>
  `"storeItemId":${JSON.stringify(itemId)}${writeRequestId(requestId)}`;
