import type { Item } from '../../domain/market/item.ts';
import { boxIn, boxNames, type Decision } from '../../domain/pricing/decision.ts';
import { CONDITIONS } from '../../domain/vocabulary.ts';
import { Type } from '../type.ts';
import { batchAnswerOf } from './batch-answer.ts';
import { withMyOffers } from './board.ts';
import type { LowestOffersInput, SummaryRequest } from './competitive-summary-request.ts';
import {
  CustomerTypeText,
  type ObservedBoxPrices,
  ReferencePriceShape,
  writeReferencePrices,
} from './history/reference-price.ts';
import { ConditionText } from './offer-summary.ts';
import { FeaturedOfferShape, writeFeaturedOffer } from './position/featured-offer.ts';
import { OfferShape, OfferTypeShape } from './shelf-offer.ts';

const FeaturedBuyingOption = Type.Named(
  'FeaturedBuyingOption',
  'A buy box that somebody holds, and the offer that holds it.',
  {
    condition: ConditionText,
    CustomerType: CustomerTypeText,
    offerType: OfferTypeShape,
    eligibleOffers: Type.Integer('The number of offers that are eligible for this buy box.'),
    featuredOffer: FeaturedOfferShape,
  },
);

const LowestPricedOffers = Type.Named(
  'LowestPricedOffers',
  'The offers of one condition, as one customer type sees them.',
  {
    lowestPricedOffersInput: Type.Named(
      'LowestPricedOffersList',
      'The input that the offers belong to, with its defaults.',
      {
        itemCondition: ConditionText,
        CustomerType: CustomerTypeText,
        offerType: Type.Optional(OfferTypeShape),
      },
    ),
    offers: Type.Array(OfferShape, {
      maxItems: 20,
      description: 'The best offers, in order of landed price, as `Offers` of the single request shows them.',
    }),
  },
);

const CompetitiveSummary = Type.Named(
  'CompetitiveSummary',
  'How an item sells. It has the parts that includedData names.',
  {
    marketplaceId: Type.String('The marketplace.'),
    storeItemId: Type.String('The item.'),
    featuredBuyingOptions: Type.Optional.Array(
      FeaturedBuyingOption,
      'The buy boxes that somebody holds, of all conditions and both customer types.',
    ),
    lowestPricedOffers: Type.Optional.Array(LowestPricedOffers, 'One list for each input, in the order of the inputs.'),
    referencePrices: Type.Optional.Array(
      ReferencePriceShape,
      'Prices to compare with. Those that are not known are missing.',
    ),
  },
);

export const SummariesAnswer = batchAnswerOf('CompetitiveSummary', CompetitiveSummary);

/** What a summary is made from. */
export type SummarySource = {
  item: Item;
  decision: Decision;
  /** The `Offers` list (4.2) of an input, as `writeBoard` wrote it; undefined where there are no offers. */
  offersOf(input: LowestOffersInput): string | undefined;
  observed: readonly ObservedBoxPrices[];
};

/** The parts of a summary that a request names, as JSON text. */
export function writeCompetitiveSummary(
  { marketplaceId, storeItemId, includedData }: SummaryRequest,
  inputs: readonly LowestOffersInput[],
  { item, decision, offersOf, observed }: SummarySource,
  callerId: string,
): string {
  const members = [`"marketplaceId":${JSON.stringify(marketplaceId)}`, `"storeItemId":${JSON.stringify(storeItemId)}`];
  if (includedData.includes('featuredBuyingOptions')) {
    const options = writeFeaturedBuyingOptions(item, decision, callerId);
    members.push(`"featuredBuyingOptions":${JSON.stringify(options)}`);
  }
  if (includedData.includes('lowestPricedOffers')) {
    const lists = inputs.map((input) => writeLowestOffers(input, offersOf(input), callerId));
    members.push(`"lowestPricedOffers":[${lists.join(',')}]`);
  }
  if (includedData.includes('referencePrices')) {
    members.push(`"referencePrices":${JSON.stringify(writeReferencePrices(item, observed))}`);
  }
  return `{${members.join(',')}}`;
}

/** The buy boxes that somebody holds. A business customer sees the consumers' where the item has no business terms. */
function writeFeaturedBuyingOptions({ currency }: Item, decision: Decision, callerId: string) {
  return CONDITIONS.flatMap(boxNames).flatMap((name) => {
    const box = boxIn(decision, name);
    if (box === undefined) return [];
    const { condition, customer: CustomerType, offerType } = name;
    const featuredOffer = writeFeaturedOffer(box.holder, condition, currency, callerId);
    return [{ condition, CustomerType, offerType, eligibleOffers: box.eligible, featuredOffer }];
  });
}

/** One list of `lowestPricedOffers`, as JSON text, from the text that `writeBoard` wrote when the market changed. */
function writeLowestOffers(input: LowestOffersInput, offers: string | undefined, callerId: string): string {
  const text = offers === undefined ? '[]' : withMyOffers(callerId, ofType(input.offerType, offers));
  return `{"lowestPricedOffersInput":${JSON.stringify(input)},"offers":${text}}`;
}

function ofType(offerType: string | undefined, offers: string): string {
  if (offerType === undefined) return offers;
  const parsed: { offerType: string }[] = JSON.parse(offers);
  return JSON.stringify(parsed.filter((offer) => offer.offerType === offerType));
}
