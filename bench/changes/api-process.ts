import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DbConfig } from '../../src/db/open.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { startProvider } from '../../test/harness/provider.ts';
import { workingTree } from '../compare/checkout.ts';
import { untilIdle } from '../requests/idle.ts';
import { type RunningProcess, startProcess } from '../requests/service.ts';
import { OPERATOR_KEY } from './feed-market.ts';
import { settingsFor } from './store-copy.ts';

/** A token of the operator at the provider. */
export const OPERATOR_TOKEN = 'operator';

type Code = { folder: string; settings?: Readonly<Record<string, string>> };

/**
 * Starts the API alone (`npm run api`) on a store, and resolves when it is idle. What a worker does later, such as publishing events
 * and adding up history, is not part of a call. The provider is a small server of this process, asked once.
 */
export async function startApi(store: DbConfig, code: Code = { folder: workingTree }): Promise<RunningProcess> {
  const provider = await startProvider();
  const { issuer } = provider.identity;
  const [port, adminPort] = [await freePort(), await freePort()];
  const api = await startProcess([existsSync(join(code.folder, 'start.js')) ? 'start.js' : 'src/main.ts', 'api'], {
    env: {
      ...{ PORT: String(port), ADMIN_PORT: String(adminPort), OPERATOR_KEY, ...settingsFor(store) },
      ...{ IDP_ISSUER: issuer, IDP_INTROSPECTION_ENDPOINT: `${issuer}/introspect`, IDP_OPERATOR_CLIENTS: 'op' },
      ...{ IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' },
      ...{ IDP_CACHE_SECONDS: '3600', ...code.settings },
    },
    log: join(dirname(store.file), 'api.log'),
    base: `http://127.0.0.1:${port}`,
    ready: '/health/ready',
    cwd: code.folder,
  });
  await untilIdle(api.pid);
  return {
    ...api,
    async stop() {
      await api.stop();
      await provider.close();
    },
  };
}
