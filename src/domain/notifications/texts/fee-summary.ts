import { PROMOTION_CHANGES } from '../../fees/fee-news.ts';
import { FEE_TYPES, type FeeType } from '../../vocabulary.ts';
import { listAt, valueAt } from '../event-payload.ts';
import { MAX_NAMED_LISTINGS } from './event-names.ts';
import { dayText, differenceText, knownWord, moneyText, timeText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import { type About, amountOf, type EventSummary, type Fact, present, urgencyOf } from './summary-parts.ts';

const feeNames: Readonly<Record<FeeType, string>> = {
  ReferralFee: 'referral fee',
  VariableClosingFee: 'variable closing fee',
  PerItemFee: 'per-item fee',
  FSFulfillmentFee: 'fulfillment fee',
};

/** A promotion on a fee begins, changes or ends. */
export function promotionSummary({ data, names }: About): EventSummary {
  const type = knownWord(FEE_TYPES, valueAt(data, 'FeeType'));
  const fee = type === undefined ? 'fees' : `the ${feeNames[type]}`;
  const less = moneyText(valueAt(data, 'FeePromotion')) || percentText(valueAt(data, 'RatePercent'));
  const [from, until] = [timeText(valueAt(data, 'EffectiveFrom')), timeText(valueAt(data, 'EffectiveUntil'))];
  const change = knownWord(PROMOTION_CHANGES, valueAt(data, 'Change')) ?? 'BEGINS';
  const isOver = change === 'ENDS';
  const marketplace = names.marketplace();
  const where = marketplace && ` in ${marketplace}`;
  const listings = countText(valueAt(data, 'ListingCount'));
  const took = isOver ? 'took' : 'takes';
  const off = `It ${took} ${less ? `${less} off ${fee}` : `something off ${fee}`}${where}${!isOver && until ? ` until ${until}` : ''}.`;
  return {
    headline: promotionHeadlines[change],
    about: shownName(valueAt(data, 'PromotionName')) || shownName(valueAt(data, 'PromotionId')),
    sentences: present([off, listings && `It ${isOver ? 'applied' : 'applies'} to ${listings}.`]),
    brief: off,
    ...promotionAdvice[change],
    prices: [],
    sku: '',
    facts: [
      ...listingFacts(data, 'Listings', names, (one) => reduced(moneyText(valueAt(one, 'FeePromotion')))),
      ['Fee', type === undefined ? '' : feeNames[type]],
      ['Reduction', less],
      ['From', from],
      ['Until', until],
    ],
    word: change,
    urgency: urgencyOf(isOver ? 1 : 0, valueAt(data, 'FeePromotion')),
  };
}

const promotionHeadlines = {
  BEGINS: 'You pay lower fees',
  CHANGED: 'A fee promotion has changed',
  ENDS: 'A fee promotion has ended',
} as const;

const promotionAdvice = {
  BEGINS: { advice: 'There is nothing to do: it applies by itself.', adviceDetail: 'Your net of each sale rises.' },
  CHANGED: { advice: 'Check whether your prices still suit you.', adviceDetail: '' },
  ENDS: { advice: 'Check whether the net of your prices is still enough.', adviceDetail: '' },
} as const;

const UNTOLD = 'Some of your listings pay other fees.';

/** A fee schedule that takes effect later changes what listings pay. */
export function feeChangeSummary({ data, names }: About): EventSummary {
  const total = valueAt(data, 'TotalDifference');
  const [time, day] = [timeText(valueAt(data, 'EffectiveFrom')), dayText(valueAt(data, 'EffectiveFrom'))];
  const isAhead = valueAt(data, 'DaysBefore') !== 0;
  if (valueAt(data, 'ListingCount') === 0) return withdrawnSummary({ data, names }, isAhead, { day, time });
  const way = wayOf(data, total);
  const difference = differenceText(total);
  const listings = countText(valueAt(data, 'ListingCount'));
  const largest = listAt(data, 'Largest')[0];
  const [before, after] = [moneyText(valueAt(largest, 'Before')), moneyText(valueAt(largest, 'After'))];
  const example =
    before &&
    after &&
    `${listingName(largest, names)} ${isAhead ? 'pays' : 'paid'} ${before} ${isAhead ? 'now and' : 'before and now'} ${after}${isAhead ? ' then' : ''}`;
  return {
    headline: isAhead ? `Your fees will ${way}${day && ` on ${day}`}` : 'Your fees have changed',
    about: names.marketplace(),
    sentences: present([
      listings === '' && example === ''
        ? UNTOLD
        : listings &&
          `The new fee schedule changes the fees of ${listings}${difference && `: ${difference} in all, for one sale of each`}.`,
      example && `The largest difference: ${example}.`,
    ]),
    brief: example ? `${example}.` : UNTOLD,
    prices: [],
    advice: adviceOf(way, isAhead, day),
    adviceDetail: '',
    sku: '',
    facts: [
      ...listingFacts(data, 'Largest', names, (one) =>
        present([moneyText(valueAt(one, 'Before')), moneyText(valueAt(one, 'After'))]).join(' → '),
      ),
      ['Takes effect', time],
    ],
    word: way.toUpperCase(),
    urgency: urgencyOf(way === 'fall' ? 0 : 1, total),
  };
}

/** The reader was told that fees would change, and they will not: the operator has changed or removed the schedule. */
function withdrawnSummary(
  { data, names }: Pick<About, 'data' | 'names'>,
  isAhead: boolean,
  { day, time }: { day: string; time: string },
): EventSummary {
  const sentence = 'A change of fees that you were told of does not come: your listings pay what they pay now.';
  return {
    headline: isAhead ? `Your fees will not change${day && ` on ${day}`}` : 'Your fees have not changed',
    about: names.marketplace(),
    sentences: [sentence],
    brief: sentence,
    prices: [],
    ...{ advice: 'There is nothing to do.', adviceDetail: '', sku: '' },
    facts: [['Was to take effect', time]],
    ...{ word: 'NONE', urgency: urgencyOf(0, valueAt(data, 'TotalDifference')) },
  };
}

/** Fees of some listings may rise while others fall. */
function wayOf(data: unknown, total: unknown): 'rise' | 'fall' | 'change' {
  const signs = [total, ...listAt(data, 'Largest').map((one) => valueAt(one, 'Difference'))].map(amountOf);
  const [rises, falls] = [signs.some((sign) => sign > 0), signs.some((sign) => sign < 0)];
  return rises === falls ? 'change' : rises ? 'rise' : 'fall';
}

function adviceOf(way: 'rise' | 'fall' | 'change', isAhead: boolean, day: string): string {
  if (way === 'fall') return 'There is nothing to do: your net of each sale rises.';
  return `Check your prices${isAhead && day ? ` before ${day}` : ''}: is their net still enough?`;
}

/** The SKU tells listings of one item apart. */
function listingName(listing: unknown, names: About['names']): string {
  return names.item(valueAt(listing, 'storeItemId')) || shownName(valueAt(listing, 'SellerSKU')) || 'One of them';
}

function listingFacts(data: unknown, name: string, names: About['names'], value: (listing: unknown) => string): Fact[] {
  const named = listAt(data, name).slice(0, MAX_NAMED_LISTINGS);
  const rest = Number(valueAt(data, 'ListingCount')) - named.length;
  return [
    ...named.map((listing): Fact => [listingName(listing, names), value(listing)]),
    ['More listings', named.length > 0 && rest > 0 ? String(rest) : ''],
  ];
}

const reduced = (amount: string) => amount && `${amount} less`;

function countText(count: unknown): string {
  if (!Number.isSafeInteger(count) || Number(count) < 1) return '';
  return `${count} of your listings`;
}

/** At most two decimals, as in the fee schedule. */
function percentText(percent: unknown): string {
  return typeof percent === 'number' && percent > 0 && percent <= 100 ? `${Number(percent.toFixed(2))} %` : '';
}
