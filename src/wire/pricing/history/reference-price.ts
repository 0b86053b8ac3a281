import type { Item } from '../../../domain/market/item.ts';
import type { BoxName } from '../../../domain/pricing/decision.ts';
import { writeTime } from '../../../domain/time.ts';
import { CUSTOMER_TYPES } from '../../../domain/vocabulary.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { closedSet, openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { ConditionText } from '../offer-summary.ts';
import { OfferTypeShape } from '../shelf-offer.ts';

export const CustomerTypeText = closedSet(CUSTOMER_TYPES, {
  title: 'CustomerType',
  description: 'Consumer or Business: whose view of the prices.',
});

const time = (description: string) => Type.Optional.Time(description);

const REFERENCES = ['CompetitivePriceThreshold', 'ListPrice', 'LowestBuyBoxPrice', 'AverageBuyBoxPrice'];

export const ReferencePriceShape = Type.Named(
  'ReferencePrice',
  'A price to compare with. A price of a buy box names the box and the time that it is about.',
  {
    name: openSet(
      REFERENCES,
      `CompetitivePriceThreshold: above it no offer holds a buy box. ListPrice: the suggested retail price.
        LowestBuyBoxPrice and AverageBuyBoxPrice: the landed prices of a buy box from since to until, weighted by time.
        An open set.`.replace(/\s+/g, ' '),
    ),
    price: MoneyShape,
    condition: Type.Optional(ConditionText),
    CustomerType: Type.Optional(CustomerTypeText),
    offerType: Type.Optional(OfferTypeShape),
    days: Type.Optional.Integer('The UTC days before today from since on. Present only when all were observed.'),
    since: time('The begin of the time that the price is about. It is never before observedSince.'),
    until: time('The end of the time that the price is about.'),
    observedSince: time('Prices of the item are known from this time on. What was before is unknown.'),
  },
);

/** The prices of one buy box over some time. */
export type ObservedBoxPrices = BoxName & {
  lowestMinor: number;
  averageMinor: number;
  sinceMs: number;
  untilMs: number;
  observedSinceMs: number;
  /** Absent while less than that is observed. */
  days?: number;
};

export function writeReferencePrices(item: Item, observed: readonly ObservedBoxPrices[]) {
  const { currency, competitivePriceThresholdMinor: thresholdMinor, listPriceMinor } = item;
  const figure = (name: string, minor: number | undefined) =>
    minor === undefined ? [] : [{ name, price: writeMoney(minor, currency) }];
  return [
    ...figure('CompetitivePriceThreshold', thresholdMinor),
    ...figure('ListPrice', listPriceMinor),
    ...observed.flatMap((box) => [
      { name: 'LowestBuyBoxPrice', price: writeMoney(box.lowestMinor, currency), ...writeTerms(box) },
      { name: 'AverageBuyBoxPrice', price: writeMoney(box.averageMinor, currency), ...writeTerms(box) },
    ]),
  ];
}

function writeTerms({ condition, customer, offerType, days, sinceMs, untilMs, observedSinceMs }: ObservedBoxPrices) {
  return {
    condition,
    CustomerType: customer,
    offerType,
    ...(days === undefined ? {} : { days }),
    since: writeTime(sinceMs),
    until: writeTime(untilMs),
    observedSince: writeTime(observedSinceMs),
  };
}
