import { amountText } from '../money.ts';
import type { GuardFacts } from './guard-check.ts';
import { isLessThan, isMoreThan, percentOf } from './percent.ts';
import { changedPrices } from './price-kinds.ts';
import type { Refusal } from './receipt.ts';
import type { OfferTerms } from './terms.ts';

const HALF = 5_000;
const DOUBLE = 20_000;

/**
 * Whether a change needs `Confirm`: a price outside 50 to 200 % of the present one, or below half of the listing's lowest price of 30
 * days. The second rule sees several steps down that each are small. A typing error costs a seller's month. Undefined: it needs none.
 */
export function confirmationRefusal(
  { lowestMinor }: Pick<GuardFacts, 'lowestMinor'>,
  before: OfferTerms,
  after: OfferTerms,
  currency: string,
): Refusal | undefined {
  for (const { name, of } of changedPrices(before, after)) {
    const [was, is] = [of(before), of(after)];
    if (was === undefined || is === undefined) continue;
    const refusal = farFromPresent(name, was, is);
    if (refusal) return refusal;
  }
  const price = after.listingPriceMinor;
  if (lowestMinor === undefined || price === before.listingPriceMinor || !isLessThan(price, HALF, lowestMinor))
    return undefined;
  const message =
    `the listing price would be ${amountText(price, currency)}, less than half of ` +
    `${amountText(lowestMinor, currency)}, the lowest of the last 30 days; send Confirm: true if you mean it`;
  return refusalWith(message, { limit: Math.ceil(lowestMinor / 2), actual: price, unit: 'minor' });
}

function farFromPresent(name: string, was: number, is: number): Refusal | undefined {
  if (was === 0) {
    return refusalWith(`${name} is 0 at present; send Confirm: true if you mean the change`, {});
  }
  if (isLessThan(is, HALF, was)) {
    const actual = percentOf(is, was, 'down');
    return refusalWith(`${name} would be ${actual} % of the present one, less than 50 %; ${REMEDY}`, {
      ...{ limit: 50, actual, unit: 'percent' },
    });
  }
  if (!isMoreThan(is, DOUBLE, was)) return undefined;
  const actual = percentOf(is, was, 'up');
  return refusalWith(`${name} would be ${actual} % of the present one, more than 200 %; ${REMEDY}`, {
    ...{ limit: 200, actual, unit: 'percent' },
  });
}

const REMEDY = 'send Confirm: true if you mean it';

const refusalWith = (message: string, figures: Pick<Refusal, 'limit' | 'actual' | 'unit'>): Refusal => ({
  code: 'ConfirmationRequired',
  message,
  ...figures,
});
