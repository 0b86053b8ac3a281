import assert from 'node:assert/strict';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { StopSequence } from '../../src/processes/stop-sequence.ts';
import { createApi } from '../../src/roles/api/api-server.ts';
import { rateLimitsOf } from '../../src/roles/api/limits.ts';
import { identityWithUse } from '../../src/roles/identity/configured-provider.ts';
import { openService } from '../../src/roles/service/service.ts';
import { egressPolicyOf } from '../../src/roles/settings/egress-policy.ts';
import { runWorker } from '../../src/roles/worker/worker.ts';
import type { TestDatabase } from '../db/engines.ts';
import { startProvider } from '../harness/provider.ts';

/** Whose destinations the tests use. */
export const SELLER = 'S1';

type Request = { method?: string; token?: string; headers?: Record<string, string>; body?: unknown };

/** The API and the worker as `npm start` composes them, in this process, with real sockets. The worker starts when told to. */
export async function startTracedService(database: TestDatabase, settings: Record<string, string>) {
  const { databaseUrl, file } = database.config;
  const provider = await startProvider();
  const config = readConfig({
    ...{
      PORT: '0',
      DATA_DIR: file.replace(/\/[^/]*$/, ''),
      OPERATOR_KEY: 'a key of this test, which nobody else uses',
    },
    ...{ IDP_ISSUER: provider.identity.issuer, IDP_OPERATOR_CLIENTS: 'op', NOTIFY_EGRESS_ALLOW: '127.0.0.1' },
    ...{ IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...settings,
  });
  const logLines: string[] = [];
  const log = createLog('info', { write: (line) => void logLines.push(line) });
  const stops = new StopSequence();
  const workers: { wake(): void; stop(): Promise<void> }[] = [];
  const onQueued = () => {
    for (const worker of workers) worker.wake();
  };
  const service = await openService(config, { role: 'all', log, stops, onQueued });
  const identity = identityWithUse(service);
  const policy = egressPolicyOf(config, { isDemo: false });
  const limits = rateLimitsOf(config);
  const app = await createApi(service, { identity, policy, readiness: {}, serviceUrl: () => '', limits });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  let isClosed = false;

  const send = async (path: string, { method = 'GET', token = `for.${SELLER}`, headers = {}, body }: Request = {}) => {
    const lines = typeof body === 'string';
    const type = { 'content-type': lines ? 'application/x-ndjson' : 'application/json' };
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : type), ...headers },
      ...(body === undefined ? {} : { body: lines ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, headers: answer.headers };
  };

  return {
    db: service.db,
    send,
    /** The lines of requests to a route. */
    requestLines: (route: string) => logLines.map((line) => JSON.parse(line)).filter((line) => line.route === route),
    logLines,
    /** Creates a webhook without a window; its id. */
    async createWebhook(url: string): Promise<string> {
      const body = { type: 'WEBHOOKS', windowSeconds: 0, webhookConfig: { url } };
      const { status, text } = await send('/notifications/v4/destinations', { method: 'POST', body });
      assert.equal(status, 200, text);
      return JSON.parse(text).channelId ?? JSON.parse(text).payload?.channelId;
    },
    async startWorker() {
      const worker = await runWorker(service, policy);
      workers.push(worker);
      return worker;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await app.close();
      for (const worker of workers) await worker.stop();
      await identity.close();
      await stops.run();
      await provider.close();
    },
  };
}

export type TracedService = Awaited<ReturnType<typeof startTracedService>>;
