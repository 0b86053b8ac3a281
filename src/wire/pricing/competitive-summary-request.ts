import type { Static } from 'typebox';
import { Fault, type Problem } from '../../domain/fault.ts';
import { CONDITIONS, CUSTOMER_TYPES, type CustomerType, OFFER_TYPES } from '../../domain/vocabulary.ts';
import { isFields } from '../body-reading.ts';
import { MarketplaceIdShape } from '../marketplace-id.ts';
import { Type } from '../type.ts';
import { inOneSpelling, type SpelledFields } from './field-spellings.ts';
import { StoreItemIdShape } from './query.ts';

/** The parts of a competitive summary. Answers have them in this order. */
const SUMMARY_PARTS = ['featuredBuyingOptions', 'lowestPricedOffers', 'referencePrices'] as const;

/** Inputs of one element. */
const MAX_INPUTS = 5;

const InputShape = Type.Named(
  'LowestPricedOffersInput',
  'The offers of one condition, as one customer type sees them. ItemCondition and customerType mean the same.',
  {
    itemCondition: Type.Enum(CONDITIONS, { description: 'The condition of the offers.', examples: ['New'] }),
    CustomerType: Type.Optional.Enum(CUSTOMER_TYPES, {
      description: 'Whose view of the prices. Without it: Business with offerType B2B, else Consumer.',
      examples: ['Consumer'],
    }),
    offerType: Type.Optional.Enum(OFFER_TYPES, {
      description: 'Only those of the 20 lowest priced offers that have this offer type. Consumers see only B2C.',
      examples: ['B2C'],
    }),
  },
);

/** One request of the batch, with its own spelling of each field. */
export const SummaryRequestShape = Type.Named(
  'CompetitiveSummaryRequest',
  'One item, and what to tell about it. MarketplaceId means the same as marketplaceId.',
  {
    marketplaceId: MarketplaceIdShape,
    storeItemId: StoreItemIdShape,
    includedData: Type.Array(Type.Enum(SUMMARY_PARTS), {
      minItems: 1,
      maxItems: SUMMARY_PARTS.length,
      description: `The parts of the answer: ${SUMMARY_PARTS.join(', ')}.`,
      examples: [SUMMARY_PARTS],
    }),
    lowestPricedOffersInputs: Type.Optional.Array(InputShape, {
      maxItems: MAX_INPUTS,
      description: `The lists of lowestPricedOffers, at most ${MAX_INPUTS}. Without any: New, Consumer.`,
    }),
    uri: Type.Optional.String('Accepted from clients that send it. It has no effect.'),
    method: Type.Optional.String('Accepted from clients that send it. It has no effect.'),
  },
);

/** The documented body. */
export const summariesBody = Type.Named(
  'CompetitiveSummaryBatch',
  'Up to 20 requests. An invalid one gets its own error; the others are still answered.',
  {
    requests: Type.Array(SummaryRequestShape, { minItems: 1, maxItems: 20, description: 'Up to 20 requests.' }),
  },
  {
    examples: [
      {
        requests: [
          {
            marketplaceId: 'STORE_US',
            storeItemId: 'ITEM000001',
            includedData: ['featuredBuyingOptions', 'lowestPricedOffers'],
          },
          {
            marketplaceId: 'STORE_US',
            storeItemId: 'ITEM000009',
            includedData: ['lowestPricedOffers'],
            lowestPricedOffersInputs: [{ itemCondition: 'Refurbished', CustomerType: 'Business', offerType: 'B2B' }],
          },
          { marketplaceId: 'STORE_US', storeItemId: 'ITEM000004', includedData: ['referencePrices'] },
          { marketplaceId: 'STORE_US', storeItemId: 'NOPE', includedData: ['referencePrices'] },
        ],
      },
    ],
  },
);

export type SummaryRequest = Static<typeof SummaryRequestShape>;
/** One list of `lowestPricedOffers`. */
export type LowestOffersInput = Static<typeof InputShape> & { CustomerType: CustomerType };

/** Other spellings of fields, which other endpoints use (decision 43). */
const requestSpellings = { MarketplaceId: 'marketplaceId' };
const inputSpellings = { ItemCondition: 'itemCondition', customerType: 'CustomerType', OfferType: 'offerType' };

/**
 * A request as it was sent, with one spelling of each field, and without unknown fields and nulls (decision 35). A field
 * that was sent in two spellings with two values is a problem.
 */
export function knownSummaryFields(sent: Record<string, unknown>): SpelledFields {
  const { fields, problems } = inOneSpelling(sent, Object.keys(SummaryRequestShape.properties), requestSpellings);
  const inputs = fields.lowestPricedOffersInputs;
  if (Array.isArray(inputs)) {
    fields.lowestPricedOffersInputs = inputs.map((input: unknown, n) => {
      if (!isFields(input)) return input;
      const names = Object.keys(InputShape.properties);
      const read = inOneSpelling(input, names, inputSpellings, `lowestPricedOffersInputs[${n}].`);
      problems.push(...read.problems);
      return read.fields;
    });
  }
  return { fields, problems };
}

/**
 * The lists of `lowestPricedOffers` in a valid request, with their defaults; none when the request does not ask for that
 * part. Throws a fault for a list that nobody can see.
 */
export function lowestOffersInputs({
  includedData,
  lowestPricedOffersInputs = [],
}: SummaryRequest): LowestOffersInput[] {
  if (!includedData.includes('lowestPricedOffers')) return [];
  if (lowestPricedOffersInputs.length === 0) return [{ itemCondition: 'New', CustomerType: 'Consumer' }];
  const problems: Problem[] = [];
  const inputs = lowestPricedOffersInputs.map((input, n): LowestOffersInput => {
    const CustomerType = input.CustomerType ?? (input.offerType === 'B2B' ? 'Business' : 'Consumer');
    if (CustomerType === 'Consumer' && input.offerType === 'B2B') problems.push(notForConsumers(n));
    return { ...input, CustomerType };
  });
  if (problems.length > 0) throw new Fault('InvalidInput', problems);
  return inputs;
}

const notForConsumers = (n: number): Problem => ({
  message: `lowestPricedOffersInputs[${n}].offerType is not valid.`,
  details: 'Consumers see only B2C offers. Give CustomerType Business with offerType B2B.',
});
