import { GENEROUS_PLAN, type Limits, type RatePlan, type Window } from '../../domain/rate-plan.ts';

type Operation = { operationId: string; description: string; security?: object[]; responses: object };
type Document = { paths: Record<string, Record<string, Operation>> };

/** Says of each operation how many requests the rate plan of this installation allows (decision 33), as `x-rate-limit`. */
export function documentRateLimits<T extends object>(document: T, plan: RatePlan = GENEROUS_PLAN): T {
  const isOwnPlan = plan !== GENEROUS_PLAN;
  for (const methods of Object.values((document as unknown as Document).paths))
    for (const operation of Object.values(methods)) {
      const limit = limitOf(operation, plan);
      if (!limit) continue;
      Object.assign(operation, { 'x-rate-limit': limit });
      // The built-in plan limits nobody in practice: a sentence at each operation would only be noise.
      if (isOwnPlan) operation.description += `\n\n${sentenceOf(limit)}`;
    }
  return document;
}

type RateLimit = Limits & { per: string; perAddress?: Limits };

function limitOf({ operationId, security, responses }: Operation, plan: RatePlan): RateLimit | undefined {
  const own = plan.operations[operationId];
  if (!('429' in responses)) return undefined;
  if (security?.some((way) => 'sellerAuth' in way)) return { per: 'application and seller', ...(own ?? plan.default) };
  return { per: 'client and address', ...(own ?? plan.client), perAddress: plan.address };
}

const sentenceOf = ({ per, burst, sustained, perAddress }: RateLimit) =>
  `At most ${wordsOf(burst)} and ${wordsOf(sustained)} for each ${per}` +
  `${perAddress ? `, and ${wordsOf(perAddress.burst)} and ${wordsOf(perAddress.sustained)} for each address` : ''}.`;

const wordsOf = ({ requests, seconds }: Window) =>
  `${requests} ${requests === 1 ? 'request' : 'requests'} in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
