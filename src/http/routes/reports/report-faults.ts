import { Fault } from '../../../domain/fault.ts';
import { MAX_WAITING_REPORTS, REPORT_DAYS } from '../../../domain/reports/report.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';

const NO_REPORT = {
  message: 'There is no such report.',
  details: `The caller has no report with this id, or it was removed: reports are kept for ${REPORT_DAYS} days.`,
};

const TOO_MANY = {
  message: `The seller has ${MAX_WAITING_REPORTS} reports that wait.`,
  details: 'Wait until one of them is done, or delete one: DELETE /reports/v4/reports/{reportId}.',
};

const NOT_COMPARABLE = {
  message: 'since is not valid.',
  details:
    'since must be the reportId of a report of the caller that is DONE, with the same reportType, marketplaceIds and parameters.',
};

const DELETED = {
  message: 'The report that this Idempotency-Key asked for has been deleted.',
  details: 'Use a new key to ask for a new report.',
};

const RETRY_SECONDS = 30;

export const noReport = () => new Fault('NotFound', NO_REPORT);
export const noReportAnswer = { 404: answerOf('NotFound', list, NO_REPORT) };

export const reportCreationAnswers = {
  409: answerOf('Conflict', list, { description: 'The report of the Idempotency-Key was deleted.', ...DELETED }),
  429: answerOf('QuotaExceeded', list, {
    description: 'Too many requests, or too many reports that wait. `Retry-After` says when to try again.',
    ...TOO_MANY,
  }),
};

/** Why a report was not queued. */
export function creationFault(rejected: 'tooMany' | 'since' | 'deleted'): Fault {
  if (rejected === 'since') return new Fault('InvalidInput', NOT_COMPARABLE);
  if (rejected === 'deleted') return new Fault('Conflict', DELETED);
  return new Fault('QuotaExceeded', TOO_MANY, { hints: { retryAfterSeconds: RETRY_SECONDS } });
}
