import { valueAt } from '../event-payload.ts';
import { BOX_CHANGES, type BoxChangeWord, CAUSES, type Cause } from '../market-event.ts';
import { ownOfferOf } from './buy-box-advice.ts';
import { idText, knownWord, moneyText } from './payload-texts.ts';
import {
  type About,
  bothPrices,
  conditionOf,
  type EventSummary,
  type Fact,
  INCLUDES_SHIPPING,
  itemInCondition,
  present,
  urgencyOf,
} from './summary-parts.ts';

/** Who holds a buy box now, and what the reader can do about it. */
export function buyBoxSummary({ data, item, names }: About): EventSummary {
  const box = boxOf(data, (id) => names.seller(id));
  const condition = conditionOf(data);
  const own = ownOfferOf(data, box.holder === 'you', box.change === 'LOST');
  const news = isSplitChanged(box) ? splitNews(data, box) : whatHappened(box, own.landed);
  const nameless = namelessOf(data, own.landed);
  const cause = knownWord(CAUSES, valueAt(data, 'Cause'));
  return {
    headline: headlineOf(box, valueAt(data, 'CustomerType') === 'Business'),
    about: itemInCondition(item, condition),
    sentences: present([
      `${news.isBySeller ? 'The seller ' : ''}${news.text}`,
      hasPrice(box) && !isSplitChanged(box) ? INCLUDES_SHIPPING : '',
    ]),
    brief: news.text,
    ...(nameless === news.text ? {} : { namelessBrief: nameless }),
    prices: pricesOf(box, own.landed),
    ...{ advice: own.advice, adviceDetail: own.detail, warning: own.warning, sku: own.sku },
    facts: [
      ['Buy box now', holderText(box.holder, box.price)],
      ['Buy box before', holderText(box.holderBefore, box.priceBefore)],
      [own.isHolder ? 'Highest price that still wins it' : 'Price that would win it', own.winning],
      ['Net at that price, after fees', own.net],
      ['Customers', customersOf(data)],
      ['Condition', condition],
      ['Reason', cause === undefined ? '' : causeTexts[cause]],
    ],
    word: box.change ?? 'HOLDER',
    urgency: urgencyOf(box.change === 'LOST' ? 2 : box.holder === 'you' ? 0 : 1, own.landedMoney),
  };
}

const ANOTHER = 'another seller';

function namelessOf(data: About['data'], own: string): string {
  const box = boxOf(data, (id) => (idText(id) === '' ? '' : ANOTHER));
  const { text } = isSplitChanged(box) ? splitNews(data, box) : whatHappened(box, own);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
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

/** `holder` is `you`, `nobody`, the name of a seller, or '' when it is not known. */
type Box = {
  change: BoxChangeWord | undefined;
  holder: string;
  holderBefore: string;
  price: string;
  priceBefore: string;
};

function boxOf(data: About['data'], nameOf: (id: unknown) => string): Box {
  const [now, before] = [valueAt(data, 'BuyBoxPrice'), valueAt(data, 'PreviousBuyBoxPrice')];
  const holderOf = (price: unknown): string => {
    const sellerId = idText(valueAt(price, 'sellerId'));
    if (valueAt(price, 'belongsToRequester') === true || (sellerId !== '' && sellerId === data.sellerId)) return 'you';
    return nameOf(sellerId);
  };
  const word = knownWord(BOX_CHANGES, valueAt(data, 'Change'));
  const isEmptied = now === undefined && before !== undefined;
  const holder = holderOf(now) || (word === 'NONE' || isEmptied ? 'nobody' : '');
  const wasEmpty = before === undefined && now !== undefined;
  const holderBefore = holderOf(before) || (wasEmpty ? 'nobody' : '');
  // An event of another version may have another word: then as the holders show it.
  const isLost = holderBefore === 'you' && holder !== 'you' && holder !== '';
  const seen = isLost ? 'LOST' : holder === 'you' && holderBefore !== 'you' ? 'WON' : undefined;
  const [price, priceBefore] = [now, before].map((one) => moneyText(valueAt(one, 'LandedPrice')));
  return { change: word ?? seen, holder, holderBefore, price: price ?? '', priceBefore: priceBefore ?? '' };
}

function headlineOf({ change, holder }: Box, isBusiness: boolean): string {
  const box = `${isBusiness ? 'business ' : ''}buy box`;
  if (change === 'LOST') return `You lost the ${box}`;
  if (change === 'WON') return `You won the ${box}`;
  if (change === 'NONE') return `Nobody has the ${box}`;
  if (change === 'PRICE') return holder === 'you' ? `Your ${box} price changed` : `The ${box} price changed`;
  return holder === '' ? `The ${box} has changed` : `The ${box} has a new holder`;
}

/** Decision 44: business customers have two buy boxes. Empty: that of consumers. */
function customersOf(data: About['data']): string {
  if (valueAt(data, 'CustomerType') !== 'Business') return '';
  return `Businesses, at ${valueAt(data, 'offerType') === 'B2B' ? 'business' : 'ordinary'} prices`;
}

const hasPrice = ({ price, priceBefore }: Box) => price !== '' || priceBefore !== '';

/** The box against the reader's own price; where the reader holds it, against the price before. */
function pricesOf({ holder, holderBefore, price, priceBefore }: Box, own: string): readonly Fact[] {
  if (holder === 'you') return bothPrices(['You, now', price], [`${holderBefore || 'the box'}, before`, priceBefore]);
  return bothPrices([holder === 'nobody' ? `${holderBefore}, before` : holder, price || priceBefore], ['You ask', own]);
}

const holderText = (holder: string, price: string): string => present([holder, price]).join(', ');

/** What happened, in sentences. `isBySeller`: the first begins with a name, which may be anything, such as "Nobody". */
type BoxNews = { text: string; isBySeller: boolean };

/** Every price that matters: that of the box now, the one before, and the reader's own. */
function whatHappened(box: Box, own: string): BoxNews {
  const { change, holder, price, priceBefore } = box;
  const you = own && `; you ask ${own}`;
  const instead = priceBefore === '' || priceBefore === price ? '' : ` instead of ${priceBefore}`;
  const isBySeller = holder !== '' && holder !== 'you' && holder !== 'nobody';
  if (holder === 'you' && change === 'PRICE')
    return { text: `You still have it, now${at(price)}${instead}.`, isBySeller };
  if (holder === 'you') return { text: `You have it now${at(price)}.${beforeOf(box)}`, isBySeller };
  if (change === 'NONE' && box.holderBefore !== '')
    return { text: `${beforeOf(box).trim().slice(0, -1)}${you}.`, isBySeller };
  // Who lost it knows who had it before.
  const before = box.holderBefore === 'you' && own !== '' ? '' : beforeOf(box);
  if (holder === 'nobody') return { text: `Nobody has it now${you}.${before}`, isBySeller };
  if (!isBySeller) return { text: `Its holder or its price has changed${you}.`, isBySeller };
  if (change === 'PRICE') return { text: `${holder} still has it, now${at(price)}${instead}${you}.`, isBySeller };
  return { text: `${holder} has it now${at(price)}${you}.${own === '' ? beforeOf(box) : ''}`, isBySeller };
}

const at = (amount: string) => amount && ` for ${amount}`;

function beforeOf({ holderBefore, priceBefore }: Box): string {
  if (holderBefore === '') return '';
  const isName = holderBefore !== 'you' && holderBefore !== 'nobody' && holderBefore !== ANOTHER;
  const who = isName ? `the seller ${holderBefore}` : holderBefore;
  return ` Before, ${who} had it${at(priceBefore)}.`;
}

/** The same holder asks as much with shipping, but has moved an amount between price and shipping. */
const isSplitChanged = ({ change, price, priceBefore }: Box) =>
  change === 'PRICE' && price === priceBefore && price !== '';

function splitNews(data: About['data'], { holder, price }: Box): BoxNews {
  const [now, before] = ['BuyBoxPrice', 'PreviousBuyBoxPrice'].map(
    (name) => `${moneyText(valueAt(data, name, 'ListingPrice'))} plus ${moneyText(valueAt(data, name, 'Shipping'))}`,
  );
  const isBySeller = holder !== 'you';
  const who = isBySeller ? `${holder} still has it` : 'You still have it';
  return { text: `${who} for ${price}: ${now} for shipping now, ${before} before.`, isBySeller };
}
