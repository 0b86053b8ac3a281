import type { Db } from '../../db/db.ts';
import { probeWrite, writeFailureReason } from '../../db/write-probe.ts';
import { OK, type PartState } from '../../domain/part-state.ts';
import type { Readiness } from '../../http/routes/health.ts';
import { healthCheck } from '../../http/routes/health-check.ts';
import type { Identity } from '../../identity/identity.ts';
import { ProviderUnhealthy } from '../../identity/provider-health.ts';
import { ProviderFailure } from '../../identity/upstream.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { Log } from '../../log/log.ts';
import { limitState } from '../api/limits.ts';
import { loggedChanges } from './readiness-log.ts';

/** What a process needs to do its work. */
export type Dependencies = {
  readonly db: Db;
  readonly log: Log;
  /** Absent in a process that checks no tokens. */
  readonly identity?: Identity | undefined;
  /** Absent in a process that sends no notifications. */
  readonly isWorkerFailing?: (() => boolean) | undefined;
  /** Absent in a process that shares no rate limits. */
  readonly sharedLimits?: SharedLimits | undefined;
};

/** Shorter than the time that load balancers wait for an answer. */
const DEADLINE_MS = 2_000;
const EVERY_MS = 1_000;
/** A write costs the disk something, and evicts the cached answers of other processes on the same file. */
const WRITE_EVERY_MS = 2_000;

/** What readiness checks, by role. Answering requests needs the store and the provider; sending needs writes. */
export function readinessOf({ db, log, identity, isWorkerFailing, sharedLimits }: Dependencies): Readiness {
  // A role that only sends cannot record what it has sent when nothing can be written.
  const whenNotWritable = identity ? 'degraded' : 'failed';
  const parts: Readiness = {
    store: storeCheck(db),
    ...(identity ? { 'identity provider': providerCheck(identity) } : {}),
    'store writes': healthCheck({
      check: () => probeWrite(db),
      everyMs: WRITE_EVERY_MS,
      retryMs: EVERY_MS,
      deadlineMs: DEADLINE_MS,
      onFailure: (error) => ({ state: whenNotWritable, reason: writeFailureReason(error) }),
      onDeadline: { state: whenNotWritable, reason: 'A write takes longer than 2 seconds.' },
    }),
    ...(isWorkerFailing ? { worker: () => workerState(isWorkerFailing(), whenNotWritable) } : {}),
  };
  // A log that cannot be written cannot say so; the log counts what it drops. The limits log their own changes.
  const limits: Readiness = sharedLimits ? { 'rate limits': async () => limitState(sharedLimits) } : {};
  return { ...loggedChanges(parts, log), ...limits, log: () => logState(log) };
}

const reached = (part: string, check: () => Promise<void>, reasonOf = (_error: unknown) => unreachable(part)) =>
  healthCheck({
    check,
    everyMs: EVERY_MS,
    retryMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    onFailure: (error) => ({ state: 'failed', reason: reasonOf(error), detail: detailOf(error) }),
    onDeadline: { state: 'failed', reason: `The ${part} does not answer within 2 seconds.` },
  });

const unreachable = (part: string) => `The ${part} cannot be reached.`;

/** The cause of a fault names the endpoint and what was wrong with its answer; its own message is that of every 503. */
function detailOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return String(cause instanceof Error ? cause.message : message);
}

const TOKENS_FAIL = 'The identity provider answers, but could not check the last token. Its log says why.';

const UNUSABLE = 'The identity provider answers, but the service cannot use its answers. The log says why.';

const providerProblem = (error: unknown) => {
  const { cause } = error as { cause?: unknown };
  return cause instanceof ProviderFailure && cause.hasAnswered ? UNUSABLE : unreachable('identity provider');
};

/** Only this error has a message for the public. */
const healthProblem = (error: unknown) => (error instanceof ProviderUnhealthy ? error.message : UNUSABLE);

/** Only degraded: a caller may have chosen the token that the provider cannot check. */
function providerCheck(identity: Identity): () => Promise<PartState> {
  const ping = reached('identity provider', () => identity.ping(), providerProblem);
  const health = healthCheck({
    check: () => identity.checkHealth(),
    everyMs: EVERY_MS,
    retryMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    onFailure: (error) => ({ state: 'degraded', reason: healthProblem(error), detail: detailOf(error) }),
    // A late answer tells nothing about the store: `ping` tells of a provider that does not answer.
    onDeadline: OK,
  });
  return async () => {
    const [answer, own] = await Promise.all([ping(), health()]);
    // What the provider says of itself is the exact reason, also when an introspection failed for it.
    if (own.state !== 'ok') return answer.state === 'ok' ? own : { ...answer, reason: own.reason };
    if (answer.state !== 'ok' || !identity.hasFailedLately()) return answer;
    return { state: 'degraded', reason: TOKENS_FAIL };
  };
}

const DAMAGED = 'The stored data is damaged. The log says where; restore a backup.';

/** Statements that meet no damaged page still work. */
function storeCheck(db: Db): () => Promise<PartState> {
  const ping = reached('store', () => db.ping());
  return async () => {
    const answer = await ping();
    if (db.damage() === undefined) return answer;
    return { state: answer.state === 'ok' ? 'degraded' : answer.state, reason: DAMAGED };
  };
}

const workerState = (isFailing: boolean, state: 'degraded' | 'failed'): PartState =>
  isFailing ? { state, reason: 'Notifications cannot be taken from the queue. The worker tries again.' } : OK;

function logState(log: Log): PartState {
  const { failure } = log.output();
  if (failure === undefined) return OK;
  return { state: 'degraded', reason: `The log cannot be written (${failure}): lines are dropped when too many wait.` };
}
