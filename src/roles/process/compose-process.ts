import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createAdminApp } from '../../http/app/admin.ts';
import { createExposition } from '../../http/metrics/exposition.ts';
import { statesOf } from '../../http/routes/health.ts';
import type { Log } from '../../log/log.ts';
import type { DoctorRun } from '../../processes/doctor-run.ts';
import { listeningAddress, listeningPorts } from '../../processes/listen.ts';
import type { ProviderForks } from '../../processes/provider-process.ts';
import type { ReportFork } from '../../processes/report-fork.ts';
import { StopSequence } from '../../processes/stop-sequence.ts';
import { createApi } from '../api/api-server.ts';
import { rateLimitsOf, sharedLimitsOf } from '../api/limits.ts';
import { startUsage } from '../api/usage.ts';
import { grantSourceOf, identityWithUse } from '../identity/configured-provider.ts';
import { followProvider, type ProviderAccess } from '../identity/embedded-provider.ts';
import { showProcess } from '../service/machine.ts';
import { serviceSources } from '../service/metrics.ts';
import { processLog } from '../service/process-log.ts';
import { type OpenedService, openService } from '../service/service.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { egressPolicyOf } from '../settings/egress-policy.ts';
import { isLocalDemo } from '../settings/production.ts';
import type { Role } from '../settings/role.ts';
import { type RunningWorker, runWorker } from '../worker/worker.ts';
import { openInstallation, startBeside } from './installation.ts';
import { readinessOf } from './readiness.ts';
import { ServiceProcess } from './service-process.ts';

/** What the supervisor tells a process at its start. The rest is in the settings, which it has from its environment. */
export type StartParameters = {
  /** The embedded provider, and the service's own client there. Absent when the settings name a provider. */
  provider?: ProviderAccess | undefined;
  /** The demo's receiver of webhooks, when it runs. */
  receiverAddress?: string | undefined;
  /** Ports of this service that the settings do not tell. No webhook may lead there. */
  ownPorts: number[];
};

export type Roles = {
  readonly role: Role;
  /** Forks the embedded provider, for the role `all`. Absent when the operator's own provider is used. */
  readonly fork?: ProviderForks | undefined;
  /** Starts a process that makes reports. Absent: this worker makes none. */
  readonly forkReports?: ReportFork | undefined;
  /** Examines this machine. Absent: the operator's pages have no findings of the doctor. */
  readonly doctor?: DoctorRun | undefined;
  /** In a process of the supervisor, which has prepared the store, and runs what exists once. */
  readonly supervised?: StartParameters | undefined;
  /** Called before anything listens: signals have to be handled from then on. */
  readonly beforeListening?: (log: Log) => void;
};

/** Builds every process of the service: `all`, `api` and `worker`, by itself or under the supervisor. The API does not listen yet. */
export async function composeProcess(config: Config, roles: Roles): Promise<ServiceProcess> {
  const { role, supervised, beforeListening = () => undefined } = roles;
  const log = processLog(config);
  log.debug({ settings: config.described }, 'settings');
  const stops = new StopSequence();
  let worker: RunningWorker | undefined;
  const options = { role, log, stops, onQueued: () => worker?.wake() };
  const service = await (supervised ? openService(config, options) : openInstallation(config, options));
  beforeListening(log);
  const { provider, receiverAddress } = await besideOf(service, roles, stops);
  const identity = provider?.identity ?? (role === 'worker' ? grantSourceOf(service) : identityWithUse(service));
  if (identity) stops.add('connections', () => identity.close());

  const { db, metrics, isDemo } = service;
  showProcess({ ...service, role }, stops);
  const sharedLimits = role === 'worker' ? undefined : await sharedLimitsOf(config, log);
  if (sharedLimits) stops.add('background', () => sharedLimits.stop());
  const isWorkerFailing = role === 'api' ? undefined : () => worker?.isFailing() ?? false;
  const readiness = readinessOf({
    db,
    log,
    isWorkerFailing,
    sharedLimits,
    identity: role === 'worker' ? undefined : identity,
  });

  const otherPorts = () => [
    ...(supervised?.ownPorts ?? []),
    ...(provider ? [provider.port()] : []),
    ...[api, admin].flatMap(listeningPorts),
  ];
  const policy = egressPolicyOf(config, { isDemo, receiverAddress, otherPorts });
  const limits = role === 'worker' ? undefined : rateLimitsOf(config, sharedLimits);
  const serviceUrl = () => serviceUrlOf(config, api && listeningAddress(api));
  const countUsage = limits && identity && startUsage(service, stops);
  const api: FastifyInstance | undefined =
    limits &&
    identity &&
    (await createApi(service, {
      identity,
      policy,
      readiness,
      serviceUrl,
      limits,
      receiverAddress,
      countUsage,
      doctor: roles.doctor,
    }));
  const exposition = createExposition(metrics, {
    ...serviceSources(service, role),
    readiness: supervised ? undefined : () => statesOf(readiness),
    identity: identity && (() => identity.use),
    limits: limits?.use,
    sharedLimits,
    servers: () => ({ api: api?.server, admin: admin?.server }),
    admission: api && (() => api.admissionDepth()),
    queue: role === 'api' ? undefined : async () => worker?.queueDepth(),
    dispatch: role === 'api' ? undefined : async () => worker?.dispatchDepth(),
    pendingChanges: role === 'api' ? undefined : async () => worker?.pendingChanges(),
    reports: role === 'api' ? undefined : async () => worker?.reports(),
  });
  const admin: FastifyInstance | undefined = supervised
    ? undefined
    : createAdminApp(metrics, readiness, {
        isStopping: () => api?.isDraining() ?? false,
        text: () => exposition.metrics(),
        isLocalDemo: role === 'worker' ? isDemo && !config.demoAnywhere : isLocalDemo(config),
      });
  const startWorker = async () => {
    const started = await runWorker(service, policy, { provider: identity, forkReports: roles.forkReports });
    stops.add('background', () => started.stop());
    worker = started;
  };
  return new ServiceProcess({
    ...{ role, service, readiness, exposition, stops, identity, provider, receiverAddress, api, admin },
    startWorker: role === 'api' ? undefined : startWorker,
  });
}

/** What exists once beside all API processes: this process starts it, or the supervisor did. */
async function besideOf(service: OpenedService, { role, fork, supervised }: Roles, stops: StopSequence) {
  if (role === 'all') return startBeside(service, { stops, fork });
  const { provider, receiverAddress } = supervised ?? {};
  return { provider: provider && followProvider(service, provider), receiverAddress };
}
