import { type Item, titleOf } from '../../domain/market/item.ts';
import { type BoxExplanation, failedGates } from '../../domain/pricing/box-explanation.ts';
import { verdictSentence } from '../../domain/pricing/verdict-sentence.ts';
import { MarketplaceIdShape } from '../marketplace-id.ts';
import { MoneyShape, writeMoney } from '../money.ts';
import { ChannelText, ConditionText } from '../pricing/offer-summary.ts';
import { decidingFieldOf } from '../pricing/position/box-explanation.ts';
import { DecidedByShape } from '../pricing/position/box-explanation-shape.ts';
import { GateVerdictShape, writeGateVerdict } from '../pricing/position/gate-verdict.ts';
import { ownPriceFields, writeOwnPrice } from '../pricing/position/own-price.ts';
import { TermsRevisionShape } from '../pricing/position/terms-revision.ts';
import { winningPriceFields, writeWinningPrice } from '../pricing/position/winning-price.ts';
import { CustomerTypeShape } from '../pricing/query.ts';
import { OfferTypeShape, SubConditionShape } from '../pricing/shelf-offer.ts';
import { Type } from '../type.ts';

export const DEFAULT_ITEM_OFFERS = 20;
const MAX_ITEM_OFFERS = 100;

export const ItemOffersQuery = Type.Object({
  MarketplaceId: MarketplaceIdShape,
  CustomerType: CustomerTypeShape,
  pageSize: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_ITEM_OFFERS, examples: [1] },
    description: `The maximum number of offers. ${DEFAULT_ITEM_OFFERS} without it.`,
  }),
  nextToken: Type.Optional.String({ maxLength: 2_048, description: 'Where the last page ended.' }),
});

const WinningPriceShape = Type.Named(
  'ItemOfferWinningPrice',
  'The highest listing price with which the offer, with its own shipping, holds the buy box at this moment.',
  winningPriceFields,
);

const ItemOfferShape = Type.Named(
  'ItemOffer',
  'An offer on the item, on sale or not, and why it holds its buy box or does not. The box is that of its condition; for business customers by its business price when it has one.',
  {
    SellerId: Type.String('The seller of the offer.'),
    SellerName: Type.Optional.String("The seller's name. Absent: the operator's record has none."),
    SellerSKU: Type.String("The seller's SKU."),
    TermsRevision: TermsRevisionShape,
    ItemCondition: ConditionText,
    SubCondition: SubConditionShape,
    offerType: OfferTypeShape,
    FulfillmentChannel: ChannelText,
    ...ownPriceFields,
    Quantity: Type.Integer('How many units are in stock.'),
    IsBuyBoxWinner: Type.Boolean('Whether the offer holds the buy box.'),
    IsEligible: Type.Boolean('Whether the offer passes every gate.'),
    Explanation: Type.String('Why the offer holds the buy box or does not, in a sentence.'),
    DecidedBy: DecidedByShape,
    Gates: Type.Array(GateVerdictShape, 'Every gate of the buy box rule, in its order.'),
    WinningPrice: WinningPriceShape,
  },
);

export const ItemOffersAnswer = Type.Named('ItemOffersAnswer', 'A page of the offers on an item.', {
  payload: Type.Named('ItemOffersPayload', 'A page of the offers on an item, of all sellers and conditions.', {
    MarketplaceId: Type.String('The marketplace.'),
    storeItemId: Type.String('The item.'),
    Title: Type.Optional.String('The title of the item, when the catalogue has one.'),
    CompetitivePriceThreshold: Type.Optional(MoneyShape),
    Offers: Type.Array(ItemOfferShape, 'The offers of this page, in the order of SellerIds and SKUs.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  }),
});

/** Without `nextToken`. Fields that are undefined are not in the JSON text. */
export const writeItemOffers = (item: Item, offers: readonly object[]) => ({
  MarketplaceId: item.marketplaceId,
  storeItemId: item.itemId,
  Title: titleOf(item),
  CompetitivePriceThreshold:
    item.competitivePriceThresholdMinor === undefined
      ? undefined
      : writeMoney(item.competitivePriceThresholdMinor, item.currency),
  Offers: offers,
});

type Shown = { readonly termsRevision: number; readonly sellerName: string | undefined };

export function writeItemOffer(explained: BoxExplanation, { termsRevision, sellerName }: Shown): object {
  const { seen, box, wins } = explained;
  const { offer } = seen;
  return {
    SellerId: offer.sellerId,
    SellerName: sellerName,
    SellerSKU: offer.sku,
    TermsRevision: termsRevision,
    ItemCondition: box.condition,
    SubCondition: offer.subCondition,
    offerType: box.offerType,
    FulfillmentChannel: offer.channel,
    ...writeOwnPrice(seen.listingMinor, offer.shippingMinor, offer.currency),
    Quantity: offer.quantity,
    IsBuyBoxWinner: wins,
    IsEligible: explained.isEligible,
    Explanation: verdictSentence({ ...explained, failing: failedGates(explained) }, offer.currency),
    DecidedBy: decidingFieldOf(explained.decidedBy),
    Gates: explained.gates.map((verdict) => writeGateVerdict(verdict, offer.currency)),
    WinningPrice: writeWinningPrice(explained.expected, seen.shippingMinor, offer.currency),
  };
}
