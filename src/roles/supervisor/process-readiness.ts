import { singleFlight } from '../../async/single-flight.ts';
import { OK, type PartState } from '../../domain/part-state.ts';
import type { Readiness, States } from '../../http/routes/health.ts';
import { isReady } from '../process/readiness-log.ts';

/** What a process said. Without `pid` it does not serve yet; with it and without `states` it does not answer. */
export type ProcessReport = { name: string; pid?: number | undefined; states?: States | undefined };

export type ProcessReports = { api: readonly ProcessReport[]; worker?: ProcessReport | undefined };

const PARTS = ['store', 'identity provider', 'store writes', 'log'] as const;

/**
 * The readiness of several processes as that of one: the service is unavailable when no API process can serve. As long as one
 * can, what is wrong with others is `degraded`. `query` is called once for all parts of an answer.
 */
export function processReadiness(
  query: () => Promise<ProcessReports>,
  { hasWorker, hasSharedLimits }: { hasWorker: boolean; hasSharedLimits: boolean },
): Readiness {
  const reports = singleFlight(query);
  const names = hasSharedLimits ? [...PARTS, 'rate limits'] : PARTS;
  const parts = names.map((part) => [part, async () => worstOf(part, await reports())] as const);
  return {
    'API processes': async () => apiState((await reports()).api),
    ...Object.fromEntries(parts),
    ...(hasWorker ? { worker: async () => workerState((await reports()).worker) } : {}),
  };
}

const canServe = ({ states }: ProcessReport) => states !== undefined && isReady(states);

function apiState(api: ProcessReports['api']): PartState {
  const others = api.filter((report) => !canServe(report));
  if (others.length === 0) return OK;
  const why = `${others.map(problemOf).join(', ')}.`;
  if (others.length === api.length) return { state: 'failed', reason: `No API process can answer requests: ${why}` };
  const serving = api.length - others.length;
  return { state: 'degraded', reason: `${serving} of ${api.length} API processes can answer requests: ${why}` };
}

/** With the process id: an operator may have to look at that process, or to kill it. */
function problemOf({ name, pid, states }: ProcessReport): string {
  if (pid === undefined) return `${name} is being started`;
  return `${name} (process ${pid}) ${states ? 'is not ready' : 'does not answer'}`;
}

const SEVERITY = { ok: 0, degraded: 1, failed: 2 } as const;

function worstOf(part: string, { api, worker }: ProcessReports): PartState {
  const states = [...api, worker].flatMap(
    (one) => one?.states?.filter(([name]) => name === part).map(([, state]) => state) ?? [],
  );
  const worst = states.reduce<PartState>(
    (worse, state) => (SEVERITY[state.state] > SEVERITY[worse.state] ? state : worse),
    OK,
  );
  return worst.state === 'failed' && api.some(canServe) ? { ...worst, state: 'degraded' } : worst;
}

function workerState(worker: ProcessReport | undefined): PartState {
  if (!worker?.states) {
    const why = worker?.pid === undefined ? 'is being started' : `(process ${worker.pid}) does not answer`;
    return { state: 'degraded', reason: `The worker process ${why}: notifications are sent later.` };
  }
  const state = worker.states.find(([part]) => part === 'worker')?.[1] ?? OK;
  return state.state === 'failed' ? { ...state, state: 'degraded' } : state;
}
