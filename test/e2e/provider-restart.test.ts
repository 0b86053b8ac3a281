import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { providerPid } from './provider-pid.ts';

const credentials = `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}`;

describe('an embedded provider on a free port (IDP_PORT=0) that was killed', () => {
  let service: ServiceProcess;
  let base: string;
  let issuer: string;
  before(async () => {
    service = startService({ IDP_PORT: '0' });
    base = await service.address();
    issuer = await service.printed(/Issuer +(http:\S+)/);
  });
  after(() => service.end());

  const requestToken = () =>
    fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: credentials },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  /** For the `time`-th time: both tests use one service, because its start takes three seconds of CPU. */
  async function killProvider(time: number): Promise<void> {
    assert.equal((await requestToken()).status, 200);
    process.kill(providerPid(service), 'SIGKILL');
    await service.printed(new RegExp(`(?:the identity provider ended[\\s\\S]*){${time}}`));
    assert.equal((await requestToken()).status, 503);
  }
  async function tokenAgain(): Promise<string> {
    const deadline = Date.now() + 60_000;
    let answer = await requestToken();
    while (answer.status !== 200 && Date.now() < deadline) {
      await sleep(200);
      answer = await requestToken();
    }
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  const callWith = (token: string) =>
    fetch(`${base}/sellers/v4/marketplaceParticipations`, { headers: { authorization: `Bearer ${token}` } });

  /** Where the provider sends a browser that has no session, when the console asks without a page. */
  async function consoleAnswer(): Promise<string> {
    const url = new URL(`${base}/auth/v4/authorize`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'seller-console',
      redirect_uri: `${base}/console/callback`,
      prompt: 'none',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    }).toString();
    const atProvider = await fetch(url, { redirect: 'manual' });
    const answer = await fetch(atProvider.headers.get('location') ?? '', { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  test('is restarted on the port that it had, and knows where the console is, although PORT=0', async () => {
    assert.ok((await consoleAnswer()).startsWith(`${base}/console/callback?error=login_required`));
    await killProvider(1);
    const token = await tokenAgain();
    assert.equal((await callWith(token)).status, 200);
    assert.equal((await fetch(`${issuer}/grants`)).status, 200);
    assert.ok((await consoleAnswer()).startsWith(`${base}/console/callback?error=login_required`));
  });

  test('is found at its new address when another program took its port meanwhile', async () => {
    await killProvider(2);
    const squatter = createServer((socket) => socket.destroy()).listen(Number(new URL(issuer).port), '127.0.0.1');
    await once(squatter, 'listening');
    const token = await tokenAgain();
    assert.equal((await callWith(token)).status, 200);
    assert.equal((await fetch(`${base}/health/ready`)).status, 200);
    const moved = await service.printed(/"issuer":"(http:[^"]+)","msg":"the identity provider listens on another port/);
    assert.notEqual(moved, issuer);
    squatter.close();
  });
});
