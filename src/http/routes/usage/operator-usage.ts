import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { UsageReader } from '../../../usage/usage-reader.ts';
import { OperatorUsage, writeUsedBy } from '../../../wire/usage/usage.ts';
import { OperatorUsageFilter } from '../../../wire/usage/usage-filter.ts';
import { writeUsageRow } from '../../../wire/usage/usage-rows.ts';
import { usagePage } from './usage-page.ts';

const description = `How many requests were answered, with which statuses, what was refused and why, and how long they took. Without parameters: the busiest
applications of today.

Every request is counted, by application, seller, operation, status and reason: also those that are refused before anything is
read, those of the operator, and those without a valid token, which are all one caller. No address, no path and no identifier of an item is
kept. \`gaps\` names the times of which counts are missing.`;

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Who uses the API (decision 56). */
export const operatorUsageRoutes = (reader: UsageReader, facts: MarketFacts) => (scope: FastifyInstance) => {
  scope.get('/usage', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'getUsage',
      summary: 'Read who uses the API',
      description,
      querystring: OperatorUsageFilter,
      response: { 200: OperatorUsage },
    },
    handler: async (request) => {
      const asked = request.query as Static<typeof OperatorUsageFilter>;
      const { sellerId, clientId, resolution = 'day' } = asked;
      const { sums, rest } = await usagePage(reader, asked, { sellerId, clientId }, ['client']);
      const sellers = [...new Set(sums.flatMap((sum) => (sum.sellerId ? [sum.sellerId] : [])))];
      const names = sellers.length === 0 ? NO_NAMES : (await facts.names({ items: [], sellers })).sellers;
      return { usage: sums.map((sum) => ({ ...writeUsageRow(sum, resolution), ...writeUsedBy(sum, names) })), ...rest };
    },
  });
};
