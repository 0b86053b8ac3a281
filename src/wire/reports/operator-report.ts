import { REPORT_FAILURES, REPORT_FORMATS, REPORT_STATES, type Report } from '../../domain/reports/report.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const OperatorReports = Type.Named(
  'OperatorReports',
  "A page of a seller's reports.",
  {
    reports: Type.Array(
      Type.Named(
        'OperatorReport',
        'A report of a seller, as the operator sees it: not its parameters, and not its document.',
        {
          reportId: Type.String('Its id.'),
          reportType: Type.String('What it lists.'),
          marketplaceIds: Type.Array(Type.String(), 'The marketplaces that it is about.'),
          format: openSet(REPORT_FORMATS, 'The format of its document; an open set.'),
          state: openSet(REPORT_STATES, 'How far it is; an open set.'),
          failureCode: Type.Optional(openSet(REPORT_FAILURES, 'With FATAL: why it was not made; an open set.')),
          createdTime: Type.Time('When it was asked for.'),
          startedTime: Type.Optional.Time('When the work on it began.'),
          endedTime: Type.Optional.Time('When it ended.'),
          processed: Type.Integer('How many rows are computed.'),
          total: Type.Optional.Integer('How many there are to compute.'),
          bytes: Type.Optional.Integer('With DONE: the length of its document.'),
          createdBy: Type.Optional.String('The application that asked for it.'),
        },
      ),
      'Newest first.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        reports: [
          {
            ...{
              reportId: 'rep_019a8541c400aa55bb66cc77dd88ee99ff00',
              reportType: 'POSITIONS',
              marketplaceIds: ['STORE_US'],
            },
            ...{
              format: 'JSONL',
              state: 'DONE',
              createdTime: '2026-11-18T06:00:00.000Z',
              processed: 50_000,
              total: 50_000,
            },
          },
        ],
      },
    ],
  },
);

export const OperatorReportQuery = Type.Object({
  limit: Type.Optional.Integer({ minimum: 1, maximum: 50, default: 20, description: 'The maximum number of reports.' }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

export const writeOperatorReport = (report: Report) => ({
  ...{ reportId: report.id, reportType: report.type, marketplaceIds: report.marketplaceIds, format: report.format },
  state: report.state,
  failureCode: report.failure?.code,
  createdTime: writeTime(report.createdMs),
  startedTime: report.startedMs === undefined ? undefined : writeTime(report.startedMs),
  endedTime: report.endedMs === undefined ? undefined : writeTime(report.endedMs),
  ...{ processed: report.processed, total: report.total, bytes: report.document?.bytes, createdBy: report.clientId },
});
