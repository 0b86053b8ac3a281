import type { Problem } from '../../domain/fault.ts';
import type { ComparedDate } from '../../domain/fees/estimate-at.ts';
import { readTime, TIME_RULE } from '../../domain/time.ts';
import { Type } from '../type.ts';
import { unknownKeyWarnings } from '../unknown-key-warnings.ts';
import { FeesEstimateElement } from './estimate-request.ts';

const asOf = Type.Array(Type.String({ description: 'A date or time (RFC 3339).', examples: ['2040-01-01'] }), {
  minItems: 1,
  maxItems: 5,
  description:
    'The dates to compare, in any order. Differences are to the first. A single date is compared with now, which comes first.',
  examples: [['2039-12-31', '2040-01-01']],
});

const requestsOf = <Element extends object>(element: Element) =>
  Type.Array(element, { minItems: 1, maxItems: 20, description: 'Up to 20 estimates, as in the batch.' });

/** What is checked of the whole body. Each request is checked on its own: an invalid one must not fail the others. */
export const FeesComparisonBody = Type.Object({ asOf, requests: requestsOf(Type.Object({})) });

export const DocumentedComparisonBody = Type.Named(
  'FeesComparisonBody',
  'Dates, and what to estimate at each. An invalid request gets an Error; the others are still answered.',
  { asOf, requests: requestsOf(FeesEstimateElement) },
  {
    examples: [
      {
        asOf: ['2039-12-31', '2040-01-01', '2040-04-01'],
        requests: [
          { IdType: 'SellerSKU', IdValue: 'DEMO-SKU-7' },
          { IdType: 'SellerSKU', IdValue: 'NOPE' },
        ],
      },
    ],
  },
);

/** Unknown keys are ignored (decision 3), beside the requests as in them. */
export const comparisonWarnings = unknownKeyWarnings(DocumentedComparisonBody);

/** The dates in the order of the answer, or what is wrong with them. */
export function readComparedDates(texts: readonly string[]): readonly ComparedDate[] | { problems: Problem[] } {
  const dates = texts.map(readTime);
  const problems = dates.flatMap((date, at): Problem[] => {
    if (date !== undefined) return [];
    return [{ message: `asOf[${at}] is not valid.`, details: `asOf[${at}] must be ${TIME_RULE}.` }];
  });
  if (problems.length > 0) return { problems };
  return dates.length === 1 ? [undefined, ...dates] : dates;
}
