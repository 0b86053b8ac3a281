import type { Config } from '../../config/config.ts';
import { statesOf } from '../../http/routes/health.ts';
import type { Identity } from '../../identity/identity.ts';
import { createIdentity } from '../../identity/oidc.ts';
import { type ProviderAddress, portOf } from '../../processes/provider-process.ts';
import { startApi } from '../api/api-server.ts';
import { grantsUrlOf } from '../api/console-sign-in.ts';
import { sharedLimitsOf } from '../api/limits.ts';
import { demoClientOf } from '../demo.ts';
import { drainMsOf } from '../drain-time.ts';
import { configuredClient } from '../identity/configured-client.ts';
import { embeddedIssuer, identityOptionsOf, replaceableIdentity } from '../identity/identity.ts';
import { metricsOf, watchParts } from '../metrics.ts';
import { processLog } from '../processes/process-log.ts';
import { type ProcessParts, processPartsOf } from '../processes/process-parts.ts';
import { readinessOf } from '../readiness.ts';
import { grantSourceOf, identityWithUse } from '../worker/application-access.ts';
import { allowReceiver } from '../worker/egress-policy.ts';
import { runWorker } from '../worker/worker.ts';
import type { StartParameters } from './process-messages.ts';
import { connectToSupervisor, portClosed, startParametersFromSupervisor } from './supervisor-connection.ts';

/** One of the supervisor's API processes. */
export async function runApiProcess(config: Config): Promise<undefined> {
  const parameters = await startParametersFromSupervisor();
  const parts = await partsOf(config, parameters);
  const { log, db, clock, market, tracing } = parts;
  const provider = parameters.provider && followedProvider(config, parameters.provider, parts);
  const identity =
    provider?.identity ??
    identityWithUse(
      config,
      { issuer: config.idpIssuer ?? embeddedIssuer(config), client: configuredClient(config) },
      parts,
      log,
    );
  const metrics = metricsOf(log, db, 'api');
  watchParts(metrics, { market, identity });
  const sharedLimits = await sharedLimitsOf(config, log, metrics);
  const readiness = readinessOf({ db, log, identity, sharedLimits });
  const site = {
    demoClient: demoClientOf(config, db),
    receiverUrl: parameters.receiverAddress,
    grantsUrl: () => grantsUrlOf(config, identity),
  };
  const { app } = await startApi(config, { ...parts, identity, site, readiness, metrics, sharedLimits }, 'npm start');
  const close = async () => {
    await app.close();
    await Promise.all([identity.close(), clock.stop(), sharedLimits?.stop()]);
    await Promise.all([db.close(), tracing?.stop()]);
  };
  connectToSupervisor({
    log,
    queries: { metrics: () => metrics.registry.getMetricsAsJSON(), readiness: () => statesOf(readiness) },
    onProviderMoved: (address) => provider?.follow(address),
    retire: () => app.retire().then(close),
    stop: (drainMs) => app.drain(drainMs, portClosed).then(close),
    running: () => app.unanswered(),
    drainMs: drainMsOf(config),
  });
  return undefined;
}

/** The supervisor's process that sends notifications and does the background work. */
export async function runWorkerProcess(config: Config): Promise<undefined> {
  const parameters = await startParametersFromSupervisor();
  const parts = await partsOf(config, parameters);
  const { log, db, clock, market, notificationParts, tracing } = parts;
  const provider = parameters.provider && followedProvider(config, parameters.provider, parts);
  const grants = provider?.identity ?? grantSourceOf(config, log);
  const metrics = metricsOf(log, db, 'worker');
  watchParts(metrics, { market, identity: grants });
  const worker = await runWorker(config, { ...notificationParts, market, grants, tracing }, log, metrics);
  const readiness = readinessOf({ db, log, isWorkerFailing: worker.isFailing });
  connectToSupervisor({
    log,
    queries: { metrics: () => metrics.registry.getMetricsAsJSON(), readiness: () => statesOf(readiness) },
    onProviderMoved: (address) => provider?.follow(address),
    async stop() {
      await Promise.all([worker.stop(), clock.stop()]);
      await Promise.all([db.close(), grants?.close(), tracing?.stop()]);
    },
    drainMs: 0,
  });
  return undefined;
}

/** The parts of this process, with what only the supervisor knows. */
async function partsOf(config: Config, { receiverAddress, ownPorts }: StartParameters): Promise<ProcessParts> {
  const log = processLog(config);
  log.debug({ settings: config.described }, 'settings');
  const parts = await processPartsOf(config, log);
  const { policy } = parts.notificationParts;
  policy.ownPorts.push(...ownPorts);
  if (receiverAddress) allowReceiver(policy, receiverAddress);
  return parts;
}

type FollowedProvider = { identity: Identity; follow(address: ProviderAddress): void };

/** The embedded provider, which the supervisor runs. */
function followedProvider(
  config: Config,
  { address, client }: NonNullable<StartParameters['provider']>,
  { log, notificationParts, tracing }: ProcessParts,
): FollowedProvider {
  const identityAt = (at: ProviderAddress) => {
    notificationParts.policy.ownPorts.push(portOf(at));
    const options = identityOptionsOf(config, at.issuer, client, log, at.backchannel);
    return createIdentity({ ...options, trace: tracing?.provider });
  };
  const identity = replaceableIdentity(identityAt(address));
  return { identity, follow: (moved) => identity.replace(identityAt(moved)) };
}
