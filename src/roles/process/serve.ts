import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import type { DoctorRun } from '../../processes/doctor-run.ts';
import type { ProviderForks } from '../../processes/provider-process.ts';
import type { ReportFork } from '../../processes/report-fork.ts';
import { stopOnSignal } from '../../processes/stop-on-signal.ts';
import { drainMsOf } from '../settings/drain-time.ts';
import type { Role } from '../settings/role.ts';
import { printBanner } from './banner.ts';
import { composeProcess } from './compose-process.ts';
import { readinessAtStart } from './readiness-log.ts';
import type { ServiceProcess } from './service-process.ts';

type Forks = {
  /** Starts the embedded provider, for the role `all`. */
  readonly fork?: ProviderForks | undefined;
  /** Starts a process that makes reports, where there is a worker. */
  readonly forkReports?: ReportFork;
  /** Where requests are answered. */
  readonly doctor?: DoctorRun;
};

/** `npm start`, `npm run api` and `npm run worker` in one process. */
export async function serve(config: Config, role: Role, forks: Forks = {}): Promise<undefined> {
  const drainMs = role === 'worker' ? 0 : drainMsOf(config);
  const composed = Promise.withResolvers<ServiceProcess>();
  let running: ServiceProcess | undefined;
  const unanswered = role === 'worker' ? undefined : () => running?.unanswered?.() ?? 0;
  // A stop waits for the rest of the start, so that it ends what the start opens.
  const stop = async () => (await composed.promise).stop(drainMs);
  const beforeListening = (log: Log) => void stopOnSignal(log, stop, { drainMs, running: unanswered });
  running = await composeProcess(config, { role, ...forks, beforeListening });
  composed.resolve(running);
  const { service, readiness, identity, receiverAddress } = running.parts;
  const { log } = service;
  const { apiUrl, adminAddress = '' } = await running.start();
  if (role === 'worker') {
    log.info({ metrics: `${adminAddress}/metrics` }, 'sending notifications');
    return undefined;
  }
  const states = await readinessAtStart(readiness, log);
  // The reader of the banner would look for a service that ends.
  if (role === 'all' && !running.isStopping)
    await printBanner(service, { apiUrl, adminAddress, issuer: identity?.issuer ?? '', receiverAddress, states });
  return undefined;
}
