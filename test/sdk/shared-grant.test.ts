// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileTokenStore } from '../../sdk/src/node/file-token-store.ts';
import { tokenSourceOf } from '../../sdk/src/tokens/token-source.ts';
import { startProcess } from '../db/child-process.ts';
import { onEngine } from '../db/engines.ts';
import { rounds, scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { startTokenService, type TokenService } from './token-service.ts';

const LIFE_SECONDS = 0.3;

// With a grace time, for the kills. Without kills no refresh token is used twice, so that the grant would live without it, too.
onEngine('sqlite', 'a grant that several processes share in a file', (engine) => {
  let service: TokenService;
  let folder: string;
  let path: string;
  let application: { clientId: string; clientSecret: string };
  before(async () => {
    service = await startTokenService(engine, 600);
    folder = mkdtempSync(join(tmpdir(), 'shared-grant-'));
    path = join(folder, 'tokens.json');
    service.proxy.expiresIn = LIFE_SECONDS;
    application = await service.connect(fileTokenStore(path));
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    service.proxy.requests.length = 0;
  });

  /** A process that needs a token all the time, and prints what it got. */
  function startUser(afterSave = '') {
    const { child, lines, ended } = startProcess(`
      const { tokenSourceOf } = await load('sdk/src/tokens/token-source.ts');
      const { fileTokenStore } = await load('sdk/src/node/file-token-store.ts');
      const { setTimeout: sleep } = await import('node:timers/promises');
      const file = fileTokenStore(${JSON.stringify(path)});
      const save = async (tokens) => { await file.save(tokens); ${afterSave} };
      const credentials = { ...${JSON.stringify(application)}, tokenStore: { ...file, save } };
      const tokens = tokenSourceOf(new URL(${JSON.stringify(service.proxy.baseUrl)}), credentials, fetch);
      for (;;) {
        console.log(await tokens.token(new AbortController().signal).then((token) => 'token ' + token, String));
        await sleep(5);
      }
    `);
    const got = new Set<string>();
    const reading = (async () => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return;
        got.add(String(value));
      }
    })();
    return {
      got,
      async kill() {
        child.kill('SIGKILL');
        await reading;
        return ended;
      },
    };
  }

  const granted = () => service.proxy.requests.filter(({ status }) => status === 200).length;
  const refused = () => service.proxy.requests.filter(({ status }) => status !== undefined && status !== 200);

  function assertNoTokenUsedTwice(): void {
    const used = service.proxy.requests.map(({ refreshToken }) => refreshToken);
    assert.equal(new Set(used).size, used.length);
    assert.deepEqual(refused(), []);
  }

  it('is renewed once for all of them, and never lost', async () => {
    const users = [startUser(), startUser(), startUser()];
    await until('all have a token', () => users.every(({ got }) => got.size > 0));
    service.proxy.requests.length = 0;
    const startedAt = performance.now();
    const renewals = scaled(4, 200);
    await until('renewals', () => granted() >= renewals, scaled(30_000, 300_000));
    const atMost = (performance.now() - startedAt) / (LIFE_SECONDS * 900) + 2;
    assert.ok(granted() <= atMost, `${granted()} renewals, at most ${atMost} were needed`);
    assertNoTokenUsedTwice();
    // Between a renewal and its end nobody is killed: see below for that.
    await until('a token is saved', async () => {
      const { accessToken } = (await fileTokenStore(path).load()) ?? {};
      return users.some(({ got }) => got.has(`token ${accessToken}`));
    });
    await Promise.all(users.map((user) => user.kill()));
    const got = users.flatMap((user) => [...user.got]);
    assert.deepEqual(
      got.filter((line) => !line.startsWith('token ')),
      [],
    );
    assert.ok(got.length > new Set(got).size, 'they got the same tokens');
  });

  it('survives a crash right after save', async () => {
    const before = await fileTokenStore(path).load();
    const crashing = startUser("process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);");
    await until('it has saved', async () => (await fileTokenStore(path).load())?.refreshToken !== before?.refreshToken);
    await crashing.kill();
    const next = startUser();
    await until('the next process renews', () => next.got.size >= 3);
    await next.kill();
    assertNoTokenUsedTwice();
  });

  it('survives kill -9 at any moment, and the others go on soon', async () => {
    let [killed, other] = [startUser(), startUser()];
    await until('both have tokens', () => killed.got.size > 0 && other.got.size > 0);
    for (const _ of rounds(1, 150)) {
      await sleep(Math.random() * LIFE_SECONDS * 1_000);
      const seen = other.got.size;
      await killed.kill();
      await until('the other one goes on', () => other.got.size >= seen + 2, 10_000);
      [killed, other] = [other, startUser()];
      await until('a new one starts', () => other.got.size > 0);
    }
    const errors = [await killed.kill(), await other.kill()];
    assert.deepEqual(errors, ['', '']);
    assert.deepEqual(refused(), []);
    service.proxy.expiresIn = undefined;
    const tokens = tokenSourceOf(
      new URL(service.proxy.baseUrl),
      { ...application, tokenStore: fileTokenStore(path) },
      fetch,
    );
    const { signal } = new AbortController();
    tokens.reject(await tokens.token(signal));
    assert.ok(await service.isActive(await tokens.token(signal)));
    assert.deepEqual(readdirSync(folder).sort(), ['tokens.json', 'tokens.json.lock'], 'nothing is left behind');
  });
});
