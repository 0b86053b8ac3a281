import type { BoxExplanation, BuyBoxRival, GateVerdict, Money } from 'marketplace-seller-sdk';
import { withLocalTimes } from '../../moments.ts';
import type { SellerName } from '../../seller-name.ts';

/** Where a listing stands, in words for its seller. */
export type Standing = {
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
  readonly title: string;
  readonly text: string;
};

type Write = (amount: Money) => string;

/** Without them an offer is not for sale at all. By name: the service may add gates, at any place of its list. */
const SALE_GATES: readonly string[] = ['active', 'startTime', 'stock', 'availability', 'shippingCharge'];

export const isOnSale = (gates: readonly GateVerdict[]): boolean =>
  gates.every(({ Name, Passed }) => Passed || !SALE_GATES.includes(Name));

const LIMIT = 'competitivePriceThreshold';

export function standingOf(explained: BoxExplanation, write: Write, seller: SellerName): Standing {
  if (explained.IsBuyBoxWinner) return held(explained, write, seller);
  const failed = explained.Gates.filter(({ Passed }) => !Passed);
  if (!isOnSale(failed)) return notOnSale(failed);
  if (failed.some(({ Name }) => Name !== LIMIT)) return notEligible(failed);
  if (failed.length > 0) return aboveLimit(explained, failed, write);
  return lost(explained, write, seller);
}

function held({ RunnerUp, WinningPrice }: BoxExplanation, write: Write, seller: SellerName): Standing {
  const title = 'You hold the buy box';
  const most = WinningPrice.ListingPrice && write(WinningPrice.ListingPrice);
  if (!RunnerUp) {
    const text = most ? `Nobody competes. You hold it up to a price of ${most}.` : 'Nobody competes with you.';
    return { tone: 'good', title, text };
  }
  const next = `The next offer is ${write(RunnerUp.LandedPrice)} by ${nameOf(RunnerUp, seller)}.`;
  return { tone: 'good', title, text: most ? `${next} You hold it up to a price of ${most}.` : next };
}

function lost({ Holder, GapToHolder, WinningPrice }: BoxExplanation, write: Write, seller: SellerName): Standing {
  const back = winsBack(WinningPrice, write);
  if (!Holder) return { tone: 'warn', title: 'Nobody holds the buy box', text: back };
  const title = Holder.MyOffer
    ? `Your other listing ${Holder.SellerSKU ?? ''} holds the buy box`
    : `You lost the buy box to ${seller(Holder.SellerId)}`;
  const dearer = GapToHolder && GapToHolder.Amount > 0 ? `Your offer is ${write(GapToHolder)} dearer. ` : '';
  return { tone: Holder.MyOffer ? 'neutral' : 'bad', title, text: `${dearer}${back}` };
}

function aboveLimit({ WinningPrice }: BoxExplanation, [limit]: GateVerdict[], write: Write): Standing {
  const passing = limit?.PassingListingPrice;
  const passes = passing ? `${write(passing)} or less can hold the buy box. ` : '';
  return {
    tone: 'bad',
    title: 'Your price is above the limit of this item',
    text: `${passes}${winsBack(WinningPrice, write)}`,
  };
}

const notEligible = (failed: readonly GateVerdict[]): Standing => ({
  tone: 'bad',
  title: 'Your offer is not eligible for the buy box',
  text: `${sentences(failed)} No price changes that.`,
});

const notOnSale = (failed: readonly GateVerdict[]): Standing => ({
  tone: 'warn',
  title: 'Your offer is not on sale',
  text: sentences(failed),
});

const sentences = (failed: readonly GateVerdict[]) =>
  failed.map(({ Explanation }) => withLocalTimes(Explanation)).join(' ');

function winsBack({ ListingPrice, LandedPrice, Explanation }: BoxExplanation['WinningPrice'], write: Write): string {
  if (!ListingPrice) return withLocalTimes(Explanation);
  // The holder's price beside it is with shipping.
  const landed =
    LandedPrice && LandedPrice.Amount !== ListingPrice.Amount ? ` (${write(LandedPrice)} with shipping)` : '';
  return `${write(ListingPrice)}${landed} would win it back.`;
}

/** Another listing of the caller has a SKU; other sellers have a name. */
export const nameOf = ({ MyOffer, SellerId, SellerSKU }: BuyBoxRival, seller: SellerName): string =>
  MyOffer ? `your listing ${SellerSKU ?? ''}`.trim() : seller(SellerId);

/** The SellerIds of others that an explanation names. */
export const rivalsIn = ({ Holder, RunnerUp }: BoxExplanation): string[] =>
  [Holder, RunnerUp].flatMap((one) => (one && !one.MyOffer ? [one.SellerId] : []));
