import { amountText } from '../money.ts';
import type { Gate } from './gates.ts';
import type { OrderRule } from './offers.ts';

/** By rule of the order: what is better about the offer that comes first. */
const better: Readonly<Record<OrderRule, string>> = {
  landedPrice: 'its landed price is lower',
  channel: 'at an equal landed price, FS ships it',
  feedbackRating: 'else equal, its seller has the better rating',
  feedbackCount: 'else equal, its seller has more ratings',
  sellerId: 'else equal, its SellerId comes first',
  sku: 'else equal, its SellerSKU comes first',
};

/** Why an offer holds a buy box or does not. */
type BoxVerdict = {
  /** The gates that it fails: with one it is not eligible. */
  readonly failing: readonly Gate[];
  readonly wins: boolean;
  /** What decides between the offer and the best eligible other one; undefined without one. */
  readonly decidedBy: OrderRule | undefined;
  /** The landed price of the offer minus that of the other one. */
  readonly gapMinor: number | undefined;
};

/** The verdict in words: the same in explanations and in receipts of price changes. */
export function verdictSentence({ failing, wins, decidedBy, gapMinor }: BoxVerdict, currency: string): string {
  if (failing.length > 0) return `The offer is not eligible for the buy box: it fails ${failing.join(', ')}.`;
  if (decidedBy === undefined) return 'The offer holds the buy box: no other offer is eligible.';
  const by = decidedBy === 'landedPrice' ? ` by ${amountText(Math.abs(gapMinor ?? 0), currency)}` : '';
  return `${wins ? 'The offer' : 'Another offer'} holds the buy box: ${better[decidedBy]}${by}.`;
}
