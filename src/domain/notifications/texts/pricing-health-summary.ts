import { listAt, valueAt } from '../event-payload.ts';
import { gateRemedy, verdictReason } from './gate-texts.ts';
import { moneyText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import {
  type About,
  bothPrices,
  conditionOf,
  type EventSummary,
  itemInCondition,
  present,
  shippingOf,
  urgencyOf,
} from './summary-parts.ts';

/** Offers of one event that its text tells one by one. */
const MAX_TOLD = 3;

/** Which offers are not eligible for the consumers' buy box any more, or are again, and why. In words for people it is "the buy box". */
export function healthSummary({ data, item }: About): EventSummary {
  const offers = listAt(data, 'Offers');
  const unhealthy = offers.filter((offer) => valueAt(offer, 'Health') === 'UNHEALTHY');
  const recovered = offers.filter((offer) => valueAt(offer, 'Health') === 'RECOVERED');
  const only = offers.length === 1 ? offers[0] : undefined;
  const isSick = unhealthy.length > 0;
  const passing = gatesOf(only).length === 1 ? passingOf(only) : '';
  const first = isSick ? unhealthy[0] : recovered[0];
  const lines = (isSick ? unhealthy : []).slice(0, MAX_TOLD).map((offer) => reasonSentence(offer, only !== undefined));
  const well = recovered.length === 1 ? skuOf(recovered[0]) : '';
  const recovery =
    isSick && recovered.length > 0
      ? `${well || countOf(recovered.length)} ${recovered.length > 1 ? 'are' : 'is'} eligible again.`
      : '';
  return {
    headline: headlineOf(unhealthy.length, recovered.length),
    about: itemInCondition(item, conditionOf(only)),
    sentences: present([...lines, more(unhealthy.length), recovery, isSick ? '' : recoveredSentence(first)]),
    brief: isSick ? (lines[0] ?? '') : recoveredSentence(first),
    advice: isSick ? adviceOf(first, unhealthy.length) : 'There is nothing to do.',
    adviceDetail: '',
    prices: bothPrices(['Your price', landedOf(only)], ['Threshold', thresholdOf(only)]),
    sku: skuOf(only),
    facts: [
      ['Your price', landedOf(only)],
      ['Price that passes', passing && `${passing}${shippingOf(only)}`],
      ['Condition', conditionOf(only)],
      ...(only === undefined ? offers.slice(0, 10).map(offerFact) : []),
    ],
    word: isSick ? 'UNHEALTHY' : 'RECOVERED',
    urgency: urgencyOf(isSick ? 2 : 0, valueAt(first, 'OwnPrice', 'LandedPrice')),
  };
}

function headlineOf(unhealthy: number, recovered: number): string {
  if (unhealthy > 0) return `${countOf(unhealthy)} ${unhealthy > 1 ? 'are' : 'is'} not eligible for the buy box`;
  return recovered > 0
    ? `${countOf(recovered)} ${recovered > 1 ? 'are' : 'is'} eligible for the buy box again`
    : 'Your offers need a look';
}

const countOf = (count: number) => (count === 1 ? 'Your offer' : `${count} of your offers`);
const more = (count: number) => (count > MAX_TOLD ? `And ${count - MAX_TOLD} more.` : '');
const skuOf = (offer: unknown) => shownName(valueAt(offer, 'SellerSKU'), 40);
const landedOf = (offer: unknown) => moneyText(valueAt(offer, 'OwnPrice', 'LandedPrice'));
const gatesOf = (offer: unknown) => listAt(offer, 'FailingGates');
const thresholdOf = (offer: unknown) =>
  present(
    gatesOf(offer).map((gate) => (valueAt(gate, 'PassingListingPrice') ? moneyText(valueAt(gate, 'Required')) : '')),
  )[0] ?? '';
const passingOf = (offer: unknown) =>
  present(gatesOf(offer).map((gate) => moneyText(valueAt(gate, 'PassingListingPrice'))))[0] ?? '';

/** With its SKU when there are several. */
function reasonSentence(offer: unknown, isOnly: boolean): string {
  const reasons = present(gatesOf(offer).map(verdictReason));
  if (reasons.length === 0) reasons.push('it fails a condition of the buy box');
  const sku = isOnly ? '' : skuOf(offer);
  return sku === '' ? reasons.map((reason) => `${capital(reason)}.`).join(' ') : `${sku}: ${reasons.join(', and ')}.`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function recoveredSentence(offer: unknown): string {
  const price = landedOf(offer);
  return price === '' ? 'It competes again.' : `It competes again, for ${price} with shipping.`;
}

function adviceOf(offer: unknown, count: number): string {
  const remedies = present(gatesOf(offer).map((gate) => gateRemedy(gate, shippingOf(offer)))).join(', and ');
  if (remedies === '') return 'Look at the conditions of the buy box.';
  if (count > 1) return `For ${skuOf(offer) || 'the first'}: ${remedies}.`;
  return `${capital(remedies)}.`;
}

function offerFact(offer: unknown): readonly [string, string] {
  const state = valueAt(offer, 'Health') === 'RECOVERED' ? 'eligible again' : 'not eligible';
  return [skuOf(offer) || 'Offer', present([state, landedOf(offer)]).join(', ')];
}
