import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { MAX_SCHEDULES, type ReportSchedule } from '../../../domain/reports/schedule.ts';
import {
  ReportScheduleShape,
  readScheduleTime,
  ScheduleBody,
  ScheduleList,
  type ScheduleTimeBody,
  scheduleBodyWithoutParameters,
  scheduleExample,
  scheduleParams,
  writeReportSchedule,
} from '../../../wire/reports/schedule.ts';
import { reportDescription } from '../../../wire/reports/types/list.ts';
import { isTimeZone } from '../../../wire/time-zone.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { hasRight } from '../../guards/bearer.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { type ReportContentBody, readReportContent } from './report-request.ts';
import { mustHaveRight, type ReportRoutes, reportAccessBy, reportMakerOf } from './reports.ts';

/** Any: what the reports contain decides which right it needs. */
const config = { right: ANY_SELLER_RIGHT } as const;

const NO_SCHEDULE = {
  message: 'There is no such schedule.',
  details: 'The caller has no schedule with this id: GET /reports/v4/schedules lists them.',
};
const noSchedule = () => new Fault('NotFound', NO_SCHEDULE);
const noScheduleAnswer = { 404: answerOf('NotFound', list, NO_SCHEDULE) };

const TOO_MANY = {
  message: `The seller has ${MAX_SCHEDULES} schedules.`,
  details: 'Delete one: DELETE /reports/v4/schedules/{scheduleId}.',
};

type ScheduleRequest = ReportContentBody & ScheduleTimeBody & { readonly onlyChanges?: boolean };

const checkBody = bodyCheck(scheduleBodyWithoutParameters);

/** Regular reports. */
export const scheduleRoutes =
  ({ reports, market, consoleClientId }: ReportRoutes) =>
  (scope: FastifyInstance) => {
    const accessOf = reportAccessBy(consoleClientId);
    const idIn = (request: FastifyRequest) => (request.params as Static<typeof scheduleParams>).scheduleId;

    const findSchedule = async (request: FastifyRequest): Promise<ReportSchedule> => {
      const found = await reports.schedules.find(accessOf(request), idIn(request));
      if (found === undefined) throw noSchedule();
      mustHaveRight(request, found.type);
      return found;
    };

    scope.put('/schedules/:scheduleId', {
      config: { ...config, documentedBody: ScheduleBody },
      schema: {
        operationId: 'putReportSchedule',
        summary: 'Make a report regularly',
        description:
          'Adds a schedule, or replaces the one of the caller with this id. It asks for a report every day, or on one day of the ' +
          'week, at an hour of a time zone, with the access of whoever saved it last: when that ends, it stops, and says why ' +
          '(`problem`). Runs that are missed while the service is down are made up for by one report. It needs the right of what the ' +
          `reports contain. A seller and its applications have at most ${MAX_SCHEDULES} together.`,
        params: scheduleParams,
        body: { type: 'object', properties: {} },
        response: {
          200: successOf(ReportScheduleShape, 'The schedule.', scheduleExample),
          409: answerOf('Conflict', list, { description: `The seller has ${MAX_SCHEDULES} schedules.`, ...TOO_MANY }),
        },
      },
      handler: async (request) => {
        const body = request.body as ScheduleRequest;
        const problems = checkBody(body);
        if (problems) throw new Fault('InvalidInput', problems);
        mustHaveRight(request, body.reportType);
        const { content, warnings } = readReportContent(body, await market.facts.marketplaces());
        checkTime(body);
        const { onlyChanges = false } = body;
        const put = await reports.schedules.put({
          ...reportMakerOf(request, consoleClientId),
          ...content,
          ...{ id: idIn(request), onlyChanges, time: readScheduleTime(body) },
        });
        if ('rejected' in put) throw new Fault('Conflict', TOO_MANY);
        return { ...writeReportSchedule(put), ...writeWarnings(warnings) };
      },
    });

    scope.get('/schedules', {
      config,
      schema: {
        operationId: 'getReportSchedules',
        summary: 'List schedules of reports',
        description:
          "The caller's schedules, of the types of reports that it has the right to read. An application that the seller authorized " +
          'gets only its own; the applications of the seller itself get all.',
        response: { 200: ScheduleList },
      },
      handler: async (request) => {
        const all = await reports.schedules.list(accessOf(request));
        const readable = all.filter(({ type }) => hasRight(request, reportDescription(type).right));
        return { schedules: readable.map(writeReportSchedule) };
      },
    });

    scope.get('/schedules/:scheduleId', {
      config,
      schema: {
        operationId: 'getReportSchedule',
        summary: 'Get a schedule of reports',
        description: 'When its next report is due, and why the last one was not asked for, if so.',
        params: scheduleParams,
        response: { 200: successOf(ReportScheduleShape, 'The schedule.', scheduleExample), ...noScheduleAnswer },
      },
      handler: async (request) => writeReportSchedule(await findSchedule(request)),
    });

    scope.delete('/schedules/:scheduleId', {
      config,
      schema: {
        operationId: 'deleteReportSchedule',
        summary: 'Delete a schedule of reports',
        description: 'It asks for no more reports. Those that it asked for stay.',
        params: scheduleParams,
        response: { 204: { type: 'null', description: 'It is deleted.' }, ...noScheduleAnswer },
      },
      handler: async (request, reply) => {
        if (!(await reports.schedules.remove(await findSchedule(request)))) throw noSchedule();
        return reply.code(204).send();
      },
    });
  };

function checkTime({ timeZone, weekday, onlyChanges }: ScheduleRequest): void {
  const wrong = (name: string, details: string) =>
    new Fault('InvalidInput', { message: `${name} is not valid.`, details: `${name} ${details}` });
  if (!isTimeZone(timeZone)) throw wrong('timeZone', 'must be the name of a time zone, such as Europe/Berlin or UTC.');
  if (onlyChanges && weekday !== undefined)
    throw wrong('onlyChanges', 'must be false with weekday: after a week the report to compare with is gone.');
}
