import { DAY_MS } from '../../domain/duration.ts';
import {
  isEnded,
  type NotInEvents,
  REPORT_DAYS,
  REPORT_FAILURES,
  REPORT_FORMATS,
  REPORT_STATES,
  type Report,
} from '../../domain/reports/report.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { reportExample } from './examples.ts';
import { REPORT_TYPES } from './types/list.ts';

const NotInEventsShape = Type.Named(
  'ReportNotInEvents',
  'What came between the last report like this one and this one that no event tells. Absent when there is no earlier report, and in reports about events.',
  {
    reportId: Type.String(
      'The earlier report: that of `since`, else the last one of the same type and maker that is DONE.',
    ),
    instant: Type.Time('Its instant.'),
    sequence: Type.String('Its sequence.'),
    changes: Type.Array(
      Type.Named('ReportUnpublishedChange', 'Something that changed without events.', {
        kind: openSet(['QUIET_LOAD', 'FEE_SCHEDULE'], {
          title: 'ReportUnpublishedChangeKind',
          description:
            'QUIET_LOAD: the operator changed records without events. FEE_SCHEDULE: another fee schedule is in force, so all fees and nets may differ. An open set.',
        }),
        marketplaceId: Type.String('Where.'),
        records: Type.Optional.Integer('With QUIET_LOAD: how many records were changed.'),
        lastTime: Type.Optional.Time('With QUIET_LOAD: the last time.'),
        before: Type.Optional.String(
          'With FEE_SCHEDULE: the schedule of the earlier report and its version. Absent: there was none.',
        ),
        now: Type.Optional.String('With FEE_SCHEDULE: the schedule of this report. Absent: there is none.'),
      }),
      {
        description:
          'Empty: the earlier report and the events after it give this report, in the columns that events carry.',
      },
    ),
  },
);

export const ReportShape = Type.Named(
  'Report',
  'A report, from its request until it is removed.',
  {
    reportId: Type.String('Its identifier.'),
    reportType: openSet(REPORT_TYPES, 'What it lists; an open set.'),
    marketplaceIds: Type.Array(Type.String(), { description: 'The marketplaces that it is about.' }),
    parameters: Type.Object({}, { additionalProperties: true, description: 'The parameters of the request.' }),
    format: openSet(REPORT_FORMATS, 'The format of its document; an open set.'),
    locale: Type.Optional.String('The language and country whose customs CSV follows.'),
    since: Type.Optional.String(
      'The report that it is compared with: it has only the lines that differ, and those that are gone.',
    ),
    scheduleId: Type.Optional.String('The schedule that asked for it.'),
    state: openSet(REPORT_STATES, {
      title: 'ReportState',
      description:
        'IN_QUEUE waits, IN_PROGRESS is being made, DONE has a document, CANCELLED was deleted before it was done, FATAL could not be made (`failure`); an open set.',
    }),
    failure: Type.Optional.Named('ReportFailure', 'With FATAL: why it was not made.', {
      code: openSet(REPORT_FAILURES, 'The reason as a word; an open set.'),
      message: Type.String('The reason, and what to do.'),
    }),
    createdTime: Type.Time('When it was asked for.'),
    startedTime: Type.Optional.Time('When the work on it began.'),
    endedTime: Type.Optional.Time('When it reached a final state.'),
    expiresTime: Type.Time(`When it is removed: ${REPORT_DAYS} days after it was asked for.`),
    instant: Type.Optional.Time('All its lines are true at this instant.'),
    sequence: Type.Optional.String(
      "The sequence of the caller's last event at the instant. Later events, applied where their revision is higher, give the present.",
    ),
    versions: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()]), {
        description: 'The versions of rules and data that it was made with.',
      }),
    ),
    notInEvents: Type.Optional(NotInEventsShape),
    processed: Type.Integer('How many rows are computed.'),
    total: Type.Optional.Integer('How many rows there are to compute. Absent until they are counted.'),
    estimatedEndTime: Type.Optional.Time('While it is being made: when it will probably be done.'),
    reportDocumentId: Type.Optional.String('With DONE: its document.'),
    lines: Type.Optional.Integer('With DONE: the lines of the document, without the first one.'),
    removed: Type.Optional.Integer('With DONE and `since`: how many of the lines are about something that is gone.'),
    bytes: Type.Optional.Integer('With DONE: the length of the document.'),
    gzipBytes: Type.Optional.Integer('With DONE: its length with `compression=GZIP`.'),
    createdBy: Type.Optional.String('The application that asked for it.'),
  },
  { examples: [reportExample] },
);

export const ReportPage = Type.Named('Reports', 'A page of reports, newest first.', {
  reports: Type.Array(ReportShape),
  nextToken: Type.Optional.String('Gets the next page. Absent on the last one.'),
});

export function writeReport(report: Report, nowMs: number): object {
  const { state, failure, instant, document, startedMs, endedMs } = report;
  const time = (ms: number | undefined) => (ms === undefined ? undefined : writeTime(ms));
  return {
    reportId: report.id,
    reportType: report.type,
    marketplaceIds: report.marketplaceIds,
    parameters: report.parameters,
    format: report.format,
    locale: report.locale,
    since: report.sinceId,
    scheduleId: report.scheduleId,
    state,
    failure,
    createdTime: writeTime(report.createdMs),
    startedTime: time(startedMs),
    endedTime: time(endedMs),
    expiresTime: writeTime(report.createdMs + REPORT_DAYS * DAY_MS),
    ...(instant && writeInstant(instant)),
    notInEvents: report.notInEvents && writeNotInEvents(report.notInEvents),
    processed: report.processed,
    total: report.total,
    estimatedEndTime: time(estimatedEnd(report, nowMs)),
    ...(document && { reportDocumentId: report.documentId, ...document, digest: undefined }),
    createdBy: report.clientId,
  };
}

/** Also in the first line of a document. */
export const writeInstant = ({ instantMs, sequence, versions }: NonNullable<Report['instant']>) => ({
  instant: writeTime(instantMs),
  sequence: String(sequence),
  versions,
});

/** Also in the first line of a document. */
export const writeNotInEvents = ({ reportId, instantMs, sequence, changes }: NotInEvents) => ({
  ...{ reportId, instant: writeTime(instantMs), sequence: String(sequence) },
  changes: changes.map((change) => {
    const { marketplaceId } = change;
    if (change.kind === 'feeSchedule')
      return { kind: 'FEE_SCHEDULE', marketplaceId, before: change.before, now: change.now };
    const { records, lastMs } = change;
    return {
      kind: 'QUIET_LOAD',
      marketplaceId,
      records,
      lastTime: lastMs === undefined ? undefined : writeTime(lastMs),
    };
  }),
});

/** The rest takes as long for each row as those before. Undefined until some rows are computed. */
function estimatedEnd({ state, processed, total, copiedMs }: Report, nowMs: number): number | undefined {
  if (isEnded(state) || total === undefined || copiedMs === undefined || processed === 0) return undefined;
  const perRow = Math.max(0, nowMs - copiedMs) / processed;
  return Math.ceil(nowMs + perRow * Math.max(0, total - processed));
}
