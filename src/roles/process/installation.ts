import type { Config } from '../../config/config.ts';
import { siteLinks } from '../../pages/site-links.ts';
import { cannotListen } from '../../processes/listen.ts';
import type { ProviderAddress, ProviderForks } from '../../processes/provider-process.ts';
import type { StopSequence } from '../../processes/stop-sequence.ts';
import { startDemoReceiver } from '../../receiver/demo-receiver.ts';
import { type EmbeddedProvider, startEmbeddedProvider } from '../identity/embedded-provider.ts';
import { type OpenedService, openService, type ServiceOptions } from '../service/service.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { brandOf } from '../settings/brand.ts';
import { configuredClient } from '../settings/configured-client.ts';
import { logOwnTokens } from '../settings/own-tokens.ts';
import { logTokenFormat } from '../settings/token-format.ts';
import { forwardAtStart, recordStart } from '../start/audit-start.ts';
import { makeDemoDestinations } from '../start/demo.ts';
import { warnInProduction, warnOfRatePlan } from '../start/production-warnings.ts';
import { checkBothStores, recordProvider } from '../store/data-folder.ts';
import { warnOfLostProvider } from '../store/lost-provider.ts';

/** Opens the store, with what a start does once, however many processes then serve: checks, the demo market, the audit log, warnings. */
export async function openInstallation(config: Config, options: ServiceOptions): Promise<OpenedService> {
  const { role, log } = options;
  if (role === 'api') configuredClient(config);
  if (role === 'all') {
    if (config.demoAnywhere) log.warn('DEMO_ANYWHERE is on: anyone who can reach the service can use the demo clients');
    await checkBothStores(config, log);
  }
  const service = await openService(config, { ...options, createsDemo: role === 'all' });
  const { db, market, now } = service;
  await recordStart(config, role, { db, now });
  if (role === 'all') await forwardAtStart(config, db, log);
  await warnInProduction(config, db, market, log);
  if (role !== 'worker') {
    logOwnTokens(config, log);
    logTokenFormat(config, log);
    warnOfRatePlan(config, log);
  }
  if (role === 'all') await warnOfLostProvider(config, db, log);
  return service;
}

/** What exists once beside the API: the demo's receiver and the embedded provider. */
export type Beside = {
  /** Absent when the store is no demo. */
  readonly receiverAddress?: string | undefined;
  /** Absent when the operator's own provider is used. */
  readonly provider?: EmbeddedProvider | undefined;
};

export type BesideOptions = {
  readonly stops: StopSequence;
  /** Without it the operator's own provider is used. */
  readonly fork: ProviderForks | undefined;
  /** The provider listens on another port after a restart. */
  readonly onMoved?: (address: ProviderAddress) => void;
};

export async function startBeside(service: OpenedService, { stops, fork, onMoved }: BesideOptions): Promise<Beside> {
  const { config, db, isDemo, notifications } = service;
  const receiver = isDemo ? await startReceiver(config) : undefined;
  if (receiver) {
    stops.add('store', () => receiver.close());
    await makeDemoDestinations(db, notifications, receiver.address);
  }
  const provider = fork && (await startEmbeddedProvider(service, fork, onMoved));
  if (provider) {
    stops.add('store', () => provider.stop());
    await recordProvider(db);
  }
  return { receiverAddress: receiver?.address, provider };
}

function startReceiver(config: Config): ReturnType<typeof startDemoReceiver> {
  const { demoReceiverPort: port } = config;
  const links = siteLinks(serviceUrlOf(config), '');
  return startDemoReceiver({ port, host: '127.0.0.1', brand: brandOf(config), links }).catch((error) =>
    cannotListen(error, '127.0.0.1', port, { setting: 'DEMO_RECEIVER_PORT', command: 'npm start' }),
  );
}
