import type { Config } from '../../config/config.ts';
import { statesOf } from '../../http/routes/health.ts';
import type { DoctorRun } from '../../processes/doctor-run.ts';
import type { ReportFork } from '../../processes/report-fork.ts';
import { composeProcess } from '../process/compose-process.ts';
import { drainMsOf } from '../settings/drain-time.ts';
import { connectToSupervisor, portClosed, startParametersFromSupervisor } from './supervisor-connection.ts';

/** One of the supervisor's API processes, or its process that sends notifications and does the background work. */
export async function runSupervised(
  config: Config,
  role: 'api' | 'worker',
  forks: { readonly forkReports?: ReportFork; readonly doctor?: DoctorRun } = {},
): Promise<undefined> {
  const supervised = await startParametersFromSupervisor();
  const running = await composeProcess(config, { role, supervised, ...forks });
  const { service, readiness, provider, exposition } = running.parts;
  const reportReady = connectToSupervisor({
    log: service.log,
    queries: { metrics: () => exposition.getMetricsAsJSON(), readiness: () => statesOf(readiness) },
    onProviderMoved: (address) => provider?.follow(address),
    retire: role === 'api' ? () => running.retire() : undefined,
    stop: (drainMs) => running.stop(drainMs, portClosed),
    running: running.unanswered,
    drainMs: role === 'api' ? drainMsOf(config) : 0,
  });
  await running.start();
  reportReady();
  return undefined;
}
