import { OK, type PartState } from '../../domain/part-state.ts';
import type { Readiness, States } from '../../http/routes/health.ts';
import { isReady } from '../readiness-log.ts';

/** What a process said, or undefined when it does not run or does not answer. */
export type Reports = { api: readonly (States | undefined)[]; worker?: States | undefined };

const PARTS = ['store', 'identity provider', 'store writes', 'log'] as const;

export type GroupParts = { hasWorker: boolean; hasSharedLimits: boolean };

/**
 * The readiness of several processes as that of one: the service is unavailable when no API process can serve. As long as one
 * can, what is wrong with others is `degraded`. `ask` is called once for all parts of an answer.
 */
export function processReadiness(ask: () => Promise<Reports>, { hasWorker, hasSharedLimits }: GroupParts): Readiness {
  let asking: Promise<Reports> | undefined;
  const reports = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const names = hasSharedLimits ? [...PARTS, 'rate limits'] : PARTS;
  const parts = names.map((part) => [part, async () => worstOf(part, await reports())] as const);
  return {
    'API processes': async () => apiState((await reports()).api),
    ...Object.fromEntries(parts),
    ...(hasWorker ? { worker: async () => workerState((await reports()).worker) } : {}),
  };
}

const canServe = (states: States | undefined) => states !== undefined && isReady(states);

function apiState(api: Reports['api']): PartState {
  const serving = api.filter(canServe).length;
  if (serving === api.length) return OK;
  if (serving === 0) return { state: 'failed', reason: 'No API process can answer requests.' };
  return { state: 'degraded', reason: `${serving} of ${api.length} API processes can answer requests.` };
}

const BADNESS = { ok: 0, degraded: 1, failed: 2 } as const;

function worstOf(part: string, { api, worker }: Reports): PartState {
  const states = [...api, worker].flatMap(
    (one) => one?.filter(([name]) => name === part).map(([, state]) => state) ?? [],
  );
  const worst = states.reduce<PartState>((bad, state) => (BADNESS[state.state] > BADNESS[bad.state] ? state : bad), OK);
  return worst.state === 'failed' && api.some(canServe) ? { ...worst, state: 'degraded' } : worst;
}

function workerState(worker: States | undefined): PartState {
  if (!worker)
    return { state: 'degraded', reason: 'The worker process does not answer. It is started again when it has ended.' };
  const state = worker.find(([part]) => part === 'worker')?.[1] ?? OK;
  return state.state === 'failed' ? { ...state, state: 'degraded' } : state;
}
