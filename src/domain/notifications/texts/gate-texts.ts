import { GATES, type Gate } from '../../pricing/gates.ts';
import { valueAt } from '../event-payload.ts';
import { knownWord, moneyText } from './payload-texts.ts';

/** Why an offer cannot win a buy box, as the end of a sentence; '' for a gate of another version. */
export function gateReason(name: unknown): string {
  const gate = knownWord(GATES, name);
  return gate === undefined ? '' : reasons[gate];
}

const reasons: Readonly<Record<Gate, string>> = {
  active: 'it is not active',
  startTime: 'it has not started yet',
  stock: 'it is out of stock',
  availability: 'it is not known when it will be available',
  shippingCharge: 'it has no shipping charge',
  featuredMerchant: 'you are not a featured merchant',
  feedbackRating: 'your positive feedback is too low',
  feedbackCount: 'you have too few ratings',
  competitivePriceThreshold: 'its price is above the competitive price threshold',
};

/** The same with the figures of a verdict. */
export function verdictReason(verdict: unknown): string {
  const [name, figure, required] = ['Name', 'Figure', 'Required'].map((field) => valueAt(verdict, field));
  const hasNumbers = typeof figure === 'number' && typeof required === 'number';
  if (name === 'feedbackRating' && hasNumbers) return `your positive feedback is ${figure} %, below ${required} %`;
  if (name === 'feedbackCount' && hasNumbers)
    return `you have ${figure} ${figure === 1 ? 'rating' : 'ratings'}, fewer than ${required}`;
  if (name !== 'competitivePriceThreshold') return gateReason(name);
  const [price, threshold] = [moneyText(figure), moneyText(required)];
  return `its price${price && ` of ${price} with shipping`} is above the competitive price threshold${threshold && ` of ${threshold}`}`;
}

/** What makes the offer pass a gate; '' for a gate of another version. `shipping`, such as ` plus 2.50 USD shipping`, follows the price. */
export function gateRemedy(verdict: unknown, shipping: string): string {
  const gate = knownWord(GATES, valueAt(verdict, 'Name'));
  if (gate === undefined) return '';
  if (gate !== 'competitivePriceThreshold') return remedies[gate];
  const passing = moneyText(valueAt(verdict, 'PassingListingPrice'));
  return passing === '' ? 'lower your price' : `lower your price to ${passing}${shipping} or less`;
}

const remedies: Readonly<Record<Exclude<Gate, 'competitivePriceThreshold'>, string>> = {
  active: 'activate the offer',
  startTime: 'wait for its start, or set an earlier one',
  stock: 'add stock',
  availability: 'say when it will be available',
  shippingCharge: 'set a shipping charge',
  featuredMerchant: 'ask the marketplace how to become a featured merchant',
  feedbackRating: 'improve your feedback',
  feedbackCount: 'collect more ratings',
};
