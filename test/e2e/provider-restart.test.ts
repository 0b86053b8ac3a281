import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { providerPid } from './provider-pid.ts';

const credentials = `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}`;

describe('an embedded provider on a free port (IDP_PORT=0) that was killed', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function start(): Promise<{ service: ServiceProcess; base: string; issuer: string }> {
    const service = startService({ IDP_PORT: '0' });
    closing.push(() => service.end());
    const base = await service.address();
    return { service, base, issuer: await service.printed(/Issuer +(http:\S+)/) };
  }
  const requestToken = (base: string) =>
    fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: credentials },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  async function killProvider(service: ServiceProcess, base: string): Promise<void> {
    assert.equal((await requestToken(base)).status, 200);
    process.kill(providerPid(service), 'SIGKILL');
    await service.printed(/the identity provider ended/);
    assert.equal((await requestToken(base)).status, 503);
  }
  async function tokenAgain(base: string): Promise<string> {
    const deadline = Date.now() + 20_000;
    let answer = await requestToken(base);
    while (answer.status !== 200 && Date.now() < deadline) {
      await sleep(200);
      answer = await requestToken(base);
    }
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  const callWith = (base: string, token: string) =>
    fetch(`${base}/sellers/v4/marketplaceParticipations`, { headers: { authorization: `Bearer ${token}` } });

  test('is restarted on the port that it had', async () => {
    const { service, base, issuer } = await start();
    await killProvider(service, base);
    const token = await tokenAgain(base);
    assert.equal((await callWith(base, token)).status, 200);
    assert.equal((await fetch(`${issuer}/grants`)).status, 200);
  });

  test('is found at its new address when another program took its port meanwhile', async () => {
    const { service, base, issuer } = await start();
    await killProvider(service, base);
    const squatter = createServer((socket) => socket.destroy()).listen(Number(new URL(issuer).port), '127.0.0.1');
    closing.push(() => squatter.close());
    await once(squatter, 'listening');
    const token = await tokenAgain(base);
    assert.equal((await callWith(base, token)).status, 200);
    assert.equal((await fetch(`${base}/health/ready`)).status, 200);
    const moved = await service.printed(/"issuer":"(http:[^"]+)","msg":"the identity provider listens on another port/);
    assert.notEqual(moved, issuer);
  });
});
