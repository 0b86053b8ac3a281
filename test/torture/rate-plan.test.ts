import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('the strict rate plan, against real processes', () => {
  let service: ServiceProcess;
  let base: string;
  before(async () => {
    service = startService({
      ...{ IDP_PORT: String(await freePort()), RATE_PLAN: 'plans/strict.json' },
      ...{ TRUST_PROXY: 'true', DEMO_ANYWHERE: 'true' },
    });
    base = await service.address();
  });
  after(() => service.end());

  const requestToken = (id: string, secret: string, address = '127.0.0.1') =>
    fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: basic(id, secret), 'x-forwarded-for': address },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  const tokenOf = async (id: string, secret: string) =>
    ((await (await requestToken(id, secret)).json()) as { access_token: string }).access_token;
  const call = (token: string) =>
    fetch(`${base}/sellers/v4/marketplaceParticipations`, { headers: { authorization: `Bearer ${token}` } });

  test('429 over the limit with a correct Retry-After; other sellers are not affected; 200 afterwards', async () => {
    const mine = await tokenOf('demoseller', 'demosellersecret');
    const rivals = await tokenOf('demorival', 'demorivalsecret');
    let limited: Response | undefined;
    for (let n = 0; n < 1_000 && !limited; n += 1) {
      const answer = await call(mine);
      assert.ok(answer.headers.get('ratelimit-policy') && answer.headers.get('ratelimit'));
      if (answer.status === 429) limited = answer;
      else assert.equal(answer.status, 200);
    }
    assert.ok(limited, 'the limit was reached');
    const { errors } = (await limited.json()) as { errors: { code: string }[] };
    assert.equal(errors[0]?.code, 'QuotaExceeded');
    const waitSeconds = Number(limited.headers.get('retry-after'));
    assert.ok(waitSeconds >= 1 && waitSeconds <= 60, String(waitSeconds));
    assert.equal((await call(rivals)).status, 200);
    assert.equal((await call(mine)).status, 429, 'sooner it would not');
    await sleep(waitSeconds * 1000);
    assert.equal((await call(mine)).status, 200);
  });

  test('200 wrong secrets in a row are slowed down, a right one from another address is not', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1)
      statuses.push((await requestToken('demorival', `wrong-${n}`, '127.0.0.66')).status);
    const tried = statuses.filter((status) => status === 401).length;
    assert.ok(tried < 50, `${tried} of 200 guesses were looked at`);
    // A new window of a second may just have begun: it admits three.
    let again = await requestToken('demorival', 'wrong', '127.0.0.66');
    for (let n = 0; n < 20 && again.status !== 429; n += 1)
      again = await requestToken('demorival', 'wrong', '127.0.0.66');
    assert.equal(again.status, 429);
    assert.ok(Number(again.headers.get('retry-after')) > 0);
    assert.equal((await requestToken('demorival', 'demorivalsecret', '127.0.0.77')).status, 200);
  });
});
