import { writeTime } from '../time.ts';
import type { Attempt, Delivery } from './delivery.ts';
import type { ChannelType, DestinationStatus } from './destination.ts';
import { withoutAddresses } from './shown-address.ts';
import type { StatusReason } from './status-reason.ts';

/** What became of a notification at a destination, and why: a word for programs and a sentence for people. */
export type Outcome = { readonly code: OutcomeCode; readonly text: string };

export const OUTCOME_CODES = [
  ...([
    'DELIVERED',
    'STORED',
    'IN_FLIGHT',
    'TAKEN',
    'WAITS_FOR_WORKER',
    'WAITS_FOR_RETRY',
    'WAITS_FOR_RECEIVER',
  ] as const),
  ...(['WAITS_BEHIND_FAILURES', 'HELD_BY_WINDOW', 'HELD_BY_HOURLY_LIMIT', 'HELD_BY_DAILY_LIMIT'] as const),
  ...(['HELD_BY_QUIET_HOURS', 'PAUSED', 'SUSPENDED', 'NOT_CONFIRMED', 'WITHOUT_ACCESS', 'REMOVED'] as const),
  ...(['REFUSED', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'FILTERED'] as const),
  // Without a delivery.
  ...([
    'CREATED_LATER',
    'KIND_NOT_CHOSEN',
    'OF_ANOTHER_APPLICATION',
    'ABOUT_ITSELF',
    'LOG_REMOVED',
    'CHANGED_SINCE',
  ] as const),
  ...(['NOT_QUEUED'] as const),
] as const;
type OutcomeCode = (typeof OUTCOME_CODES)[number];

/** A destination as far as it decides what becomes of its deliveries. */
export type OutcomeDestination = {
  readonly type: ChannelType;
  readonly status: DestinationStatus | 'DELETED';
  readonly statusReason?: StatusReason | undefined;
  readonly windowSeconds: number;
  readonly failingSinceMs?: number | undefined;
};

type Logged = Omit<Delivery, 'body'> & { readonly lastAttempt?: Attempt | undefined };

/** Why a destination gets nothing but tests; undefined while it is ACTIVE. */
export function statusOutcome({ status, statusReason }: OutcomeDestination): Outcome | undefined {
  switch (status) {
    case 'ACTIVE':
      return undefined;
    case 'INACTIVE':
      return {
        code: 'PAUSED',
        text: 'The seller has paused the destination (INACTIVE). It sends what waits when it is ACTIVE again.',
      };
    case 'PENDING_VERIFICATION':
      return {
        code: 'NOT_CONFIRMED',
        text: 'The owner of the address has not confirmed it. Until then it gets nothing but tests, and no event is queued for it.',
      };
    case 'SUSPENDED':
      return {
        code: 'SUSPENDED',
        text: `The destination is suspended. ${suspensions[statusReason ?? 'DELIVERY_FAILED']}`,
      };
    case 'WITHDRAWN':
      return { code: 'WITHOUT_ACCESS', text: suspensions[statusReason ?? 'APPLICATION_WITHDRAWN'] };
    case 'DELETED':
      return { code: 'REMOVED', text: 'The destination was deleted.' };
  }
}

const suspensions: Readonly<Record<StatusReason, string>> = {
  DELIVERY_FAILED:
    'Everything that was sent to it failed for a long time. A test that arrives, or its owner, makes it ACTIVE again.',
  DESTINATION_GONE:
    'Its receiver answered that it does not exist any more. A test that arrives, or its owner, makes it ACTIVE again.',
  APPLICATION_WITHDRAWN: 'The seller has ended the access of the application that the destination belongs to.',
  APPLICATION_UNUSED: 'The application that the destination belongs to has not used its access for a long time.',
  SELLER_DISABLED: 'The operator has disabled the seller.',
};

/** What became of a delivery. */
export function deliveryOutcome(delivery: Logged, destination: OutcomeDestination, nowMs: number): Outcome {
  const { state, settledMs, reason, supersededBy } = delivery;
  const at = settledMs === undefined ? '' : ` at ${writeTime(settledMs)}`;
  switch (state) {
    case 'DELIVERED':
      return { code: 'DELIVERED', text: `The receiver acknowledged it${at}${attemptsOf(delivery)}.` };
    case 'STORED':
      return {
        code: 'STORED',
        text: `It is a file in the outbox since${at.slice(3)}: no mail server or gateway is configured, so it has reached nobody.`,
      };
    case 'SENDING':
      return inFlight(delivery, destination);
    case 'PENDING':
      return waiting(delivery, destination, nowMs);
    case 'DEAD':
      return {
        code: 'REFUSED',
        text: `It failed for good${at}${attemptsOf(delivery)}. ${failureText(delivery)}`,
      };
    case 'EXPIRED':
      return {
        code: 'EXPIRED',
        text: `It could not be delivered until ${writeTime(delivery.expiresMs)}${attemptsOf(delivery)}. ${failureText(delivery)}`.trim(),
      };
    case 'CANCELED':
      return { code: 'CANCELED', text: `It was canceled${at}: the destination was deleted, or its address changed.` };
    case 'SUPERSEDED':
      return {
        code: 'SUPERSEDED',
        text: `A newer event of the same window replaced it${supersededBy ? `: ${supersededBy}` : ''}. The receiver gets that one only.`,
      };
    case 'FILTERED':
      return {
        code: 'FILTERED',
        text: `The filter of the destination left it out: ${reason ?? 'a key'} does not let it pass.`,
      };
  }
}

function inFlight({ dueMs, attempts }: Logged, { type }: OutcomeDestination): Outcome {
  const until = writeTime(dueMs);
  return type === 'PULL'
    ? {
        code: 'TAKEN',
        text: `The receiver has fetched it and not acknowledged it. It can be fetched again from ${until} on.`,
      }
    : {
        code: 'IN_FLIGHT',
        text: `Attempt ${attempts} is being made. Without an outcome it is made again after ${until}.`,
      };
}

function waiting(delivery: Logged, destination: OutcomeDestination, nowMs: number): Outcome {
  const { isTest, dueMs, attempts, reason } = delivery;
  const mayWait = isTest && (destination.status === 'SUSPENDED' || destination.status === 'PENDING_VERIFICATION');
  const stopped = mayWait ? undefined : statusOutcome(destination);
  if (stopped !== undefined) return stopped;
  const due = writeTime(dueMs);
  if (destination.type === 'PULL')
    return { code: 'WAITS_FOR_RECEIVER', text: `It waits since ${due}: the receiver has not fetched it.` };
  if (dueMs > nowMs && reason !== undefined) return held(reason, destination, due);
  if (dueMs > nowMs && attempts > 0)
    return {
      code: 'WAITS_FOR_RETRY',
      text: `The next attempt is due at ${due}. ${failureText(delivery)}`,
    };
  if (destination.failingSinceMs !== undefined)
    return {
      code: 'WAITS_BEHIND_FAILURES',
      text: `It is due since ${due}. The destination only fails since ${writeTime(destination.failingSinceMs)}, and gets one delivery at a time until one arrives.`,
    };
  return { code: 'WAITS_FOR_WORKER', text: `It is due since ${due} and waits for a worker.` };
}

function held(reason: NonNullable<Delivery['reason']>, { windowSeconds }: OutcomeDestination, due: string): Outcome {
  switch (reason) {
    case 'WINDOW':
      return {
        code: 'HELD_BY_WINDOW',
        text: `It is held until ${due}: the destination gathers events for ${windowSeconds} seconds.`,
      };
    case 'HOURLY_LIMIT':
      return {
        code: 'HELD_BY_HOURLY_LIMIT',
        text: `It is held until ${due}: one e-mail an hour for each kind of event.`,
      };
    case 'DAILY_LIMIT':
      return { code: 'HELD_BY_DAILY_LIMIT', text: `It is held until ${due}: 10 SMS a day.` };
    default:
      return { code: 'HELD_BY_QUIET_HOURS', text: `It is held until ${due}: the quiet hours of the destination.` };
  }
}

const attemptsOf = ({ attempts }: Logged): string =>
  attempts === 0 ? ' without an attempt' : attempts === 1 ? ' with the first attempt' : ` after ${attempts} attempts`;

/** Why the last attempt failed. Empty: there was none, or none failed. */
function failureText({ lastAttempt }: Logged): string {
  if (lastAttempt === undefined) return '';
  const { number } = lastAttempt;
  const cause = attemptCause(lastAttempt);
  return cause === undefined ? '' : `Attempt ${number}: ${cause}`;
}

/** Why an attempt failed, without the address of a person; undefined: it did not fail. */
export function attemptCause({ error, durationMs, code }: Attempt): string | undefined {
  if (error !== undefined) return withoutAddresses(error);
  if (durationMs === undefined) return 'Its outcome is not known: the worker stopped before it stored one.';
  return code !== undefined && (code < 200 || code >= 300) ? `The receiver answered ${code}.` : undefined;
}
