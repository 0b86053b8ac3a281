import type { Static } from 'typebox';
import { readOfferTerms } from '../../domain/market/records/offer-terms.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { SentOutcome } from '../../domain/price-changes/outcome.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { readTime, TIME_RULE } from '../../domain/time.ts';
import { Type } from '../type.ts';
import { FeedChange, writeChange } from './price-change-feed.ts';
import { RecordTermsShape } from './record-terms.ts';

const MAX_OUTCOMES = 500;

const OutcomeShape = Type.Object({
  priceChangeId: Type.String({ minLength: 1, maxLength: 64, description: 'The change.', examples: ['pc_1'] }),
  outcome: Type.Enum(['applied', 'rejected'], 'What your system did with the change.'),
  reason: Type.Optional.String({
    maxLength: 500,
    description: 'Why it was rejected: the seller reads it.',
  }),
  terms: Type.Optional(RecordTermsShape),
  termsAsOf: Type.Optional.String({
    description:
      'When the terms were applied in your system; absent, or in the future: now. If it is older than your last record of the ' +
      'offer, nothing is written, and the change is OVERRIDDEN at once.',
  }),
});

export const OutcomesBody = Type.Object(
  {
    outcomes: Type.Array(OutcomeShape, {
      ...{ minItems: 1, maxItems: MAX_OUTCOMES },
      description: 'In the order in which they count.',
    }),
  },
  { examples: [{ outcomes: [{ priceChangeId: 'pc_1', outcome: 'applied' }] }] },
);

type Sent = Static<typeof OutcomeShape>;

/** The outcome with its terms in the currency of its marketplace, or what is wrong with it. */
export function readOutcome(sent: Sent, currency: string, nowMs: number): SentOutcome | { problems: FieldProblem[] } {
  if (sent.outcome === 'rejected') return { outcome: 'rejected', reason: sent.reason };
  const asOfMs = sent.termsAsOf === undefined ? nowMs : readTime(sent.termsAsOf);
  if (asOfMs === undefined) return { problems: [{ field: 'termsAsOf', reason: `must be ${TIME_RULE}` }] };
  const terms = sent.terms === undefined ? undefined : readOfferTerms(sent.terms, currency);
  if (terms !== undefined && 'problems' in terms) return terms;
  return { outcome: 'applied', terms, asOfMs: Math.min(asOfMs, nowMs) };
}

export const OutcomesAnswer = Type.Named(
  'PriceChangeOutcomes',
  'What became of the changes, in the order of the request.',
  {
    outcomes: Type.Array(
      Type.Named('PriceChangeOutcome', 'A change after its outcome.', {
        priceChangeId: Type.String('The change.'),
        change: Type.Optional(FeedChange),
        problem: Type.Optional.String('Why the outcome does not count. The others do.'),
      }),
      'One for each outcome of the request.',
    ),
  },
);

export const unknownChangeExample = { outcomes: [{ priceChangeId: 'pc_1', problem: 'there is no such change' }] };

type Settled = { readonly id: string; readonly receipt: Receipt | undefined; readonly problem: string | undefined };

export function writeOutcomes(settled: readonly Settled[], currencyOf: (marketplaceId: string) => string) {
  return {
    outcomes: settled.map(({ id, receipt, problem }) => ({
      priceChangeId: id,
      ...(receipt && { change: writeChange(receipt, currencyOf(receipt.marketplaceId)) }),
      ...(problem !== undefined && { problem }),
    })),
  };
}
