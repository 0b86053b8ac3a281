import type { PartState } from '../../domain/part-state.ts';
import { type Readiness, type States, statesOf } from '../../http/routes/health.ts';
import type { Log } from '../../log/log.ts';

type Check = Readiness[string];

/** The same checks. Each logs why its part is not ready when that changes, not at every probe of a load balancer. */
export function loggedChanges(readiness: Readiness, log: Pick<Log, 'info' | 'warn'>): Readiness {
  return Object.fromEntries(Object.entries(readiness).map(([part, check]) => [part, withLog(part, check, log)]));
}

function withLog(part: string, check: Check, log: Pick<Log, 'info' | 'warn'>): Check {
  /** Since the part last worked. A part that hangs has several reasons in turn: each is logged once. */
  const logged = new Set<string>();
  const note = (state: PartState): PartState => {
    if (state.state === 'ok') {
      if (logged.size > 0) log.info({ part }, 'a part is ready again');
      logged.clear();
      return state;
    }
    const key = `${state.state} ${state.reason} ${state.detail}`;
    if (!logged.has(key)) log.warn({ part, ...state }, 'a part is not ready');
    logged.add(key);
    return state;
  };
  return async () => {
    const state = await check();
    return state && note(state);
  };
}

const START_PROBE_MS = 1_000;

export const isReady = (states: States) => states.every(([, { state }]) => state !== 'failed');

/**
 * What is not ready when the service starts. When a part is failed, it is checked until all work, and one line then says that
 * the service is ready: nobody may ask for the readiness of a service on a developer's machine.
 */
export async function readinessAtStart(readiness: Readiness, log: Pick<Log, 'info'>): Promise<States> {
  const states = await statesOf(readiness);
  if (!isReady(states)) probeUntilReady(readiness, log);
  return states;
}

function probeUntilReady(readiness: Readiness, log: Pick<Log, 'info'>): void {
  const probe = async () => {
    if (isReady(await statesOf(readiness))) log.info('the service is ready');
    else probeUntilReady(readiness, log);
  };
  // It keeps no process alive that stops.
  setTimeout(() => void probe(), START_PROBE_MS).unref();
}
