import type { Condition } from '../../domain/vocabulary.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { withMyOffers } from './board.ts';
import { ConditionText, SummaryShape } from './offer-summary.ts';
import { OfferShape } from './shelf-offer.ts';

const OFFERS_STATUSES = [
  'Success',
  'NoBuyableOffers',
  'ActiveButTooSoonForProcessing',
  'NoOfferDueToMissingShippingCharge',
];

export const OffersStatusText = openSet(OFFERS_STATUSES, {
  title: 'OffersStatus',
  description:
    'Success, NoBuyableOffers, ActiveButTooSoonForProcessing or NoOfferDueToMissingShippingCharge; an open set.',
});

export const OffersAnswer = Type.Named('OffersAnswer', 'The lowest priced offers of an item.', {
  payload: Type.Named('OffersPayload', 'The lowest priced offers of an item.', {
    marketplaceId: Type.String('The marketplace.'),
    storeItemId: Type.String('The item.'),
    SKU: Type.Optional.String("The caller's SKU, when the request is by SKU."),
    ItemCondition: ConditionText,
    status: OffersStatusText,
    Identifier: Type.Named('OffersIdentifier', 'The item and condition of the request.', {
      MarketplaceId: Type.String('The marketplace.'),
      storeItemId: Type.String('The item.'),
      SellerSKU: Type.Optional.String("The caller's SKU, when the request is by SKU."),
      ItemCondition: ConditionText,
    }),
    Summary: SummaryShape,
    Offers: Type.Array(OfferShape, {
      maxItems: 20,
      description: 'The best offers of the condition, in order of landed price.',
    }),
  }),
});

/** The request, as far as the answer shows it, and the caller. */
export type OffersRequest = {
  sellerId: string;
  marketplaceId: string;
  sku: string | undefined;
  condition: Condition;
};

/** The answer of spec 4.2, joined from the pieces that `writeBoard` wrote when the market changed. */
export function writeOffersAnswer(
  { sellerId, marketplaceId, sku, condition }: OffersRequest,
  board: { item_id: string; status: string; summary: string; offers: string | null },
): string {
  // Conditions, statuses and the operator's ids need no escaping. A SKU may hold any character.
  const ids = `"storeItemId":"${board.item_id}"`;
  const text = sku === undefined ? undefined : JSON.stringify(sku);
  const named = (name: string) => (text === undefined ? '' : `,"${name}":${text}`);
  const offers = board.offers === null ? '[]' : withMyOffers(sellerId, board.offers);
  return (
    `{"payload":{"marketplaceId":"${marketplaceId}",${ids}${named('SKU')},"ItemCondition":"${condition}",` +
    `"status":"${board.status}","Identifier":{"MarketplaceId":"${marketplaceId}",${ids}${named('SellerSKU')},` +
    `"ItemCondition":"${condition}"},"Summary":${board.summary},"Offers":${offers}}}`
  );
}
