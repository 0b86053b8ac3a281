import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { siteLinks } from '../../pages/site-links.ts';
import { cannotListen } from '../../processes/listen.ts';
import type { ProviderForks } from '../../processes/provider-process.ts';
import { type DemoReceiver, startDemoReceiver } from '../../receiver/demo-receiver.ts';
import { forwardAtStart, recordStart } from '../audit-start.ts';
import { brandOf } from '../brand.ts';
import { checkBothStores, recordProvider, warnOfLostProvider } from '../data-folder.ts';
import { makeDemoData, makeDemoDestinations } from '../demo.ts';
import { type EmbeddedProvider, startEmbeddedProvider } from '../identity/embedded-provider.ts';
import { logOwnTokens } from '../identity/own-tokens.ts';
import { warnInProduction, warnOfRatePlan } from '../production-warnings.ts';
import { serviceUrlOf } from '../service-url.ts';
import { allowReceiver } from '../worker/egress-policy.ts';
import { type ProcessParts, processPartsOf } from './process-parts.ts';

/** What exists once, however many processes serve: the demo data, the demo's receiver and the embedded provider. */
export type Installation = ProcessParts & {
  /** Whether this start has created the demo market. */
  hasCreatedDemo: boolean;
  /** Absent when the store is no demo. */
  receiver?: DemoReceiver | undefined;
  /** Absent when the operator's own provider is used. */
  provider?: EmbeddedProvider | undefined;
};

/** Checks and prepares the stores, and starts what runs beside the API. Without `fork` the operator's own provider is used. */
export async function startInstallation(
  config: Config,
  fork: ProviderForks | undefined,
  log: Log,
): Promise<Installation> {
  if (config.demoAnywhere) log.warn('DEMO_ANYWHERE is on: anyone who can reach the service can use the demo clients');
  await checkBothStores(config, log);
  let hasCreatedDemo = false;
  const parts = await processPartsOf(config, log, async (db, market) => {
    hasCreatedDemo = await makeDemoData(config, db, market);
  });
  const { db, market, isDemo, notificationParts, tracing } = parts;
  await recordStart(config, 'all', { db, now: parts.clock.now });
  await forwardAtStart(config, db, log);
  const { policy, notifications } = notificationParts;
  await warnInProduction(config, db, market, log);
  logOwnTokens(config, log);
  warnOfRatePlan(config, log);
  await warnOfLostProvider(config, db, log);
  const receiver = isDemo ? await startReceiver(config) : undefined;
  if (receiver) allowReceiver(policy, receiver.address);
  if (receiver) await makeDemoDestinations(db, notifications, receiver.address);
  const onPort = (port: number) => policy.ownPorts.push(port);
  const provider = fork && (await startEmbeddedProvider(config, fork, { log, isDemoStore: isDemo, tracing }, onPort));
  if (provider) await recordProvider(db);
  return { ...parts, hasCreatedDemo, receiver, provider };
}

function startReceiver(config: Config): Promise<DemoReceiver> {
  const { demoReceiverPort: port } = config;
  const links = siteLinks(serviceUrlOf(config), '');
  return startDemoReceiver({ port, host: '127.0.0.1', brand: brandOf(config), links }).catch((error) =>
    cannotListen(error, '127.0.0.1', port, { setting: 'DEMO_RECEIVER_PORT', command: 'npm start' }),
  );
}
