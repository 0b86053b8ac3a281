import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/until.ts';

type Shown = { channelId: string; status: string; statusReason?: string };
type Created = Shown & { webhookConfig: { signing: { secret: string } } };

/** The worker asks the provider every 30 s. */
const MAX_WAIT_MS = 60_000;

/**
 * A webhook that an application creates and that answers 503, so that a test notification is retried again and again. The
 * seller's own client looks at it and sends the tests.
 */
export async function failingWebhook(base: string, tokens: { application: string; own: string }) {
  let received = 0;
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(405).end();
    received += 1;
    response.writeHead(503).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const send = (method: string, path: string, token: string, body?: object) =>
    fetch(`${base}/notifications/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const created = await send('POST', '/destinations', tokens.application, { webhookConfig: { url } });
  const { channelId, webhookConfig } = (await created.json()) as Created;
  const test = () => send('POST', '/subscriptions/WEBHOOKS/testNotification', tokens.own, { channelId });
  const shown = async () => (await (await send('GET', `/destinations/${channelId}`, tokens.own)).json()) as Shown;
  assert.equal((await test()).status, 200);
  await until('three attempts', () => received >= 3, MAX_WAIT_MS);
  return {
    secret: webhookConfig.signing.secret,
    test,
    hasStatus: (status: string) => until(`it is ${status}`, async () => (await shown()).status === status, MAX_WAIT_MS),
    get received() {
      return received;
    },
    /** Waits until it is suspended, and until an attempt that was on its way has ended. */
    async suspended() {
      await this.hasStatus('SUSPENDED');
      assert.equal((await shown()).statusReason, 'APPLICATION_WITHDRAWN');
      await sleep(300);
    },
    async close() {
      await send('DELETE', `/destinations/${channelId}`, tokens.own);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
