import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Reports } from '../../../reports/reports.ts';
import { SellerParams } from '../../../wire/accounts/seller-accounts.ts';
import { OperatorReportQuery, OperatorReports, writeOperatorReport } from '../../../wire/reports/operator-report.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** The reports of one seller, for the operator (decision 55): whether they are made, not what they say. */
export const operatorReportRoutes = (reports: Reports) => (scope: FastifyInstance) => {
  scope.get('/sellers/:sellerId/reports', {
    config: { right: 'operator:sellers:read' },
    schema: {
      operationId: 'listReportsOfSeller',
      summary: 'List reports of a seller',
      description:
        'Which reports a seller and its applications asked for, newest first, how far they are, and why one was not made.',
      params: SellerParams,
      querystring: OperatorReportQuery,
      response: { 200: OperatorReports },
    },
    handler: async (request) => {
      const { sellerId } = request.params as Static<typeof SellerParams>;
      const { limit = 20, nextToken } = request.query as Static<typeof OperatorReportQuery>;
      const pages: PagedList = { scope: `reports of ${sellerId}`, checksum: 'last' };
      const after = nextToken === undefined ? undefined : readPageToken(pages, nextToken, reportIn);
      const found = await reports.page({ sellerId }, { types: [], states: [], after, limit: limit + 1 });
      const { page, last } = cutPage(found, limit);
      return { reports: page.map(writeOperatorReport), ...(last && { nextToken: writePageToken(pages, last.id) }) };
    },
  });
};

const reportIn = (position: string) => (/^\w{1,64}$/.test(position) ? position : undefined);
