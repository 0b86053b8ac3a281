import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/config.ts';
import { checkWebhookUrl } from '../../../src/domain/notifications/addresses/webhook-url.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { createLog } from '../../../src/log/log.ts';
import { openMarket } from '../../../src/market/market.ts';
import { appOf } from '../../../src/roles/api/app.ts';
import { configuredClient } from '../../../src/roles/identity/configured-client.ts';
import { identityOptionsOf } from '../../../src/roles/identity/identity.ts';
import { notificationsOf } from '../../../src/roles/notifications.ts';
import { startClock } from '../../../src/roles/processes/process-clock.ts';
import { readinessOf } from '../../../src/roles/readiness.ts';
import { openStore } from '../../../src/roles/store.ts';
import { bareParts } from '../../harness/parts.ts';
import type { ConformanceProvider } from './provider.ts';

export type RunningService = {
  readonly base: string;
  /** Every log line so far. */
  readonly logLines: readonly string[];
  readonly close: () => Promise<void>;
};

/** The API with the settings of one provider, composed as `node src/main.ts api` does, in this process. */
export async function startApi(provider: ConformanceProvider): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-service-'));
  const config = readConfig({ DATA_DIR: folder, IDP_CACHE_SECONDS: '1', ...provider.settings });
  const logLines: string[] = [];
  const log = createLog('trace', { write: (line) => void logLines.push(line) });
  const db = await openStore(config);
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const parts = await notificationsOf(config, db, { isDemo: false, log, now: clock.now });
  // On a busy machine some of these providers take seconds.
  const options = identityOptionsOf(config, provider.issuer, configuredClient(config));
  const identity = createIdentity({ ...options, timeoutMs: 20_000 });
  const groups = pathGroupsOf({
    ...bareParts,
    readiness: readinessOf({ db, log, identity }),
    identity,
    market: openMarket(db, clock.now),
    notifications: parts.notifications,
    receivers: { checkUrl: (text) => checkWebhookUrl(text, parts.policy) },
  });
  const app = await appOf(config, groups, identity, log, createMetrics());
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    base,
    logLines,
    close: async () => {
      await app.close();
      await Promise.all([identity.close(), clock.stop()]);
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
