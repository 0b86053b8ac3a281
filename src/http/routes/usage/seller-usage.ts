import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import { type UsageAccess, usageAccess } from '../../../domain/usage/access.ts';
import type { UsageReader } from '../../../usage/usage-reader.ts';
import { SellerUsage } from '../../../wire/usage/usage.ts';
import { SellerUsageFilter } from '../../../wire/usage/usage-filter.ts';
import { writeUsageRow } from '../../../wire/usage/usage-rows.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { missingRight } from '../../guards/bearer-faults.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';
import type { LimitsLeft } from '../../guards/window-limit.ts';
import { usagePage } from './usage-page.ts';

const description = `How your applications used the API: how many requests, what was refused and why, how long they took, and what is left of the rate limit
at this moment. Without parameters: today, by application and operation.

Which applications: with \`seller-api:account:read\` an application of the seller's own, and the console, sees all of the seller. Without that
right an application sees itself; one that a person gave access never sees others.

What is left is what the process that answers knows: with several processes and no shared counter each has its part of the limit
(decision 41).`;

/** What an application has left of the limit of an operation. Undefined when that has no limit for applications. */
export type LeftOf = (operationId: string, clientId: string, sellerId: string) => LimitsLeft | undefined;

export type SellerUsageParts = {
  readonly usage: UsageReader;
  readonly leftOf: LeftOf;
  readonly consoleClientId?: string | undefined;
};

/** How a seller's applications use the API (decision 56). */
export const sellerUsageRoutes =
  ({ usage, leftOf, consoleClientId }: SellerUsageParts) =>
  (scope: FastifyInstance) => {
    scope.get('/usage', {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getSellerUsage',
        summary: 'Read your usage of the API',
        description,
        querystring: SellerUsageFilter,
        response: { 200: SellerUsage },
      },
      handler: async (request) => {
        const asked = request.query as Static<typeof SellerUsageFilter>;
        const { resolution = 'day' } = asked;
        const sellerId = sellerOf(request);
        const access = usageAccess(callerOf(request), consoleClientId);
        const subject = { sellerId, clientId: clientOf(request, access, asked.clientId) };
        const { sums, rest } = await usagePage(usage, asked, subject, ['client', 'operation']);
        const rows = sums.map((sum) => {
          const { clientId, operation } = sum;
          const limit = clientId && operation ? leftOf(operation, clientId, sellerId) : undefined;
          return { ...writeUsageRow(sum, resolution), ...(limit && { limit }) };
        });
        return { usage: rows, ...rest };
      },
    });
  };

const callerOf = ({ caller }: FastifyRequest): Caller => caller as Caller;

/** The application whose usage is read; undefined for all of the seller. Throws when the caller may not see it. */
function clientOf(request: FastifyRequest, { isLimitedTo, reason }: UsageAccess, asked?: string): string | undefined {
  if (isLimitedTo === undefined) return asked;
  if (asked === undefined || asked === isLimitedTo) return isLimitedTo;
  if (reason === 'right')
    throw missingRight(callerOf(request), 'seller-api:account:read', 'The usage of other applications');
  throw new Fault('AccessDenied', {
    message: 'You see your own usage only.',
    details: 'An application that a person gave access sees no other ones. Leave out clientId.',
  });
}
