import { isId } from '../ids.ts';
import { CONDITIONS, FEE_TYPES, type FeeType } from '../vocabulary.ts';
import { at, moneyText, timeText, wordOf } from './event-payloads.ts';
import type { CloudEvent, EventKind } from './notification.ts';

/** A label and its value; one without a value is left out. */
export type Fact = readonly [label: string, value: string];

/** What there is to say of an event, in pieces: each channel has room for another share of it. */
export type EventWords = {
  headline: string;
  /** Whole sentences, the most important first. */
  sentences: readonly string[];
  facts: readonly Fact[];
};

/** `item` is `item ITEM000001` or, unknown, ''; `place` is that and the marketplace, to stand after "of" or "for". */
type About = { data: CloudEvent['data']; item: string; place: string };

export const wordsOf: Readonly<Record<EventKind, (about: About) => EventWords>> = {
  TEST_NOTIFICATION: () => ({
    headline: 'Test notification',
    sentences: ['This is a test notification.', 'Nothing has changed; it shows that this destination is reached.'],
    facts: [],
  }),

  ANY_OFFER_CHANGED({ data, item, place }) {
    const count = at(data, 'Summary', 'TotalOfferCount');
    const offers = Number.isSafeInteger(count) && Number(count) >= 0 ? String(count) : '';
    const condition = conditionOf(data);
    const lowest = lowestPrice(data);
    return {
      headline: headline('Offers changed', item),
      sentences: [
        `The offers on ${place} have changed.`,
        offers && (offers === '1' ? 'There is 1 offer now.' : `There are ${offers} offers now.`),
        lowest && `The lowest price${condition && ` in condition ${condition}`} is ${lowest} with shipping.`,
      ].filter((sentence) => sentence !== ''),
      facts: [
        ['Offers', offers],
        ['Condition', condition],
        ['Lowest price', lowest],
      ],
    };
  },

  BUY_BOX_CHANGED({ data, item, place }) {
    const [now, before] = [at(data, 'BuyBoxPrice'), at(data, 'PreviousBuyBoxPrice')];
    const [price, priceBefore] = [moneyText(at(now, 'LandedPrice')), moneyText(at(before, 'LandedPrice'))];
    const holder = holderOf(data, now) || (now === undefined && before !== undefined ? 'nobody' : '');
    const holderBefore = holderOf(data, before);
    const isLost = holderBefore === 'you' && holder !== '' && holder !== 'you';
    return {
      headline: headline(
        isLost ? 'You lost the buy box' : holder === 'you' ? 'You have the buy box' : 'Buy box changed',
        item,
      ),
      sentences: [whoHolds(holder, place), priceMoved(price, priceBefore)].filter((sentence) => sentence !== ''),
      facts: [
        ['Buy box now', holder],
        ['Buy box before', holderBefore],
        ['Condition', conditionOf(data)],
        ['Price now', price],
        ['Price before', priceBefore],
      ],
    };
  },

  PRICING_HEALTH({ data, item, place }) {
    const mine = moneyText(at(data, 'BuyingPrice', 'LandedPrice'));
    const threshold = moneyText(at(data, 'Summary', 'CompetitivePriceThreshold'));
    const suggested = moneyText(at(data, 'Summary', 'SuggestedLowerPricePlusShipping'));
    return {
      headline: headline('Your price needs attention', item),
      sentences: [
        `Your price for ${place}${mine && `, ${mine} with shipping,`} is above the competitive price threshold${threshold && ` of ${threshold}`}.`,
        'At this price your offer cannot win the buy box.',
        suggested && `Suggested: ${suggested} or less, shipping included.`,
      ].filter((sentence) => sentence !== ''),
      facts: [
        ['Your price', mine],
        ['Competitive price threshold', threshold],
        ['Suggested price', suggested],
        ['Condition', conditionOf(data)],
      ],
    };
  },

  FEE_PROMOTION({ data, item, place }) {
    const type = wordOf(FEE_TYPES, at(data, 'FeeType'));
    const fee = type === undefined ? '' : feeNames[type];
    const less = moneyText(at(data, 'FeePromotion')) || percentText(at(data, 'RatePercent'));
    const [from, until] = [timeText(at(data, 'EffectiveFrom')), timeText(at(data, 'EffectiveUntil'))];
    const holds = [from && `from ${from}`, until && `until ${until}`].filter((part) => part !== '').join(' ');
    return {
      headline: headline('Fee promotion', item),
      sentences: [
        `There is a promotion on ${fee ? `the ${fee}` : 'fees'} for ${place}${less && `: ${less} less`}.`,
        holds && `It holds ${holds}.`,
      ].filter((sentence) => sentence !== ''),
      facts: [
        ['Fee', fee],
        ['Reduction', less],
        ['From', from],
        ['Until', until],
      ],
    };
  },
};

const feeNames: Readonly<Record<FeeType, string>> = {
  ReferralFee: 'referral fee',
  VariableClosingFee: 'variable closing fee',
  PerItemFee: 'per-item fee',
  FSFulfillmentFee: 'fulfillment fee',
};

/** An identifier has no line break and no spaces, so that it can stand in any line of any channel. */
export function idText(id: unknown): string {
  return typeof id === 'string' && isId(id) ? id : '';
}

function headline(words: string, item: string): string {
  return item === '' ? words : `${words}: ${item}`;
}

function conditionOf(data: unknown): string {
  return wordOf(CONDITIONS, at(data, 'ItemCondition') ?? at(data, 'BuyBoxPrice', 'condition')) ?? '';
}

/** Of the condition the event is about, for consumers, one unit: what most buyers see. */
function lowestPrice(data: unknown): string {
  const prices = at(data, 'Summary', 'LowestPrices');
  const condition = conditionOf(data);
  const candidates = (Array.isArray(prices) ? (prices as unknown[]) : [])
    .filter((price) => condition === '' || at(price, 'condition') === condition)
    .filter((price) => at(price, 'offerType') !== 'B2B' && at(price, 'quantityTier') === undefined)
    .map((price) => at(price, 'LandedPrice'))
    .filter((money) => moneyText(money) !== '')
    .toSorted((one, other) => Number(at(one, 'Amount')) - Number(at(other, 'Amount')));
  return moneyText(candidates[0]);
}

function holderOf(data: CloudEvent['data'], price: unknown): string {
  const sellerId = idText(at(price, 'sellerId'));
  if (at(price, 'belongsToRequester') === true || (sellerId !== '' && sellerId === data.sellerId)) return 'you';
  return sellerId;
}

function whoHolds(holder: string, place: string): string {
  if (holder === '') return `The buy box of ${place} has changed.`;
  if (holder === 'you') return `You have the buy box of ${place} now.`;
  return `${holder === 'nobody' ? 'Nobody' : `Another seller (${holder})`} has the buy box of ${place} now.`;
}

function priceMoved(now: string, before: string): string {
  if (now === '') return before && `Its price was ${before} with shipping.`;
  if (before === '') return `Its price is ${now} with shipping.`;
  return now === before
    ? `Its price is still ${now} with shipping.`
    : `Its price went from ${before} to ${now}, shipping included.`;
}

/** A part of a fee; up to two decimals, as the schedule has them. */
function percentText(percent: unknown): string {
  return typeof percent === 'number' && percent > 0 && percent <= 100 ? `${Number(percent.toFixed(2))} %` : '';
}
