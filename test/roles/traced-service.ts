import assert from 'node:assert/strict';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { startApi } from '../../src/roles/api/api-server.ts';
import { metricsOf } from '../../src/roles/metrics.ts';
import { processPartsOf } from '../../src/roles/processes/process-parts.ts';
import { identityWithUse } from '../../src/roles/worker/application-access.ts';
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
  const parts = await processPartsOf(config, log);
  const client = { id: 'service', secret: 'secret' };
  const identity = identityWithUse(config, { issuer: provider.identity.issuer, client }, parts, log);
  const metrics = metricsOf(log, parts.db, 'all');
  const api = await startApi(config, { ...parts, identity, site: {}, readiness: {}, metrics }, 'npm start');
  const workers: { stop(): Promise<void> }[] = [];
  let isClosed = false;

  const send = async (path: string, { method = 'GET', token = `for.${SELLER}`, headers = {}, body }: Request = {}) => {
    const lines = typeof body === 'string';
    const type = { 'content-type': lines ? 'application/x-ndjson' : 'application/json' };
    const answer = await fetch(`${api.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : type), ...headers },
      ...(body === undefined ? {} : { body: lines ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, headers: answer.headers };
  };

  return {
    ...parts,
    app: api.app,
    address: api.address,
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
      const worker = await runWorker(config, { ...parts.notificationParts, ...parts, grants: undefined }, log, metrics);
      workers.push(worker);
      return worker;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await api.app.close();
      for (const worker of workers) await worker.stop();
      await identity.close();
      await parts.clock.stop();
      await parts.tracing?.stop();
      await parts.db.close();
      await provider.close();
    },
  };
}

export type TracedService = Awaited<ReturnType<typeof startTracedService>>;
