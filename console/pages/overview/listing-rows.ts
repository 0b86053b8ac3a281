import type { ListedEvent, Listing, Money } from 'marketplace-seller-sdk';
import { losesMoney, lossText } from '../../losses.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import type { Row } from './rows.ts';

export type Write = (amount: Money) => string;

/** When each SKU lost its buy box last, by the events. One that was won since has none. */
export function lossTimes(events: readonly ListedEvent[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  const ordered = events.toSorted((one, other) => Number(one.sequence) - Number(other.sequence));
  for (const event of ordered) {
    if (event.type !== 'BUY_BOX_CHANGED') continue;
    const { Change, CustomerType, PreviousSellerSKU, MyOffers } = event.data;
    // A listing's state is that of the consumers' buy box.
    if (CustomerType === 'Business') continue;
    if (Change === 'LOST' && PreviousSellerSKU !== undefined) times.set(PreviousSellerSKU, event.time);
    if (Change === 'WON') for (const { SellerSKU } of MyOffers) times.delete(SellerSKU);
  }
  return times;
}

/** Lost buy boxes: those lost last come first, then those that cost least to win back. */
export function lostRows(listings: readonly Listing[], times: ReadonlyMap<string, string>, write: Write): Row[] {
  const ordered = listings.toSorted(
    (one, other) =>
      compare(times.get(other.SellerSKU) ?? '', times.get(one.SellerSKU) ?? '') || costOf(one) - costOf(other),
  );
  return ordered.map((listing) => ({
    ...shared(listing),
    icon: 'down',
    tone: 'bad',
    word: wordsIn(listingStates, 'losing').label,
    text: lostText(listing, write),
    loss: lossOf(listing, write),
    at: times.get(listing.SellerSKU),
  }));
}

export function unhealthyRows(listings: readonly Listing[], write: Write): Row[] {
  return listings.map((listing) => ({
    ...shared(listing),
    icon: 'warning',
    tone: 'warn',
    word: wordsIn(listingStates, 'unhealthy').label,
    text: unhealthyText(listing, write),
    loss: lossOf(listing, write),
  }));
}

/** Listings that win, and lose money with each sale: those that lose most come first. */
export function lossRows(listings: readonly Listing[], write: Write): Row[] {
  const netOf = ({ NetAtOwnPrice: { Profit, Net } }: Listing) => (Profit ?? Net)?.Amount ?? 0;
  return listings
    .filter(({ NetAtOwnPrice }) => losesMoney(NetAtOwnPrice))
    .toSorted((one, other) => netOf(one) - netOf(other))
    .map((listing) => ({
      ...shared(listing),
      icon: 'warning',
      tone: 'bad',
      word: 'Loses money',
      text: sellsText(listing, write),
      loss: lossOf(listing, write),
    }));
}

/** Up to which price it still wins. */
function sellsText({ OwnPrice, WinningPrice, NetAtWinningPrice }: Listing, write: Write): string {
  const own = OwnPrice.LandedPrice ?? OwnPrice.ListingPrice;
  const asks = own ? `You ask ${write(own)}. ` : '';
  if (WinningPrice.resultStatus === 'NO_COMPETING_OFFER') return `${asks}Nobody competes: any price wins.`;
  if (!WinningPrice.ListingPrice) return asks.trim();
  const net = NetAtWinningPrice?.Net;
  const after = net && !losesMoney(NetAtWinningPrice) ? `, net ${write(net)} after fees` : '';
  return `${asks}It wins the buy box up to a price of ${write(WinningPrice.ListingPrice)}${after}.`;
}

const lossOf = ({ NetAtOwnPrice, NetAtWinningPrice }: Listing, write: Write) =>
  lossText({ own: NetAtOwnPrice, winning: NetAtWinningPrice }, write);

const shared = ({ SellerSKU, Title }: Listing) => ({
  key: SellerSKU,
  title: Title ?? SellerSKU,
  ...(Title === undefined ? {} : { about: SellerSKU }),
  path: `/listings/${encodeURIComponent(SellerSKU)}`,
});

const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

/** What the winning price takes off the net. One without a winning price comes last. */
function costOf({ NetAtOwnPrice, NetAtWinningPrice }: Listing): number {
  const [own, winning] = [NetAtOwnPrice.Net?.Amount, NetAtWinningPrice?.Net?.Amount];
  return own === undefined || winning === undefined ? Number.MAX_VALUE : own - winning;
}

function lostText(listing: Listing, write: Write): string {
  const { OwnPrice, BuyBoxPrice } = listing;
  const own = OwnPrice.LandedPrice ?? OwnPrice.ListingPrice;
  const asks = own ? `You ask ${write(own)}` : '';
  const box = BuyBoxPrice && `the buy box is at ${write(BuyBoxPrice.LandedPrice)}`;
  const facts = asks && box ? `${asks}, ${box}.` : asks && `${asks}.`;
  const win = winText(listing, write, 'wins it back') ?? noWinText[listing.WinningPrice.resultStatus] ?? '';
  return [facts, win].filter(Boolean).join(' ');
}

function unhealthyText(listing: Listing, write: Write): string {
  const own = listing.OwnPrice.LandedPrice ?? listing.OwnPrice.ListingPrice;
  const win = winText(listing, write, 'wins it');
  if (win) return `${own ? `At ${write(own)} the offer is not eligible for the buy box.` : ''} ${win}`.trim();
  const reasons = (listing.WinningPrice.Reasons ?? []).map((name) => gateWords[name] ?? name);
  const why = reasons.length > 0 ? `: ${reasons.join(', ')}` : '';
  return `The offer is not eligible for the buy box at any price${why}.`;
}

function winText({ WinningPrice, NetAtWinningPrice }: Listing, write: Write, does: string): string | undefined {
  const { ListingPrice, LandedPrice } = WinningPrice;
  if (!ListingPrice) return undefined;
  const landed =
    LandedPrice && LandedPrice.Amount !== ListingPrice.Amount ? ` (${write(LandedPrice)} with shipping)` : '';
  const net = NetAtWinningPrice?.Net;
  const after = net && !losesMoney(NetAtWinningPrice) ? `, net ${write(net)} after fees` : '';
  return `A price of ${write(ListingPrice)}${landed} ${does}${after}.`;
}

const noWinText: Readonly<Record<string, string>> = {
  NO_WINNING_PRICE: 'No price wins it back: your shipping alone costs more than the best other offer.',
};

/** Why an offer passes no gate of the rule. The service may add gates: their names are shown as they are. */
const gateWords: Readonly<Record<string, string>> = {
  active: 'it is not active',
  startTime: 'it has not started',
  stock: 'it is out of stock',
  availability: 'it is not available',
  shippingCharge: 'it has no shipping charge',
  featuredMerchant: 'you are not a featured merchant',
  feedbackRating: 'your feedback is too low',
  feedbackCount: 'you have too few ratings',
  competitivePriceThreshold: 'its price is above the limit of the item',
};
