import type { EstimateFailure } from '../../../domain/fees/estimate-input.ts';
import type { NetProceeds } from '../../../domain/fees/net-proceeds.ts';
import { amountText } from '../../../domain/money.ts';
import { type BoxExplanation, failedGates } from '../../../domain/pricing/box-explanation.ts';
import type { Contender } from '../../../domain/pricing/decision.ts';
import type { ExpectedPrice } from '../../../domain/pricing/expected-price.ts';
import type { OrderRule } from '../../../domain/pricing/offers.ts';
import type { Terms } from '../../../domain/pricing/standing.ts';
import { verdictSentence } from '../../../domain/pricing/verdict-sentence.ts';
import { writeMoney, writePrice } from '../../money.ts';
import { writeFeedback } from './featured-offer.ts';
import { writeGateVerdict } from './gate-verdict.ts';
import { writeNetProceeds } from './net-proceeds.ts';
import { writeOwnPrice } from './own-price.ts';
import { writeWinningPrice } from './winning-price.ts';

/** What the answer shows beside the explanation itself. */
export type ExplainedListing = {
  marketplaceId: string;
  sellerId: string;
  sku: string;
  itemId: string;
  termsRevision: number;
  currency: string;
  assumed: Terms;
  rank: number | undefined;
  presentNet: NetProceeds | EstimateFailure;
  /** Undefined when no price wins, or every price does. */
  winningNet: NetProceeds | EstimateFailure | undefined;
  /** Undefined: none is set, or the caller may not read it. */
  costMinor: number | undefined;
};

/** Fields that are undefined are not in the JSON text. */
export function writeBoxExplanation(explained: BoxExplanation, listing: ExplainedListing): object {
  const { box, seen, wins, rival, gapMinor } = explained;
  const { currency, sellerId } = listing;
  const other = rival && writeRival(rival, currency, sellerId);
  const gap = gapMinor === undefined ? undefined : writeMoney(gapMinor, currency);
  return {
    payload: {
      MarketplaceId: listing.marketplaceId,
      SellerSKU: listing.sku,
      storeItemId: listing.itemId,
      TermsRevision: listing.termsRevision,
      ItemCondition: box.condition,
      CustomerType: box.customer,
      offerType: box.offerType,
      Assumed: writeAssumed(listing.assumed, currency),
      Offer: {
        ...writeOwnPrice(seen.listingMinor, seen.offer.shippingMinor, currency),
        FulfillmentChannel: seen.offer.channel,
        AfterFees: writeNetProceeds(listing.presentNet, currency, listing.costMinor),
      },
      IsBuyBoxWinner: wins,
      Explanation: verdictSentence({ ...explained, failing: failedGates(explained) }, currency),
      IsEligible: explained.isEligible,
      Gates: explained.gates.map((verdict) => writeGateVerdict(verdict, currency)),
      Rank: listing.rank,
      EligibleOffers: explained.eligible,
      ...(wins ? { RunnerUp: other, GapToRunnerUp: gap } : { Holder: other, GapToHolder: gap }),
      DecidedBy: decidingFieldOf(explained.decidedBy),
      WinningPrice: writeExplainedPrice(explained.expected, seen.shippingMinor, listing),
    },
  };
}

/** By rule of the order: the field that shows it. */
const decidingFields: Readonly<Record<OrderRule, string>> = {
  landedPrice: 'LandedPrice',
  channel: 'FulfillmentChannel',
  feedbackRating: 'SellerPositiveFeedbackRating',
  feedbackCount: 'FeedbackCount',
  sellerId: 'SellerId',
  sku: 'SellerSKU',
};

export const decidingFieldOf = (rule: OrderRule | undefined): string | undefined => rule && decidingFields[rule];

function writeAssumed({ listingMinor, shippingMinor, channel }: Terms, currency: string): object | undefined {
  if (listingMinor === undefined && shippingMinor === undefined && channel === undefined) return undefined;
  return {
    ListingPrice: listingMinor === undefined ? undefined : writeMoney(listingMinor, currency),
    Shipping: shippingMinor === undefined ? undefined : writeMoney(shippingMinor, currency),
    FulfillmentChannel: channel,
  };
}

/** What everybody sees of the offer, and its SKU only where it is the caller's own. */
function writeRival(rival: Contender, currency: string, callerId: string): object {
  const MyOffer = rival.sellerId === callerId;
  return {
    MyOffer,
    SellerId: rival.sellerId,
    SellerSKU: MyOffer ? rival.sku : undefined,
    SubCondition: rival.subCondition,
    FulfillmentChannel: rival.channel,
    ...writePrice(rival.listingMinor, rival.shippingMinor, currency),
    SellerFeedbackRating: writeFeedback(rival),
  };
}

function writeExplainedPrice(expected: ExpectedPrice, shippingMinor: number, listing: ExplainedListing): object {
  const { currency, winningNet, costMinor } = listing;
  return {
    ...writeWinningPrice(expected, shippingMinor, currency),
    AfterFees:
      expected.listingMinor === undefined ? undefined : winningNet && writeNetProceeds(winningNet, currency, costMinor),
    Explanation: winningSentence(expected, shippingMinor, currency),
  };
}

function winningSentence(
  { status, listingMinor = 0, reasons = [] }: ExpectedPrice,
  shippingMinor: number,
  currency: string,
): string {
  switch (status) {
    case 'VALID_FOEP':
      return `A listing price of at most ${amountText(listingMinor, currency)} holds the buy box.`;
    case 'NO_COMPETING_OFFER':
      return 'Every price holds the buy box: no other offer is eligible, and the item has no competitive price threshold.';
    case 'OFFER_NOT_ELIGIBLE':
      return `No price holds the buy box while the offer fails ${reasons.join(', ')}.`;
    case 'NO_WINNING_PRICE':
      return `No listing price holds the buy box: the shipping charge of ${amountText(shippingMinor, currency)} alone is too high.`;
  }
}
