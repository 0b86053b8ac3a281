import type { Config } from '../../config/config.ts';
import { createAdminApp } from '../../http/app/admin.ts';
import { rejectRelayedInText } from '../../http/app/local-demo.ts';
import type { Log } from '../../log/log.ts';
import { checkPort, listen } from '../../processes/listen.ts';
import type { ProviderForks } from '../../processes/provider-process.ts';
import { StartError } from '../../processes/start-error.ts';
import { DEADLINE_MS, stopOnSignal } from '../../processes/stop-on-signal.ts';
import { adminPortOf } from '../admin-port.ts';
import { banner } from '../api/banner.ts';
import { describedPlan, recordBeside, recordStart } from '../audit-start.ts';
import { shownSignIn } from '../demo.ts';
import { drainMsOf } from '../drain-time.ts';
import { configuredClient } from '../identity/configured-client.ts';
import { logOwnTokens } from '../identity/own-tokens.ts';
import { supervisorMetrics } from '../metrics.ts';
import { type Installation, startInstallation } from '../processes/installation.ts';
import { processLog } from '../processes/process-log.ts';
import { processPartsOf } from '../processes/process-parts.ts';
import { isDemoStore, staysHome } from '../production.ts';
import { warnInProduction, warnOfRatePlan } from '../production-warnings.ts';
import { readinessAtStart } from '../readiness-log.ts';
import { serviceUrlOf } from '../service-url.ts';
import { ProcessGroup } from './process-group.ts';
import { processReadiness } from './process-readiness.ts';
import type { SighupHandler } from './sighup.ts';

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
  const isAll = role === 'all';
  const command = isAll ? 'npm start' : 'npm run api';
  const log = processLog(config);
  const installation = isAll ? await startInstallation(config, fork, log) : await preparedStore(config, log);
  const { provider, receiver, hasCreatedDemo } = installation;
  const isDemo = await isDemoStore(config, installation.db);
  // From here on only the processes use the store.
  await installation.clock.stop();
  await installation.db.close();

  const port = await checkPort(config.host, config.port, { setting: 'PORT', command });
  const ownPorts = [port];
  const group = new ProcessGroup({
    ...{ entry, log, hasWorker: isAll, apiProcesses: config.apiProcesses, environment: { PORT: String(port) } },
    parameters: () => ({ provider: provider?.access(), receiverAddress: receiver?.address, ownPorts }),
  });
  const groupParts = { hasWorker: isAll, hasSharedLimits: config.redisUrl !== undefined };
  const readinessFor = (isScrape: boolean) => processReadiness(() => group.reports({ isScrape }), groupParts);
  const readiness = readinessFor(false);
  const metrics = supervisorMetrics(log, readinessFor(true), () => group.counts());
  let isStopping = false;
  const metricsText = () => group.metricsText(metrics.registry);
  const admin = createAdminApp(metrics, readiness, () => isStopping, metricsText);
  if (staysHome(config)) rejectRelayedInText(admin);
  const adminPort = adminPortOf(config, 'api');
  const adminAddress = await listen(admin, config.adminHost, adminPort, { setting: 'ADMIN_PORT', command });
  ownPorts.push(Number(new URL(adminAddress).port));
  provider?.onMoved((address) => group.send({ kind: 'provider moved', address }));
  if (!(await group.start())) throw new StartError('The API process did not start.');

  const drainMs = drainMsOf(config);
  const stop = async () => {
    isStopping = true;
    const hasAborted = await group.stop();
    const providerStop = provider?.stop();
    await Promise.all([admin.close(), provider?.identity.close(), providerStop, receiver?.close()]);
    await installation.tracing?.stop();
    return hasAborted || (await providerStop);
  };
  // Later than the deadline of the processes: their lines say how many requests were aborted.
  const deadlineMs = DEADLINE_MS + 500;
  const stopBySignal = stopOnSignal(log, stop, { drainMs, deadlineMs, signals: ['SIGTERM', 'SIGINT'] });
  const replaceAll = () => {
    void group.replaceAll();
    const details = { role, workers: config.apiProcesses, ...describedPlan(config) };
    void recordBeside(config, 'reload', details, (text) => log.warn(text));
  };
  const isPending = sighup.handle({ onTerminalClosed: () => stopBySignal('SIGHUP'), onReload: replaceAll });
  if (isPending) {
    log.info('SIGHUP came during the start: the processes are replaced now');
    replaceAll();
  }
  const states = await readinessAtStart(readiness, log);
  if (!isAll) return undefined;
  const apiUrl = serviceUrlOf(config, `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`);
  provider?.tellServiceUrl(apiUrl);
  const issuer = provider?.identity.issuer ?? config.idpIssuer ?? '';
  const signIn = isDemo ? await shownSignIn(config) : undefined;
  const demo = { isDemo, signIn, hasCreatedDemo, receiverAddress: receiver?.address };
  log.print(banner(config, { apiUrl, adminAddress, issuer, ...demo, states }));
  log.flush();
  return undefined;
}

/** For API processes alone: the store's tables are brought up to date once, and the settings are checked once. */
async function preparedStore(config: Config, log: Log): Promise<Installation> {
  configuredClient(config);
  const parts = await processPartsOf(config, log);
  await recordStart(config, 'api', { db: parts.db, now: parts.clock.now });
  await warnInProduction(config, parts.db, parts.market, log);
  logOwnTokens(config, log);
  warnOfRatePlan(config, log);
  return { ...parts, hasCreatedDemo: false };
}
