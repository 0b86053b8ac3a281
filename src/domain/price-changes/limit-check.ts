import type { EstimateFailure } from '../fees/estimate-input.ts';
import type { NetProceeds } from '../fees/net-proceeds.ts';
import { amountText } from '../money.ts';
import type { ListingLimits } from './limits.ts';
import type { Refusal } from './receipt.ts';
import type { OfferTerms } from './terms.ts';

/** The net of one unit at a price after fees, or why the fees cannot be estimated. */
export type NetOf = (listingMinor: number, shippingMinor: number) => NetProceeds | EstimateFailure;

/** A price that buyers may pay for one unit. */
type UnitPrice = { readonly name: string; readonly listingMinor: number; readonly landedMinor: number };

/**
 * The first limit that these terms break; undefined when they break none (decision 50). Every price counts: listing price, business price
 * and each quantity tier, with shipping added.
 *
 * No figure of a refusal contains the cost: receipts are stored and are shown to callers that may not read it.
 */
export function limitRefusal(
  limits: ListingLimits,
  terms: OfferTerms,
  netOf: NetOf,
  currency: string,
): Refusal | undefined {
  const prices = unitPrices(terms);
  return (
    belowMinimumPrice(limits, prices, currency) ??
    aboveMaximumPrice(limits, prices, currency) ??
    belowMinimumNet(limits, prices, currency, ({ listingMinor, landedMinor }) =>
      netOf(listingMinor, landedMinor - listingMinor),
    )
  );
}

/** Without a shipping charge the landed price is the listing price: the least that a buyer could pay. */
function unitPrices({
  listingPriceMinor,
  businessPriceMinor,
  quantityDiscounts,
  shippingMinor = 0,
}: OfferTerms): UnitPrice[] {
  const price = (name: string, listingMinor: number): UnitPrice => ({
    ...{ name, listingMinor, landedMinor: listingMinor + shippingMinor },
  });
  return [
    price('landed price', listingPriceMinor),
    ...(businessPriceMinor === undefined ? [] : [price('landed business price', businessPriceMinor)]),
    ...quantityDiscounts.map(({ quantity, priceMinor }) =>
      price(`landed price from a quantity of ${quantity} on`, priceMinor),
    ),
  ];
}

function belowMinimumPrice(
  { minimumPriceMinor: limit }: ListingLimits,
  prices: readonly UnitPrice[],
  currency: string,
): Refusal | undefined {
  const price = limit === undefined ? undefined : prices.find(({ landedMinor }) => landedMinor < limit);
  if (limit === undefined || price === undefined) return undefined;
  const text = `below the minimum price of ${amountText(limit, currency)}`;
  return refusal('BelowMinimumPrice', limit, price.landedMinor, `${priceText(price, currency)} is ${text}.`);
}

function aboveMaximumPrice(
  { maximumPriceMinor: limit }: ListingLimits,
  prices: readonly UnitPrice[],
  currency: string,
): Refusal | undefined {
  const price = limit === undefined ? undefined : prices.find(({ landedMinor }) => landedMinor > limit);
  if (limit === undefined || price === undefined) return undefined;
  const text = `above the maximum price of ${amountText(limit, currency)}`;
  return refusal('AboveMaximumPrice', limit, price.landedMinor, `${priceText(price, currency)} is ${text}.`);
}

function belowMinimumNet(
  { minimumNetMinor: limit, costMinor }: ListingLimits,
  prices: readonly UnitPrice[],
  currency: string,
  netOf: (price: UnitPrice) => ReturnType<NetOf>,
): Refusal | undefined {
  if (limit === undefined) return undefined;
  const minimum = `the minimum net of ${amountText(limit, currency)}`;
  for (const price of prices) {
    const net = netOf(price);
    if ('reasons' in net)
      return refusal('NetUnknown', limit, undefined, `Whether ${minimum} is kept is unknown: ${net.reasons.join(' ')}`);
    if (net.netMinor - (costMinor ?? 0) >= limit) continue;
    const left = `${priceText(price, currency)} leaves ${signedText(net.netMinor, currency)} after fees`;
    if (costMinor === undefined)
      return refusal('BelowMinimumNet', limit, net.netMinor, `${left}, which is below ${minimum}.`);
    return refusal('BelowMinimumNet', limit, undefined, `${left}, and less the cost that is below ${minimum}.`);
  }
  return undefined;
}

const priceText = ({ name, landedMinor }: UnitPrice, currency: string) =>
  `The ${name} of ${amountText(landedMinor, currency)}`;

const signedText = (minor: number, currency: string) =>
  `${minor < 0 ? '-' : ''}${amountText(Math.abs(minor), currency)}`;

const refusal = (code: Refusal['code'], limit: number, actual: number | undefined, message: string): Refusal => ({
  ...{ code, message, limit, unit: 'minor' },
  ...(actual !== undefined && { actual }),
});
