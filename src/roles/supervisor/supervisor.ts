import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createAdminApp } from '../../http/app/admin.ts';
import { createExposition } from '../../http/metrics/exposition.ts';
import { createMetrics } from '../../http/metrics/metrics.ts';
import { type Readiness, statesOf } from '../../http/routes/health.ts';
import type { Log } from '../../log/log.ts';
import { checkPort, listen, listeningPorts } from '../../processes/listen.ts';
import type { ProviderAddress, ProviderForks } from '../../processes/provider-process.ts';
import { StartError } from '../../processes/start-error.ts';
import { DEADLINE_MS, stopOnSignal } from '../../processes/stop-on-signal.ts';
import { StopSequence } from '../../processes/stop-sequence.ts';
import { printBanner } from '../process/banner.ts';
import { type Beside, openInstallation, startBeside } from '../process/installation.ts';
import { readinessAtStart } from '../process/readiness-log.ts';
import { processLog } from '../service/process-log.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { adminPortOf } from '../settings/admin-port.ts';
import { drainMsOf } from '../settings/drain-time.ts';
import { isLocalDemo } from '../settings/production.ts';
import { describedPlan, recordBeside } from '../start/audit-start.ts';
import { ProcessGroup } from './process-group.ts';
import { processReadiness } from './process-readiness.ts';
import type { SighupHandler } from './sighup.ts';

/** Later than the deadline of the processes: their lines say how many requests were aborted. */
const SUPERVISOR_DEADLINE_MS = DEADLINE_MS + 500;

/**
 * `npm start` and `npm run api` with API_PROCESSES > 1. This process serves no request: it prepares the store once, runs the embedded
 * provider, the demo's receiver and the admin port, and keeps API_PROCESSES API processes and, for `all`, a worker process running.
 */
export async function supervise(
  config: Config,
  { entry, fork }: { entry: string; fork?: ProviderForks | undefined },
  role: 'all' | 'api',
  sighup: SighupHandler,
): Promise<undefined> {
  const hasWorker = role === 'all';
  const command = hasWorker ? 'npm start' : 'npm run api';
  const log = processLog(config);
  const store = new StopSequence();
  const service = await openInstallation(config, { role, log, stops: store });
  const stops = new StopSequence();
  let group: ProcessGroup | undefined;
  const composed = Promise.withResolvers<ProcessGroup>();
  // A stop waits for what is opened beside the processes, so that it ends all of it.
  const stop = async () => {
    const processes = await composed.promise;
    provider?.drain();
    return stops.run(() => processes.stop());
  };
  let provider: Beside['provider'];
  const onServing = handleSignals(config, { log, role, sighup, stop, replaceAll: () => void group?.replaceAll() });
  const onMoved = (address: ProviderAddress) => group?.send({ kind: 'provider moved', address });
  const beside: Beside = hasWorker ? await startBeside(service, { stops, fork, onMoved }) : {};
  const { receiverAddress } = beside;
  provider = beside.provider;
  if (provider) stops.add('connections', () => provider.identity.close());
  // From here on only the processes use the store.
  await store.run();

  const port = await checkPort(config.host, config.port, { setting: 'PORT', command });
  const processes = new ProcessGroup({
    ...{ entry, log, hasWorker, apiProcesses: config.apiProcesses, environment: { PORT: String(port) } },
    parameters: () => ({ provider: provider?.access(), receiverAddress, ownPorts: [port, ...listeningPorts(admin)] }),
  });
  group = processes;
  const { admin, readiness } = adminOf(config, processes, { log, hasWorker });
  stops.add('connections', () => admin.close());
  const hint = { setting: 'ADMIN_PORT', command };
  const adminAddress = await listen(admin, config.adminHost, adminPortOf(config, 'api'), hint);
  composed.resolve(processes);
  const hasStarted = await processes.start();
  if (processes.isStopping) return undefined;
  if (!hasStarted) throw new StartError('The API process did not start.');
  onServing();
  const states = await readinessAtStart(readiness, log);
  if (!hasWorker) return undefined;
  const apiUrl = serviceUrlOf(config, `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`);
  provider?.sendServiceUrl(apiUrl);
  const issuer = provider?.identity.issuer ?? config.idpIssuer ?? '';
  if (!processes.isStopping) await printBanner(service, { apiUrl, adminAddress, issuer, receiverAddress, states });
  return undefined;
}

/** The admin port: the readiness and the metrics of all processes. */
function adminOf(
  config: Config,
  group: ProcessGroup,
  { log, hasWorker }: { log: Log; hasWorker: boolean },
): { admin: FastifyInstance; readiness: Readiness } {
  const hasSharedLimits = config.redisUrl !== undefined;
  const readinessFor = (isScrape: boolean) =>
    processReadiness(() => group.reports({ isScrape }), { hasWorker, hasSharedLimits });
  const readiness = readinessFor(false);
  const readinessOfScrape = readinessFor(true);
  const metrics = createMetrics();
  const own = createExposition(metrics, {
    droppedLines: () => log.output().droppedLines,
    readiness: () => statesOf(readinessOfScrape),
    servers: () => ({ admin: admin.server }),
    processes: () => group.counts(),
  });
  const admin: FastifyInstance = createAdminApp(metrics, readiness, {
    isStopping: () => group.isStopping,
    text: () => group.metricsText(own),
    isLocalDemo: isLocalDemo(config),
  });
  return { admin, readiness };
}

type Supervised = {
  readonly log: Log;
  readonly role: 'all' | 'api';
  readonly sighup: SighupHandler;
  readonly stop: () => Promise<boolean>;
  readonly replaceAll: () => void;
};

/** Stops or replaces the processes on signals, from now on. A SIGHUP before the processes serve is handled when the result is called. */
function handleSignals(config: Config, { log, role, sighup, stop, replaceAll }: Supervised): () => void {
  const options = { drainMs: drainMsOf(config), deadlineMs: SUPERVISOR_DEADLINE_MS };
  const stopBySignal = stopOnSignal(log, stop, { ...options, signals: ['SIGTERM', 'SIGINT'] });
  const replaceAndRecord = () => {
    replaceAll();
    const details = { role, workers: config.apiProcesses, ...describedPlan(config) };
    void recordBeside(config, 'reload', details, (text) => log.warn(text));
  };
  let isServing = false;
  let isPending = false;
  const onReload = () => {
    if (isServing) replaceAndRecord();
    else isPending = true;
  };
  if (sighup.handle({ onTerminalClosed: () => stopBySignal('SIGHUP'), onReload })) isPending = true;
  return () => {
    isServing = true;
    if (!isPending) return;
    log.info('SIGHUP came during the start: the processes are replaced now');
    replaceAndRecord();
  };
}
