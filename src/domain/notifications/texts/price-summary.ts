import { valueAt } from '../event-payload.ts';
import { moneyText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import {
  type About,
  bothPrices,
  conditionOf,
  type EventSummary,
  INCLUDES_SHIPPING,
  itemInCondition,
  present,
  urgencyOf,
} from './summary-parts.ts';

/** The terms of an own offer changed: from which price to which, and by whom. */
export function priceSummary({ data, item }: About): EventSummary {
  const [before, after] = [priceAt(data, 'TermsBefore'), priceAt(data, 'TermsAfter')];
  const sku = shownName(valueAt(data, 'SellerSKU'), 40);
  const isMoved = before !== after && before !== '' && after !== '';
  const sentence = isMoved ? `Your price went from ${before} to ${after}.` : 'Other terms of your offer changed.';
  const isCrossed = valueAt(data, 'LimitsCrossed') === true;
  const limits = isCrossed ? 'It crosses a limit that you have set for this listing.' : '';
  return {
    headline: isCrossed ? 'A price of yours crosses your limits' : 'The terms of your offer changed',
    about: itemInCondition(item, conditionOf(data)),
    sentences: present([sentence, isMoved ? INCLUDES_SHIPPING : '', limits, authorSentence(data)]),
    brief: isMoved ? sentence : limits || sentence,
    advice: isCrossed ? 'Look at the price and at your limits.' : 'If you did not expect this, look at the listing.',
    adviceDetail: '',
    prices: bothPrices(['Before', before], ['Now', after]),
    sku,
    facts: [
      ['Before', before],
      ['Now', after],
      ['Changed by', AUTHORS[authorOf(data)] ?? ''],
      ['Condition', conditionOf(data)],
    ],
    word: isCrossed ? 'CROSSED' : 'CHANGED',
    urgency: urgencyOf(isCrossed ? 1 : 0, valueAt(data, 'TermsAfter', 'LandedPrice')),
  };
}

/** With shipping where it is set. */
const priceAt = (data: unknown, name: string) =>
  moneyText(valueAt(data, name, 'LandedPrice')) || moneyText(valueAt(data, name, 'ListingPrice'));

const AUTHORS: Readonly<Record<string, string>> = {
  application: 'an application',
  member: 'a member of your team',
  operator: 'the operator of the marketplace',
};

function authorOf(data: unknown): string {
  const kind = valueAt(data, 'ChangedBy', 'Kind');
  return typeof kind === 'string' && Object.hasOwn(AUTHORS, kind) ? kind : '';
}

function authorSentence(data: unknown): string {
  const author = AUTHORS[authorOf(data)];
  return author === undefined ? '' : `${author.charAt(0).toUpperCase()}${author.slice(1)} changed it.`;
}
