import { listAt, valueAt } from '../event-payload.ts';
import { moneyText, sumOf } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import {
  type About,
  amountOf,
  bothPrices,
  conditionOf,
  type EventSummary,
  INCLUDES_SHIPPING,
  itemInCondition,
  present,
  urgencyOf,
} from './summary-parts.ts';

const UNTOLD = 'Its offers have changed.';

/** The offers on an item have changed: the lowest price, and where the reader's stands. */
export function offersSummary({ data, item }: About): EventSummary {
  const count = valueAt(data, 'Summary', 'TotalOfferCount');
  const offers = Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
  const condition = conditionOf(data);
  const skus = listAt(data, 'MySKUs');
  const [lowestMoney, ownMoney] = [lowestPrice(data, condition), ownPrice(data)];
  const [lowest, own] = [moneyText(lowestMoney), moneyText(ownMoney)];
  const before = moneyText(valueAt(data, 'PreviousLowestLandedPrice'));
  const isLowest = own !== '' && amountOf(ownMoney) <= amountOf(lowestMoney);
  const moved = before && before !== lowest ? ` instead of ${before}` : '';
  const compared = own && (isLowest ? ', and it is yours' : `; you ask ${own}`);
  const prices = lowest && `The lowest price is ${lowest}${moved}${compared}.`;
  return {
    headline: 'Offers have changed',
    about: itemInCondition(item, condition),
    sentences: present([
      prices || (offers === undefined ? UNTOLD : ''),
      offers === undefined ? '' : offers === 1 ? 'There is 1 offer now.' : `There are ${offers} offers now.`,
      prices && INCLUDES_SHIPPING,
    ]),
    brief: prices || UNTOLD,
    prices: bothPrices(['Lowest price', lowest], isLowest ? ['Before', moved && before] : ['You ask', own]),
    advice: adviceOf(own, isLowest, lowest),
    adviceDetail: '',
    sku: skus.length === 1 ? shownName(skus[0]) : '',
    facts: [
      ['Lowest price now', lowest],
      ['Lowest price before', before],
      ['Your price', own],
      ['Offers', offers === undefined ? '' : String(offers)],
      ['Condition', condition],
    ],
    word: 'CHANGED',
    urgency: urgencyOf(isLowest || own === '' ? 0 : 1, ownMoney),
  };
}

function adviceOf(own: string, isLowest: boolean, lowest: string): string {
  if (own === '') return 'Compare your price with it.';
  if (isLowest) return 'There is nothing to do.';
  return `Check whether you want to match ${lowest}.`;
}

/** The lowest price in the event's condition, for consumers and one unit: the price that most buyers see. */
function lowestPrice(data: unknown, condition: string): unknown {
  return listAt(valueAt(data, 'Summary'), 'LowestPrices')
    .filter((price) => condition === '' || valueAt(price, 'condition') === condition)
    .filter((price) => valueAt(price, 'offerType') !== 'B2B' && valueAt(price, 'quantityTier') === undefined)
    .map((price) => valueAt(price, 'LandedPrice'))
    .filter((money) => moneyText(money) !== '')
    .toSorted((one, other) => amountOf(one) - amountOf(other))[0];
}

/** The reader's lowest price among the offers of the event. Its offers are in order of the price. */
function ownPrice(data: unknown): unknown {
  const mine = listAt(data, 'Offers').find((offer) => valueAt(offer, 'MyOffer') === true);
  return valueAt(mine, 'LandedPrice') ?? sumOf(valueAt(mine, 'ListingPrice'), valueAt(mine, 'Shipping'));
}
