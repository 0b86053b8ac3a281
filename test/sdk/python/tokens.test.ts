// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEngine } from '../../db/engines.ts';
import { rounds } from '../../harness/scale.ts';
import { until } from '../../harness/until.ts';
import { redirectUri, startTokenService, type TokenService } from '../token-service.ts';
import { startWorker } from './python-program.ts';

type Worker = Awaited<ReturnType<typeof startWorker>>;

const LIFE_SECONDS = 0.4;

// With a grace time, for the kills, as shared-grant.test.ts has it for the TypeScript SDK.
onEngine('sqlite', 'tokens in Python', (engine) => {
  let service: TokenService;
  let folder: string;
  let file: string;
  let grant: Record<string, string>;
  const workers: Worker[] = [];
  let asked = 0;
  before(async () => {
    service = await startTokenService(engine, 600);
    folder = mkdtempSync(join(tmpdir(), 'python-grant-'));
    file = join(folder, 'tokens.json');
    for (const _ of [1, 2, 3]) workers.push(await startWorker('streams.py'));
    grant = { ...(await service.register()), file, redirectUri };
  });
  after(async () => {
    for (const one of workers) await one.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    service.proxy.requests.length = 0;
    service.proxy.expiresIn = undefined;
    service.proxy.fault = undefined;
  });

  const ask = (options: object, worker = workers[0]) => {
    assert.ok(worker);
    asked += 1;
    return worker.ask({ id: `${asked}`, ...{ do: 'tokens', base: service.proxy.baseUrl, threads: 50, ...options } });
  };
  const tokensOf = (answer: Record<string, unknown>) => answer.tokens as string[];
  const own = { clientId: 'demoseller', clientSecret: 'demosellersecret' };

  test('fifty threads make one request for a token, and one more after it was rejected', async () => {
    const got = tokensOf(await ask({ ...own, rounds: 2, rejects: true }));
    assert.deepEqual([got.length, new Set(got).size, service.proxy.requests.length], [100, 2, 2]);
    assert.equal(new Set(got.slice(0, 50)).size, 1);
    assert.ok(await service.isActive(got.at(-1) ?? ''));
    const refused = tokensOf(await ask({ ...own, clientSecret: 'wrong', threads: 1 }));
    assert.match(refused[0] ?? '', /^invalid_client: /);
    assert.doesNotMatch(refused[0] ?? '', /wrong/);
  });

  test('a seller authorizes: the tokens are in a file that only its owner may read', async () => {
    const started = await ask({ ...grant, do: 'authorize', base: service.address });
    const callbackUrl = await service.consent(String(started.url));
    const redirect = { ...grant, ...started, callbackUrl, issuer: service.idp.issuer };
    const forged = await ask({ ...redirect, do: 'exchange', state: 'another' });
    assert.ok(forged.code !== undefined, JSON.stringify(forged));
    assert.deepEqual(Object.keys(await ask({ ...redirect, do: 'exchange' })), ['id']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { access_token: kept } = JSON.parse(readFileSync(file, 'utf8')) as { access_token: string };
    service.proxy.requests.length = 0;
    const got = tokensOf(await ask(grant));
    assert.deepEqual([[...new Set(got)], service.proxy.requests.length], [[kept], 0]);
    assert.ok(await service.isActive(kept));
  });

  /** From now on the grant needs a new token all the time. */
  const shorten = async () => {
    service.proxy.expiresIn = LIFE_SECONDS;
    await ask({ ...grant, threads: 1, rounds: 2, rejects: true });
    service.proxy.requests.length = 0;
  };
  const used = () => service.proxy.requests.map(({ refreshToken }) => refreshToken);

  test('processes that share the file renew once for all: no refresh token is used twice', async () => {
    await shorten();
    const busy = { ...grant, threads: 10, rounds: 6, pause: LIFE_SECONDS / 2 };
    const got = (await Promise.all(workers.map((worker) => ask(busy, worker)))).flatMap(tokensOf);
    assert.equal(got.length, 180);
    assert.deepEqual(
      got.filter((one) => one.includes(': ')),
      [],
    );
    const renewals = used();
    assert.equal(new Set(renewals).size, renewals.length);
    assert.ok(renewals.length >= 2 && new Set(got).size <= renewals.length + 1, `${renewals.length} renewals`);
    assert.ok(service.proxy.requests.every(({ status }) => status === 200));
  });

  test('a 429 is tried again; a request whose answer is lost is not, because it may have used the refresh token up', async () => {
    await shorten();
    await sleep(LIFE_SECONDS * 1_000);
    service.proxy.fault = 'busy';
    const waiting = ask({ ...grant, threads: 1 });
    await until('it asked', () => service.proxy.requests.length > 0);
    service.proxy.fault = undefined;
    const [after429 = ''] = tokensOf(await waiting);
    assert.doesNotMatch(after429, /: /);
    assert.ok(service.proxy.requests.length > 1);
    await sleep(LIFE_SECONDS * 1_000);
    service.proxy.requests.length = 0;
    service.proxy.fault = 'lost';
    const [lost = ''] = tokensOf(await ask({ ...grant, threads: 1 }));
    assert.match(lost, /^ConnectionFailed: /);
    assert.equal(service.proxy.requests.length, 1);
    service.proxy.fault = undefined;
  });

  test('kill -9 of a process at any moment leaves a grant that the others go on with', async () => {
    await shorten();
    for (const _ of rounds(1, 60)) {
      const victim = await startWorker('streams.py');
      void ask({ ...grant, threads: 3, rounds: 1_000, pause: 0.01 }, victim);
      await sleep(300 + Math.random() * LIFE_SECONDS * 1_000);
      await victim.kill();
      const got = tokensOf(await ask({ ...grant, threads: 5, rounds: 2, pause: LIFE_SECONDS }));
      assert.deepEqual(
        got.filter((one) => one.includes(': ')),
        [],
      );
    }
  });
});
