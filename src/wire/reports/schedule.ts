import { REPORT_FORMATS } from '../../domain/reports/report.ts';
import { type ReportSchedule, SCHEDULE_PROBLEMS, type ScheduleProblemCode } from '../../domain/reports/schedule.ts';
import type { ScheduleTime } from '../../domain/reports/schedule-time.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { reportContentFields } from './request.ts';
import { REPORT_TYPES } from './types/list.ts';

/** In the order of the week, which begins on Monday (ISO 8601). */
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

export const scheduleParams = Type.Object({
  scheduleId: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    'x-rule': 'must begin with a letter or a digit, and have only letters, digits, `.`, `_` and `-`',
    description: 'The id of a schedule, which the caller chooses.',
    examples: ['fees-daily'],
  }),
});

const timeFields = {
  weekday: Type.Optional.Enum(WEEKDAYS, { description: 'The day of the week. Every day when absent.' }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of the day, in the time zone.' }),
  timeZone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The name of a time zone, such as Europe/Berlin or UTC.',
  }),
};

const request = {
  reportType: 'PRICE_CHANGES',
  marketplaceIds: ['STORE_US'],
  parameters: {},
  format: 'CSV',
  locale: 'de-DE',
  onlyChanges: false,
  weekday: 'MONDAY',
  hour: 6,
  timeZone: 'Europe/Berlin',
} as const;

export const ScheduleBody = Type.Named(
  'ReportScheduleBody',
  'What to report, and when.',
  {
    ...reportContentFields,
    onlyChanges: Type.Optional.Boolean(
      'Each report has only what changed since the one before. For daily schedules only: reports are kept for a week. False when absent.',
    ),
    ...timeFields,
  },
  { examples: [request] },
);

/** Without `parameters`, whose shape depends on the type. */
export const scheduleBodyWithoutParameters = {
  ...ScheduleBody,
  properties: { ...ScheduleBody.properties, parameters: { type: 'object' } },
};

export type ScheduleTimeBody = { readonly weekday?: string; readonly hour: number; readonly timeZone: string };

/** The time zone is one that exists. */
export const readScheduleTime = ({ weekday, hour, timeZone }: ScheduleTimeBody): ScheduleTime => ({
  weekday: weekday === undefined ? undefined : (WEEKDAYS as readonly string[]).indexOf(weekday) + 1,
  ...{ hour, timeZone },
});

export const scheduleExample = {
  scheduleId: 'fees-daily',
  ...request,
  nextTime: '2026-11-16T05:00:00.000Z',
  createdTime: '2026-11-15T12:00:00.000Z',
  changedTime: '2026-11-15T12:00:00.000Z',
  createdBy: 'demoseller',
};

export const ReportScheduleShape = Type.Named(
  'ReportSchedule',
  'A report that is asked for regularly.',
  {
    scheduleId: Type.String('Its id.'),
    reportType: openSet(REPORT_TYPES, 'What the reports list; an open set.'),
    marketplaceIds: Type.Array(Type.String(), 'The marketplaces that they are about.'),
    parameters: Type.Object({}, { additionalProperties: true, description: 'Their parameters.' }),
    format: openSet(REPORT_FORMATS, 'The format of their documents; an open set.'),
    locale: Type.Optional.String('The language and country whose customs CSV follows.'),
    onlyChanges: Type.Boolean('Whether each report has only what changed since the one before.'),
    weekday: Type.Optional(openSet(WEEKDAYS, 'The day of the week. Absent: every day. An open set.')),
    hour: Type.Integer('The hour of the day, in the time zone.'),
    timeZone: Type.String('The time zone.'),
    nextTime: Type.Time(
      'When the next report is due. An hour that the clock skips is due at the first instant after the gap, one that it shows twice at the first.',
    ),
    lastReportId: Type.Optional.String('The last report that it asked for.'),
    problem: Type.Optional.Named('ReportScheduleProblem', 'Why the last report that was due was not asked for.', {
      code: openSet(SCHEDULE_PROBLEMS, 'The reason as a word; an open set.'),
      message: Type.String('The reason, and what to do.'),
      since: Type.Time('Since when.'),
    }),
    createdTime: Type.Time('When it was made.'),
    changedTime: Type.Time('When it was last changed.'),
    createdBy: Type.Optional.String('The application that made it.'),
  },
  { examples: [scheduleExample] },
);

export const ScheduleList = Type.Named(
  'ReportSchedules',
  'The schedules of the caller, by their ids.',
  { schedules: Type.Array(ReportScheduleShape) },
  { examples: [{ schedules: [scheduleExample] }] },
);

export function writeReportSchedule(schedule: ReportSchedule): object {
  const { time, problem } = schedule;
  return {
    scheduleId: schedule.id,
    reportType: schedule.type,
    marketplaceIds: schedule.marketplaceIds,
    parameters: schedule.parameters,
    format: schedule.format,
    locale: schedule.locale,
    onlyChanges: schedule.onlyChanges,
    weekday: time.weekday === undefined ? undefined : WEEKDAYS[time.weekday - 1],
    hour: time.hour,
    timeZone: time.timeZone,
    nextTime: writeTime(schedule.nextMs),
    lastReportId: schedule.lastReportId,
    problem: problem && {
      ...{ code: problem.code, message: MESSAGES[problem.code] ?? 'It cannot be asked for now.' },
      since: writeTime(problem.sinceMs),
    },
    createdTime: writeTime(schedule.createdMs),
    changedTime: writeTime(schedule.changedMs),
    createdBy: schedule.clientId,
  };
}

const MESSAGES: Readonly<Record<ScheduleProblemCode, string>> = {
  SellerDisabled:
    'The operator of the marketplace has disabled the seller. It goes on when the seller is enabled again.',
  ApplicationWithdrawn:
    'The application has no access to the seller any more. It goes on when the seller authorizes the application again.',
  ApplicationUnused:
    'The application has shown no valid token of the seller for long. It goes on when the application uses its access again.',
  MemberRemoved:
    'The person who made this schedule has no access to the seller any more. Somebody who has it can save the schedule again.',
  TooManyReports: 'Too many reports of the seller wait. It is tried again every five minutes.',
  NotPossible: 'The report cannot be made any more. Change the schedule, or delete it.',
};
