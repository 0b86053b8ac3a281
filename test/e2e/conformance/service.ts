import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/config.ts';
import { checkWebhookUrl } from '../../../src/domain/notifications/addresses/webhook-url.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { createLog } from '../../../src/log/log.ts';
import { StopSequence } from '../../../src/processes/stop-sequence.ts';
import { appOf } from '../../../src/roles/api/app.ts';
import { identityOptionsOf } from '../../../src/roles/identity/identity.ts';
import { readinessOf } from '../../../src/roles/process/readiness.ts';
import { openService } from '../../../src/roles/service/service.ts';
import { configuredClient } from '../../../src/roles/settings/configured-client.ts';
import { egressPolicyOf } from '../../../src/roles/settings/egress-policy.ts';
import { bareService } from '../../harness/bare-service.ts';
import type { ConformanceProvider } from './provider.ts';

export type RunningService = {
  readonly base: string;
  /** Every log line so far. */
  readonly logLines: readonly string[];
  readonly close: () => Promise<void>;
};

/** The API with the settings of one provider, composed as `node src/main.ts api` does, in this process. */
export async function startApi(provider: Pick<ConformanceProvider, 'issuer' | 'settings'>): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-service-'));
  const config = readConfig({ DATA_DIR: folder, IDP_CACHE_SECONDS: '1', ...provider.settings });
  const logLines: string[] = [];
  const log = createLog('trace', { write: (line) => void logLines.push(line) });
  const stops = new StopSequence();
  const service = await openService(config, { role: 'api', log, stops });
  const { db, market, notifications } = service;
  const policy = egressPolicyOf(config, { isDemo: false });
  // On a busy machine some of these providers take seconds.
  const options = identityOptionsOf(config, { issuer: provider.issuer, client: configuredClient(config) });
  const identity = createIdentity({ ...options, timeoutMs: 20_000 });
  const groups = pathGroupsOf({
    ...bareService,
    readiness: readinessOf({ db, log, identity }),
    identity,
    market,
    notifications,
    receivers: { checkUrl: (text) => checkWebhookUrl(text, policy) },
  });
  const app = await appOf(service, groups, identity);
  // The consoles know the address of the service from its settings.
  const port = provider.settings.PORT === undefined ? 0 : config.port;
  const base = await app.listen({ host: '127.0.0.1', port });
  return {
    base,
    logLines,
    close: async () => {
      await app.close();
      await identity.close();
      await stops.run();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
