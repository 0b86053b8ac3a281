import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { type ComparedDate, comparedEstimates } from '../../../domain/fees/estimate-at.ts';
import type { EstimateSubject } from '../../../domain/fees/estimate-subject.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { andThen, type MaybePromise, mapConcurrently, recovering } from '../../../domain/maybe-promise.ts';
import { writeTime } from '../../../domain/time.ts';
import type { Market } from '../../../market/market.ts';
import { comparisonExample } from '../../../wire/fees/comparison-example.ts';
import {
  comparisonWarnings,
  DocumentedComparisonBody,
  FeesComparisonBody,
  readComparedDates,
} from '../../../wire/fees/comparison-request.ts';
import { FeesComparisonAnswer, writeComparison } from '../../../wire/fees/comparison-result.ts';
import { elementWarnings } from '../../../wire/fees/estimate-request.ts';
import { Type } from '../../../wire/type.ts';
import { keysWithin, type NamedKey } from '../../../wire/unknown-key-warnings.ts';
import { type Warning, writeWarnings } from '../../../wire/warning.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { warnOfFields } from '../../requests/warning-header.ts';
import { failureOf, readableIdentifier, readElement } from './estimate-element.ts';
import { noEndpoint } from './estimate-query.ts';
import { readSubject } from './estimate-subject.ts';

/** The example is the default: the documented answer is long enough without explanations. */
const ComparisonOptions = Type.Object({
  explain: Type.Optional.Boolean({ description: 'Whether each fee says why it is what it is.', examples: [false] }),
});

const about = `Makes up to 20 estimates with the fees in force at each of up to 5 dates, and says for each fee what differs from the first
date and why. A single date is compared with now. The requests are those of the batch, and each is read once: a change of the caller's
own offer between two dates plays no part. When a request has no estimate at a date, such as before the first fee schedule, that date has
an \`Error\` and no \`Difference\`; the request itself succeeds. \`explain=true\` adds to each fee the rule, the tier and every figure behind it.`;

type Element = { readonly element: unknown; readonly warnings: readonly Warning[] };

/** What all comparisons of one request have in common. */
type Comparison = { request: FastifyRequest; dates: readonly ComparedDate[]; now: number; explain: boolean };

/** Fees under the schedules of several dates: what will change, and why. */
export const compareRoutes =
  ({ facts, now }: Market) =>
  (scope: FastifyInstance) => {
    const compareElement = (
      comparison: Comparison,
      marketplaces: readonly Marketplace[],
      { element, warnings }: Element,
    ): MaybePromise<object> => {
      const sellerId = sellerOf(comparison.request);
      const read = readElement(sellerId, element, marketplaces);
      const subject: MaybePromise<EstimateSubject> = read.failure
        ? read
        : recovering(
            () => readSubject(facts, read.query),
            (error) => ({
              identifier: readableIdentifier(sellerId, element),
              failure: failureOf(error, comparison.request),
            }),
          );
      const { dates, now: nowMs, explain, request } = comparison;
      return andThen(subject, (found) => {
        const estimates = comparedEstimates(found, dates, nowMs, (error) => failureOf(error, request));
        return { ...writeComparison(found.identifier, estimates, nowMs, explain), ...writeWarnings(warnings) };
      });
    };

    scope.post('/compare', {
      config: { right: 'seller-api:pricing:read', documentedBody: DocumentedComparisonBody },
      schema: {
        operationId: 'compareFeesEstimates',
        summary: 'Compare fees at several dates',
        description: about,
        querystring: ComparisonOptions,
        body: FeesComparisonBody,
        response: {
          200: successOf(FeesComparisonAnswer, 'The comparisons, in the order of the requests.', comparisonExample),
          ...noEndpoint,
        },
      },
      handler: (request, reply) => {
        const { asOf, requests } = request.body as Static<typeof FeesComparisonBody>;
        const dates = readComparedDates(asOf);
        if ('problems' in dates) throw new Fault('InvalidInput', dates.problems);
        const { explain = false } = request.query as Static<typeof ComparisonOptions>;
        const comparison = { request, dates, now: now(), explain };
        const unknown: NamedKey[] = [];
        const warnings = comparisonWarnings(request.body, (keys) => unknown.push(...keys));
        const elements = requests.map((element, n) => ({
          element,
          warnings: elementWarnings(element, (keys) => unknown.push(...keysWithin(`requests.${n}`, keys))),
        }));
        if (unknown.length > 0) warnOfFields(reply, unknown);
        const comparisons = andThen(facts.marketplaces(), (marketplaces) =>
          // One after the other, as in the batch: a comparison takes one connection of the pool.
          mapConcurrently(elements, 1, (element) => compareElement(comparison, marketplaces, element)),
        );
        return andThen(comparisons, (FeesComparisonList) => ({
          payload: { AsOf: dates.map((date) => writeTime(date ?? comparison.now)), FeesComparisonList },
          ...writeWarnings(warnings),
        }));
      },
    });
  };
