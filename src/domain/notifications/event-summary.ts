import { FEE_TYPES, type FeeType } from '../vocabulary.ts';
import { buyBoxSummary } from './buy-box-summary.ts';
import { knownWord, moneyText, timeText, valueAt } from './event-payloads.ts';
import type { EventKind } from './notification.ts';
import { healthSummary } from './pricing-health-summary.ts';
import { type About, conditionOf, type EventSummary, headline } from './summary-parts.ts';
import { suspensionSummary } from './suspension-summary.ts';

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

  BUY_BOX_CHANGED: buyBoxSummary,

  PRICING_HEALTH: healthSummary,

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

  FEE_CHANGED({ data }) {
    const [from, count] = [timeText(valueAt(data, 'EffectiveFrom')), valueAt(data, 'ListingCount')];
    const listings = Number.isSafeInteger(count) && Number(count) >= 0 ? String(count) : '';
    return {
      headline: 'Your fees change',
      sentences: [
        `The fees of ${listings || 'some'} of your listings change${from && ` on ${from}`}.`,
        'Look at your prices before.',
      ],
      facts: [
        ['Listings', listings],
        ['From', from],
      ],
    };
  },

  DESTINATION_SUSPENDED: suspensionSummary,
};

const feeNames: Readonly<Record<FeeType, string>> = {
  ReferralFee: 'referral fee',
  VariableClosingFee: 'variable closing fee',
  PerItemFee: 'per-item fee',
  FSFulfillmentFee: 'fulfillment fee',
};

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

/** At most two decimals, as in the fee schedule. */
function percentText(percent: unknown): string {
  return typeof percent === 'number' && percent > 0 && percent <= 100 ? `${Number(percent.toFixed(2))} %` : '';
}
