import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import { destinationAccess } from '../../../domain/notifications/access.ts';
import type { Report, ReportState } from '../../../domain/reports/report.ts';
import type { Market } from '../../../market/market.ts';
import type { Reports } from '../../../reports/reports.ts';
import { queuedReportExample, reportExample } from '../../../wire/reports/examples.ts';
import { ReportPage, ReportShape, writeReport } from '../../../wire/reports/report.ts';
import {
  DEFAULT_REPORTS,
  ReportBody,
  ReportsQuery,
  reportBodyWithoutParameters,
  reportParams,
} from '../../../wire/reports/request.ts';
import { REPORT_TYPES, reportDescription } from '../../../wire/reports/types/list.ts';
import { Type } from '../../../wire/type.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { successOf } from '../../answers/success.ts';
import { hasRight, sellerOf } from '../../guards/bearer.ts';
import { missingRight } from '../../guards/bearer-faults.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';
import { bodyCheck } from '../../requests/validator.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import { cutPage, readPageToken, writePageToken } from '../page-token.ts';
import { creationFault, noReport, noReportAnswer, reportCreationAnswers } from './report-faults.ts';
import { type ReportContentBody, readReportContent } from './report-request.ts';

/** Any: what a report contains decides which right it needs. */
const config = { right: ANY_SELLER_RIGHT } as const;

const checkBody = bodyCheck(reportBodyWithoutParameters);

/** What the routes of reports work with. */
export type ReportRoutes = {
  readonly reports: Reports;
  readonly market: Pick<Market, 'facts' | 'now'>;
  readonly consoleClientId?: string | undefined;
};

/** Decision 54. */
export const reportRoutes =
  ({ reports, market, consoleClientId }: ReportRoutes) =>
  (scope: FastifyInstance) => {
    const accessOf = reportAccessBy(consoleClientId);

    scope.post('/reports', {
      config: { ...config, documentedBody: ReportBody },
      schema: {
        operationId: 'createReport',
        summary: 'Ask for a report',
        description:
          'Queues a report over all that the caller may see. All its lines are true at one instant, which it names with the ' +
          '`sequence` of the last event then: events after it, applied where their revision is higher, give the present. It needs the ' +
          'right of what it contains, and a download needs it again. Costs and profits are in no report. A seller has at most 3 ' +
          'reports that are being made and 20 that wait.',
        headers: Type.Object(idempotencyHeader),
        body: Type.Object({}),
        response: {
          202: successOf(ReportShape, 'The report is queued.', queuedReportExample, replayedHeader),
          ...reportCreationAnswers,
          ...idempotencyAnswers,
        },
      },
      handler: async (request, reply) => {
        const body = request.body as ReportContentBody & { since?: string };
        const problems = checkBody(body);
        if (problems) throw new Fault('InvalidInput', problems);
        mustHaveRight(request, body.reportType);
        const { content, warnings } = readReportContent(body, await market.facts.marketplaces());
        const created = await reports.create(
          { ...reportMakerOf(request, consoleClientId), ...content, sinceId: body.since },
          idempotentRequest(request, 'createReport'),
        );
        if ('rejected' in created)
          throw created.rejected === 'keyReused' ? keyReused() : creationFault(created.rejected);
        if (created.repeated) markReplayed(reply);
        return reply.code(202).send({ ...writeReport(created.report, market.now()), ...writeWarnings(warnings) });
      },
    });

    scope.get('/reports', {
      config,
      schema: {
        operationId: 'getReports',
        summary: 'List reports',
        description:
          "The caller's reports, newest first, of the types that it has the right to read. An application that the seller authorized " +
          'gets only its own; the applications of the seller itself get all.',
        querystring: ReportsQuery,
        response: { 200: successOf(ReportPage, 'A page of reports.', { reports: [reportExample] }) },
      },
      handler: async (request) => {
        const query = request.query as Static<typeof ReportsQuery>;
        const { reportTypes = REPORT_TYPES, states = [], limit = DEFAULT_REPORTS, nextToken } = query;
        const types = reportTypes.filter((type) => hasRight(request, reportDescription(type).right));
        if (types.length === 0) return { reports: [] };
        const access = accessOf(request);
        const paged = { scope: `${access.sellerId}\n${access.application ?? ''}`, checksum: 'last' } as const;
        const after = nextToken === undefined ? undefined : readPageToken(paged, nextToken, reportIdIn);
        const found = await reports.page(access, { types, states: states as ReportState[], after, limit: limit + 1 });
        const { page, last } = cutPage(found, limit);
        return {
          reports: page.map((one) => writeReport(one, market.now())),
          ...(last && { nextToken: writePageToken(paged, last.id) }),
        };
      },
    });

    const findReport = async (request: FastifyRequest): Promise<Report> => {
      const { reportId } = request.params as Static<typeof reportParams>;
      const found = await reports.find(accessOf(request), reportId);
      if (found === undefined) throw noReport();
      mustHaveRight(request, found.type);
      return found;
    };

    scope.get('/reports/:reportId', {
      config,
      schema: {
        operationId: 'getReport',
        summary: 'Get a report',
        description: 'How far a report is, and its `reportDocumentId` when it is DONE.',
        params: reportParams,
        response: { 200: successOf(ReportShape, 'The report.', reportExample), ...noReportAnswer },
      },
      handler: async (request) => writeReport(await findReport(request), market.now()),
    });

    scope.delete('/reports/:reportId', {
      config,
      schema: {
        operationId: 'deleteReport',
        summary: 'Delete a report',
        description:
          'Cancels a report that is not done: it stays as CANCELLED. Removes one that has ended, with its document.',
        params: reportParams,
        response: { 204: { type: 'null', description: 'It is cancelled or removed.' }, ...noReportAnswer },
      },
      handler: async (request, reply) => {
        const { id } = await findReport(request);
        if ((await reports.remove(accessOf(request), id)) === undefined) throw noReport();
        return reply.code(204).send();
      },
    });
  };

/** Which reports the caller sees (decision 38). */
export const reportAccessBy = (consoleClientId: string | undefined) => (request: FastifyRequest) =>
  destinationAccess(request.caller as Caller, sellerOf(request), consoleClientId);

/** Who asks for a report. */
export function reportMakerOf(request: FastifyRequest, consoleClientId: string | undefined) {
  const { clientId, memberId } = request.caller as Caller;
  return { ...reportAccessBy(consoleClientId)(request), clientId, memberId };
}

/** A report needs the right of what it contains (decision 54). */
export function mustHaveRight(request: FastifyRequest, type: string): void {
  const { right } = reportDescription(type);
  if (!hasRight(request, right)) throw missingRight(request.caller as Caller, right);
}

const reportIdIn = (position: string) => (/^rep_[0-9a-f]{36}$/.test(position) ? position : undefined);
