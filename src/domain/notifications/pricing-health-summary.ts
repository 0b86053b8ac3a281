import { GATES, type Gate } from '../pricing/gates.ts';
import { knownWord, moneyText, valueAt } from './event-payloads.ts';
import { type About, conditionOf, type EventSummary, headline, listAt, present } from './summary-parts.ts';

/** Which offers cannot win the buy box any more, or can again, and why. */
export function healthSummary({ data, item, itemIn }: About): EventSummary {
  const offers = listAt(data, 'Offers');
  const unhealthy = offers.filter((offer) => valueAt(offer, 'Health') === 'UNHEALTHY');
  const recovered = offers.filter((offer) => valueAt(offer, 'Health') === 'RECOVERED');
  const only = offers.length === 1 ? offers[0] : undefined;
  const failing = unhealthy.length === 1 ? listAt(unhealthy[0], 'FailingGates') : [];
  const reasons = failing.flatMap((gate) => reasonOf(gate) ?? []);
  const passing =
    failing.map((gate) => moneyText(valueAt(gate, 'PassingListingPrice'))).find((text) => text !== '') ?? '';
  const isAll = failing.length === 1;
  return {
    headline: headline(headlineOf(unhealthy.length, recovered.length), item),
    sentences: present([
      offers.length === 0 ? `Whether your offers on ${itemIn} can win the buy box has changed.` : '',
      unhealthy.length > 0 ? `${offersText(unhealthy.length, offers.length)} on ${itemIn} cannot win the buy box.` : '',
      reasons.length > 0 ? `${reasons.length === 1 ? 'The reason' : 'The reasons'}: ${reasons.join('; ')}.` : '',
      passing && isAll ? `It can with a listing price of at most ${passing}.` : '',
      recovered.length > 0
        ? `${offersText(recovered.length, offers.length)} on ${itemIn} can win the buy box again.`
        : '',
    ]),
    facts: [
      ['Offers that cannot win', unhealthy.length > 0 ? String(unhealthy.length) : ''],
      ['Offers that can again', recovered.length > 0 ? String(recovered.length) : ''],
      ['Condition', conditionOf(only)],
      ['Your price', moneyText(valueAt(only, 'OwnPrice', 'LandedPrice'))],
      ['Listing price that passes', isAll ? passing : ''],
    ],
  };
}

function headlineOf(unhealthy: number, recovered: number): string {
  if (unhealthy > 0) return unhealthy === 1 ? 'Your offer cannot win' : 'Your offers cannot win';
  if (recovered > 0) return recovered === 1 ? 'Your offer can win again' : 'Your offers can win again';
  return 'Your offers need attention';
}

/** Of the offers of the event. */
const offersText = (count: number, all: number) => (all === 1 ? 'Your offer' : `${count} of your offers`);

/** Undefined for a gate of another version. */
function reasonOf(verdict: unknown): string | undefined {
  const gate = knownWord(GATES, valueAt(verdict, 'Name'));
  if (gate !== 'competitivePriceThreshold') return gate && gateTexts[gate];
  const price = moneyText(valueAt(verdict, 'Figure'));
  const threshold = moneyText(valueAt(verdict, 'Required'));
  return `its price${price && ` of ${price} with shipping`} is above the competitive price threshold${threshold && ` of ${threshold}`}`;
}

const gateTexts: Readonly<Record<Exclude<Gate, 'competitivePriceThreshold'>, string>> = {
  active: 'it is not active',
  startTime: 'it has not started yet',
  stock: 'it is out of stock',
  availability: 'it is not available',
  shippingCharge: 'it has no shipping charge',
  featuredMerchant: 'you are not a featured merchant',
  feedbackRating: 'your positive feedback is too low',
  feedbackCount: 'you have too few ratings',
};
