import { isId } from '../ids.ts';
import { CONDITIONS, FEE_TYPES, type FeeType } from '../vocabulary.ts';
import { knownWord, moneyText, timeText, valueAt } from './event-payloads.ts';
import type { CloudEvent, EventKind } from './notification.ts';

/** A label and its value; a fact with an empty value is omitted. */
export type Fact = readonly [label: string, value: string];

/** The parts of the text about an event: each channel uses as much as fits. */
export type EventSummary = {
  headline: string;
  /** Whole sentences, the most important first. */
  sentences: readonly string[];
  facts: readonly Fact[];
};

/**
 * `item` is `item ITEM000001`, or '' when unknown. `itemIn` is the item and its marketplace, to follow "of" or "for":
 * `item ITEM000001 in STORE_US`.
 */
type About = { data: CloudEvent['data']; item: string; itemIn: string };

export const summaryOf: Readonly<Record<EventKind, (about: About) => EventSummary>> = {
  TEST_NOTIFICATION: () => ({
    headline: 'Test notification',
    sentences: ['This is a test notification.', 'Nothing has changed; it shows that this destination is reached.'],
    facts: [],
  }),

  ANY_OFFER_CHANGED({ data, item, itemIn }) {
    const count = valueAt(data, 'Summary', 'TotalOfferCount');
    const offers = Number.isSafeInteger(count) && Number(count) >= 0 ? String(count) : '';
    const condition = conditionOf(data);
    const lowest = lowestPrice(data);
    return {
      headline: headline('Offers changed', item),
      sentences: [
        `The offers on ${itemIn} have changed.`,
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

  BUY_BOX_CHANGED({ data, item, itemIn }) {
    const [now, before] = [valueAt(data, 'BuyBoxPrice'), valueAt(data, 'PreviousBuyBoxPrice')];
    const [price, priceBefore] = [moneyText(valueAt(now, 'LandedPrice')), moneyText(valueAt(before, 'LandedPrice'))];
    const holder = holderOf(data, now) || (now === undefined && before !== undefined ? 'nobody' : '');
    const holderBefore = holderOf(data, before);
    const isLost = holderBefore === 'you' && holder !== '' && holder !== 'you';
    return {
      headline: headline(
        isLost ? 'You lost the buy box' : holder === 'you' ? 'You have the buy box' : 'Buy box changed',
        item,
      ),
      sentences: [whoHolds(holder, itemIn), priceMoved(price, priceBefore)].filter((sentence) => sentence !== ''),
      facts: [
        ['Buy box now', holder],
        ['Buy box before', holderBefore],
        ['Condition', conditionOf(data)],
        ['Price now', price],
        ['Price before', priceBefore],
      ],
    };
  },

  PRICING_HEALTH({ data, item, itemIn }) {
    const mine = moneyText(valueAt(data, 'BuyingPrice', 'LandedPrice'));
    const threshold = moneyText(valueAt(data, 'Summary', 'CompetitivePriceThreshold'));
    const suggested = moneyText(valueAt(data, 'Summary', 'SuggestedLowerPricePlusShipping'));
    return {
      headline: headline('Your price needs attention', item),
      sentences: [
        `Your price for ${itemIn}${mine && `, ${mine} with shipping,`} is above the competitive price threshold${threshold && ` of ${threshold}`}.`,
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

  FEE_PROMOTION({ data, item, itemIn }) {
    const type = knownWord(FEE_TYPES, valueAt(data, 'FeeType'));
    const fee = type === undefined ? '' : feeNames[type];
    const less = moneyText(valueAt(data, 'FeePromotion')) || percentText(valueAt(data, 'RatePercent'));
    const [from, until] = [timeText(valueAt(data, 'EffectiveFrom')), timeText(valueAt(data, 'EffectiveUntil'))];
    const period = [from && `from ${from}`, until && `until ${until}`].filter((part) => part !== '').join(' ');
    return {
      headline: headline('Fee promotion', item),
      sentences: [
        `There is a promotion on ${fee ? `the ${fee}` : 'fees'} for ${itemIn}${less && `: ${less} less`}.`,
        period && `It holds ${period}.`,
      ].filter((sentence) => sentence !== ''),
      facts: [
        ['Fee', fee],
        ['Reduction', less],
        ['From', from],
        ['Until', until],
      ],
    };
  },

  DESTINATION_SUSPENDED({ data }) {
    const application = idText(valueAt(data, 'createdBy'));
    const [used, from] = [timeText(valueAt(data, 'lastUsedTime')), timeText(valueAt(data, 'EffectiveFrom'))];
    const isEnded = valueAt(data, 'status') === 'SUSPENDED';
    return {
      headline: isEnded ? 'Notifications of an application have ended' : 'Notifications of an application will end',
      sentences: [
        `The application${application && ` ${application}`} has not used its access to your account${used && ` since ${used}`}.`,
        isEnded
          ? 'Its notification destinations are suspended.'
          : `Its notification destinations will be suspended${from && ` on ${from}`} unless it uses its access before.`,
        isEnded
          ? 'To keep one, set its status to ACTIVE with an application of your own.'
          : 'If you still use the application, open it, or ask its provider. Otherwise there is nothing to do.',
      ],
      facts: [
        ['Application', application],
        ['Last used', used],
        [isEnded ? 'Suspended since' : 'Will be suspended', from],
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

/** An identifier without spaces and line breaks is safe in every channel; '' for anything else. */
export function idText(id: unknown): string {
  return typeof id === 'string' && isId(id) ? id : '';
}

function headline(text: string, item: string): string {
  return item === '' ? text : `${text}: ${item}`;
}

function conditionOf(data: unknown): string {
  return knownWord(CONDITIONS, valueAt(data, 'ItemCondition') ?? valueAt(data, 'BuyBoxPrice', 'condition')) ?? '';
}

/** The lowest price in the event's condition, for consumers and one unit: the price that most buyers see. */
function lowestPrice(data: unknown): string {
  const prices = valueAt(data, 'Summary', 'LowestPrices');
  const condition = conditionOf(data);
  const candidates = (Array.isArray(prices) ? (prices as unknown[]) : [])
    .filter((price) => condition === '' || valueAt(price, 'condition') === condition)
    .filter((price) => valueAt(price, 'offerType') !== 'B2B' && valueAt(price, 'quantityTier') === undefined)
    .map((price) => valueAt(price, 'LandedPrice'))
    .filter((money) => moneyText(money) !== '')
    .toSorted((one, other) => Number(valueAt(one, 'Amount')) - Number(valueAt(other, 'Amount')));
  return moneyText(candidates[0]);
}

function holderOf(data: CloudEvent['data'], price: unknown): string {
  const sellerId = idText(valueAt(price, 'sellerId'));
  if (valueAt(price, 'belongsToRequester') === true || (sellerId !== '' && sellerId === data.sellerId)) return 'you';
  return sellerId;
}

function whoHolds(holder: string, itemIn: string): string {
  if (holder === '') return `The buy box of ${itemIn} has changed.`;
  if (holder === 'you') return `You have the buy box of ${itemIn} now.`;
  return `${holder === 'nobody' ? 'Nobody' : `Another seller (${holder})`} has the buy box of ${itemIn} now.`;
}

function priceMoved(now: string, before: string): string {
  if (now === '') return before && `Its price was ${before} with shipping.`;
  if (before === '') return `Its price is ${now} with shipping.`;
  return now === before
    ? `Its price is still ${now} with shipping.`
    : `Its price went from ${before} to ${now}, shipping included.`;
}

/** At most two decimals, as in the fee schedule. */
function percentText(percent: unknown): string {
  return typeof percent === 'number' && percent > 0 && percent <= 100 ? `${Number(percent.toFixed(2))} %` : '';
}
