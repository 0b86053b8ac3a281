import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { CONSOLE_PATH } from '../domain/authorization/console-client.ts';
import { type IdpOptions, loadProvider, type RunningIdp, startIdp } from '../idp/start.ts';
import { configuredTransport } from '../mail/configured-transport.ts';
import { cannotListen } from '../processes/listen.ts';
import { onServiceUrl, orderFromParent, reportToParent } from '../processes/provider-process.ts';
import { ABORTED_EXIT_CODE, stopOnSignal } from '../processes/stop-on-signal.ts';
import { processLog } from './service/process-log.ts';
import { serviceUrlOf } from './settings/addresses.ts';
import { brandOf } from './settings/brand.ts';
import { requiredClient } from './settings/configured-client.ts';
import { drainMsOf } from './settings/drain-time.ts';
import { isDemo } from './settings/production.ts';
import { takeProviderFile } from './store/provider-lock.ts';
import { openProviderStore } from './store/provider-store.ts';

/** The embedded identity provider, started by the service or by an operator. */
export async function runProvider(config: Config): Promise<undefined> {
  const log = processLog(config);
  // The service opens its store meanwhile.
  const [order] = await Promise.all([orderFromParent(), loadProvider()]);
  let serviceUrl = order?.serviceUrl ?? serviceUrlOf(config);
  if (order)
    onServiceUrl((url) => {
      serviceUrl = url;
    });
  const lock = await takeProviderFile(config, log);
  const db = await openProviderStore(config);
  const options = {
    db,
    host: config.host,
    issuer: config.idpPublicUrl,
    serviceClient: order?.serviceClient ?? requiredClient(config),
    trustProxy: config.trustProxy,
    demo: isDemo(config),
    createsDemo: order?.createsDemo ?? !(await hasImportedMarket(config)),
    demoAnywhere: config.demoAnywhere,
    maxConnections: config.maxConnections,
    initialAccessToken: config.idpRegistrationToken,
    refreshGraceSeconds: config.idpRefreshGraceSeconds,
    clientDays: config.idpClientDays,
    secretDays: config.idpSecretDays,
    cacheSeconds: config.idpCacheSeconds,
    secondFactor: config.idpSecondFactor,
    brand: brandOf(config),
    mail: mailOf(config),
    consoleUrl: () => `${serviceUrl}${CONSOLE_PATH}`,
    log,
  };
  let starting: Promise<RunningIdp> | undefined;
  const stop = async (drainMs = 0) => {
    // What a start opens after the signal has to end, too. A start that fails ends the process by itself.
    const started = await starting?.catch(() => undefined);
    started?.drain();
    await sleep(started ? drainMs : 0);
    const abortedRequests = (await started?.close()) ?? 0;
    await db.close();
    lock?.release();
    if (abortedRequests > 0)
      log.warn({ abortedRequests }, 'the identity provider stopped: running requests were aborted');
    return abortedRequests > 0;
  };
  // Before it listens. In a process of the service signals are ignored, and the service orders the stop.
  const drainMs = drainMsOf(config);
  if (!order) stopOnSignal(log, () => stop(drainMs), { drainMs });
  starting = startOnFirstFree([order?.previousPort ?? config.idpPort, config.idpPort], options);
  const provider = await starting.catch((error: NodeJS.ErrnoException) =>
    cannotListen(error, config.host, config.idpPort, {
      setting: 'IDP_PORT',
      command: order ? 'npm start' : 'npm run idp',
    }),
  );
  log.info({ address: provider.address, issuer: provider.issuer }, 'the identity provider listens');
  // Before the service learns the address: this line must be above its banner.
  log.flush();
  const exit = (hasAborted: boolean) => process.exit(hasAborted ? ABORTED_EXIT_CODE : 0);
  const parts = { drain: () => provider.drain(), stop: () => void stop().then(exit, () => process.exit(1)) };
  if (order) reportToParent(provider, parts);
  return undefined;
}

/** Without a mail server, its e-mails are files in the outbox, beside those of the worker. */
function mailOf({ smtpUrl, mailFrom: from, dataDir, notifyTimeoutMs: timeoutMs }: Config) {
  return { transport: configuredTransport({ smtpUrl, from, dataDir, timeoutMs, now: Date.now }), from };
}

/** After a restart, another program may have taken the port that IDP_PORT=0 had found: then it finds another one. */
async function startOnFirstFree(ports: readonly number[], options: Omit<IdpOptions, 'port'>): Promise<RunningIdp> {
  const [port = 0, ...others] = ports;
  try {
    return await startIdp({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || !others.some((other) => other !== port)) throw error;
    return startOnFirstFree(others, options);
  }
}

/** Only a provider that runs alone needs the modules of the market: without them its process starts in half the time. */
async function hasImportedMarket(config: Config): Promise<boolean> {
  return (await import('./start/demo-market.ts')).hasImportedMarket(config);
}
