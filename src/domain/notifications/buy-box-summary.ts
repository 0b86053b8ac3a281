import { knownWord, moneyText, valueAt } from './event-payloads.ts';
import { BOX_CHANGES, type BoxChangeWord, CAUSES, type Cause } from './market-event.ts';
import { type About, conditionOf, type EventSummary, headline, idText, listAt, present } from './summary-parts.ts';

/** Who holds a buy box now, and what the reader can do about it. */
export function buyBoxSummary({ data, item, itemIn }: About): EventSummary {
  const [now, before] = [valueAt(data, 'BuyBoxPrice'), valueAt(data, 'PreviousBuyBoxPrice')];
  const [price, priceBefore] = [moneyText(valueAt(now, 'LandedPrice')), moneyText(valueAt(before, 'LandedPrice'))];
  const change = changeOf(data, now, before);
  const holder = holderOf(data, now) || (change === 'NONE' || isUnheld(now, before) ? 'nobody' : '');
  const holderBefore = holderOf(data, before);
  const condition = conditionOf(data);
  const customers = customersOf(data);
  const box = `the buy box${customers && ` for ${customers}`} of ${itemIn}${condition === '' || condition === 'New' ? '' : ` in condition ${condition}`}`;
  const wins = holder === 'you' ? undefined : bestWinning(data);
  const cause = knownWord(CAUSES, valueAt(data, 'Cause'));
  return {
    headline: headline(headlineOf(change, holder), item),
    sentences: present([
      whoHolds(holder, box, change === 'PRICE'),
      isSplitAnew(change, price, priceBefore) ? priceSplit(now, before, price) : priceMoved(price, priceBefore),
      wins?.sentence ?? '',
    ]),
    facts: [
      ['Buy box now', holder],
      ['Buy box before', holderBefore],
      ['Customers', customers],
      ['Condition', condition],
      ['Price now', price],
      ['Price before', priceBefore],
      [`${isBusinessPrice(data) ? 'Business' : 'Listing'} price that would hold it`, wins?.listing ?? ''],
      ['Left after fees at that price', wins?.net ?? ''],
      ['Cause', cause === undefined ? '' : causeTexts[cause]],
    ],
  };
}

const causeTexts: Readonly<Record<Cause, string>> = {
  priceChange: 'an offer changed its price or terms',
  newOffer: 'a new offer',
  offerEnded: 'an offer ended',
  eligibility: 'an offer became eligible, or is not any more',
  clock: 'a date passed',
  rules: 'the rules of the buy box changed',
  several: 'several changes',
};

const isUnheld = (now: unknown, before: unknown) => now === undefined && before !== undefined;

/** As the event says. An event of another version may say something else: then as the holders show it. */
function changeOf(data: About['data'], now: unknown, before: unknown): BoxChangeWord | undefined {
  const told = knownWord(BOX_CHANGES, valueAt(data, 'Change'));
  if (told !== undefined) return told;
  const [holder, holderBefore] = [holderOf(data, now), holderOf(data, before)];
  if (holderBefore === 'you' && holder !== 'you' && (holder !== '' || isUnheld(now, before))) return 'LOST';
  return holder === 'you' && holderBefore !== 'you' ? 'WON' : undefined;
}

function headlineOf(change: BoxChangeWord | undefined, holder: string): string {
  if (change === 'LOST') return 'You lost the buy box';
  if (change === 'WON') return 'You have the buy box';
  if (change === 'NONE') return 'Nobody has the buy box';
  if (change === 'PRICE') return holder === 'you' ? 'Your buy box price changed' : 'Buy box price changed';
  return 'Buy box changed';
}

/** In the B2B box offers compete at their business prices. */
const isBusinessPrice = (data: About['data']) => valueAt(data, 'offerType') === 'B2B';

/** Decision 44: business customers have two buy boxes. Empty: that of consumers. */
function customersOf(data: About['data']): string {
  if (valueAt(data, 'CustomerType') !== 'Business') return '';
  return `business customers at ${isBusinessPrice(data) ? 'business' : 'ordinary'} prices`;
}

function holderOf(data: About['data'], price: unknown): string {
  const sellerId = idText(valueAt(price, 'sellerId'));
  if (valueAt(price, 'belongsToRequester') === true || (sellerId !== '' && sellerId === data.sellerId)) return 'you';
  return sellerId;
}

function whoHolds(holder: string, box: string, isSame: boolean): string {
  if (holder === '') return `${box.replace('the', 'The')} has changed.`;
  const [still, now] = isSame ? ['still ', ''] : ['', ' now'];
  if (holder === 'you') return `You ${still}have ${box}${now}.`;
  return `${holder === 'nobody' ? 'Nobody' : `Another seller (${holder})`} ${still}has ${box}${now}.`;
}

function priceMoved(now: string, before: string): string {
  if (now === '') return before && `Its price was ${before} with shipping.`;
  if (before === '') return `Its price is ${now} with shipping.`;
  return now === before
    ? `Its price is still ${now} with shipping.`
    : `Its price went from ${before} to ${now}, shipping included.`;
}

/** The same holder asks as much with shipping, but has moved an amount between price and shipping. */
const isSplitAnew = (change: BoxChangeWord | undefined, now: string, before: string) =>
  change === 'PRICE' && now === before && now !== '';

function priceSplit(now: unknown, before: unknown, landed: string): string {
  const [parts, partsBefore] = [now, before].map(
    (price) => `${moneyText(valueAt(price, 'ListingPrice'))} plus ${moneyText(valueAt(price, 'Shipping'))}`,
  );
  return `Its price with shipping is still ${landed}: ${parts} for shipping, before ${partsBefore}.`;
}

type Winning = { sentence: string; listing: string; net: string };

/** What would win with the reader's best offer that can. The SKU is not told: the seller wrote it (decision 27). */
function bestWinning(data: About['data']): Winning | undefined {
  const offers = listAt(data, 'MyOffers');
  const statusOf = (offer: unknown) => valueAt(offer, 'WinningPrice', 'resultStatus');
  const best = offers.find((offer) => statusOf(offer) === 'VALID_FOEP') ?? offers[0];
  const whose = offers.length === 1 ? 'your offer' : 'one of your offers';
  if (statusOf(best) === 'OFFER_NOT_ELIGIBLE') {
    const all = offers.length === 1 ? 'Your offer is' : 'Your offers are';
    return { sentence: `${all} not eligible for it, whatever the price.`, listing: '', net: '' };
  }
  const listing = moneyText(valueAt(best, 'WinningPrice', 'ListingPrice'));
  if (statusOf(best) !== 'VALID_FOEP' || listing === '') return undefined;
  const net = moneyText(valueAt(best, 'NetAtWinningPrice', 'Net'));
  const leaves = net && `, which leaves ${net} after fees`;
  const kind = isBusinessPrice(data) ? 'business' : 'listing';
  return { sentence: `At a ${kind} price of at most ${listing} ${whose} would hold it${leaves}.`, listing, net };
}
