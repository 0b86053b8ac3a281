// run: without coverage

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { insertClient, ownApplication, removeClient } from '../../src/idp/clients.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { rotateSecret } from '../../src/idp/secret-rotation.ts';
import { isLive, secretsOf } from '../../src/idp/stored-secrets.ts';
import { testOnSqliteOrInTorture, withEngines, withEnginesInTorture } from '../db/engines.ts';
import { discover, insecure } from './delegated.ts';
import { basic, freshDb, postForm, register, startTestIdp, type TestIdp } from './harness.ts';

const CLIENT = 'erp';
const OLD = 'old-secret';

withEngines('secrets of a client', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  const withClient = async (clock: { now: number } = { now: Date.now() }) => {
    const db = await freshDb(engine);
    const client = { id: CLIENT, kind: 'seller', sellerId: 'A9', secret: OLD, metadata: ownApplication } as const;
    await insertClient(db, { ...client, createdAt: clock.now - DAY_MS });
    return db;
  };
  const started = async (clock: { now: number }) => {
    const db = await withClient(clock);
    return startTestIdp(db, { demo: false, now: () => clock.now });
  };
  const rotated = async (db: Db, now: number, overlapHours = 24) => {
    const rotation = { clientId: CLIENT, overlapMs: overlapHours * HOUR_MS, expiresAt: undefined, now };
    return (await rotateSecret(db, rotation))?.secret ?? '';
  };
  const statusWith = async ({ issuer }: TestIdp, secret: string) =>
    (await postForm(`${issuer}/token`, { grant_type: 'client_credentials' }, basic(CLIENT, secret))).status;
  const liveIn = async (db: Db, now: number) => (await secretsOf(db, CLIENT)).filter((one) => isLive(one, now));

  once('two standard clients get tokens with the old and the new secret until the overlap ends', async () => {
    const clock = { now: Date.now() };
    const idp = await started(clock);
    const secret = await rotated(idp.db, clock.now);
    const server = await discover(idp);
    for (const one of [OLD, secret]) {
      const client = { client_id: CLIENT };
      const auth = oauth.ClientSecretBasic(one);
      const answer = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, insecure);
      assert.ok((await oauth.processClientCredentialsResponse(server, client, answer)).access_token);
      const config = await openid.discovery(new URL(idp.issuer), CLIENT, undefined, openid.ClientSecretBasic(one), {
        execute: [openid.allowInsecureRequests],
      });
      assert.ok((await openid.clientCredentialsGrant(config)).access_token);
    }
    clock.now += 24 * HOUR_MS;
    const refused = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(CLIENT, OLD));
    const body = (await refused.json()) as { error: string; error_description: string };
    assert.deepEqual([refused.status, body.error], [401, 'invalid_client']);
    assert.match(
      body.error_description,
      /^the client secret expired at \d{4}-.+Z; use the newer one, or create another$/,
    );
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic/);
    assert.equal(await statusWith(idp, secret), 200);
    await idp.close();
  });

  once('an instance that still sends the expired secret does not throttle the others at its address', async () => {
    const clock = { now: Date.now() };
    const idp = await started(clock);
    const secret = await rotated(idp.db, clock.now, 0);
    for (let attempt = 0; attempt < 15; attempt += 1) assert.equal(await statusWith(idp, OLD), 401);
    assert.equal(await statusWith(idp, secret), 200);
    await idp.close();
  });

  once('the last use of each is recorded at most once an hour', async () => {
    const clock = { now: Date.now() };
    const idp = await started(clock);
    const secret = await rotated(idp.db, clock.now);
    const uses = async () => (await secretsOf(idp.db, CLIENT)).map(({ usedAt }) => usedAt);
    const firstUse = clock.now;
    assert.deepEqual(await uses(), [null, null]);
    await statusWith(idp, OLD);
    assert.deepEqual(await uses(), [null, firstUse]);
    clock.now += HOUR_MS - 1;
    await statusWith(idp, OLD);
    await statusWith(idp, secret);
    assert.deepEqual(await uses(), [clock.now, firstUse]);
    clock.now += 2;
    await statusWith(idp, OLD);
    assert.deepEqual((await uses())[1], clock.now);
    await idp.close();
  });

  once(
    'a second rotation ends the secret that nobody used and keeps the one in use, no longer than before',
    async () => {
      const clock = { now: Date.now() };
      const idp = await started(clock);
      await statusWith(idp, OLD);
      const lost = await rotated(idp.db, clock.now, 2);
      clock.now += HOUR_MS;
      const secret = await rotated(idp.db, clock.now);
      assert.deepEqual(await Promise.all([OLD, lost, secret].map((one) => statusWith(idp, one))), [200, 401, 200]);
      clock.now += HOUR_MS;
      assert.deepEqual(await Promise.all([OLD, secret].map((one) => statusWith(idp, one))), [401, 200]);
      await idp.close();
    },
  );

  it('of rotations at the same time, however many, at most two secrets work (decision 59)', async () => {
    const db = await withClient();
    const now = Date.now();
    for (let round = 0; round < 6; round += 1) {
      // Where none works, a rotation changes no secret that another one changes.
      await db.run('UPDATE idp_client_secret SET expires_at = $1', [now - 1]);
      const secrets = await Promise.all(Array.from({ length: 4 }, () => rotated(db, now)));
      assert.equal(new Set(secrets).size, 4);
      assert.equal((await liveIn(db, now + 1)).length, 2);
      assert.ok((await secretsOf(db, CLIENT)).length <= 5);
    }
  });

  once('they are removed with the client, and 90 days after their end', async () => {
    const db = await withClient();
    const now = Date.now();
    await rotated(db, now, 1);
    await cleanUp(db, now + HOUR_MS + 90 * DAY_MS);
    assert.equal((await secretsOf(db, CLIENT)).length, 2);
    await cleanUp(db, now + HOUR_MS + 90 * DAY_MS + 1);
    assert.equal((await secretsOf(db, CLIENT)).length, 1);
    await removeClient(db, CLIENT);
    assert.deepEqual(await secretsOf(db, CLIENT), []);
  });
});

withEnginesInTorture('npm run client -- rotate-secret', (engine) => {
  const run = async (db: Db, args: string[], given: Parameters<typeof runClientCommand>[3] = {}) => {
    let text = '';
    const code = await runClientCommand(db, args, { write: (piece: string) => (text += piece) }, given);
    return { code, text };
  };

  it('prints the new secret once, records it, and says until when the other works', async () => {
    const db = await freshDb(engine);
    const entries: unknown[] = [];
    const given = {
      record: async (_tx: unknown, operation: string, details: unknown) => void entries.push([operation, details]),
      secretDays: 30,
    };
    await run(db, ['add', '--seller', 'A9', '--id', CLIENT], given);
    // Secrets are in the order of their times.
    await sleep(2);
    const { code, text } = await run(db, ['rotate-secret', CLIENT, '--overlap-hours', '1'], given);
    assert.equal(code, 0);
    assert.match(text, /client_secret {2}[0-9a-f]{64}\n/);
    assert.match(text, /It expires at .+ UTC\.\nThe secret that was used last works until .+ UTC\.\n$/);
    assert.deepEqual(entries.at(-1), ['client rotate-secret', { id: CLIENT, sellerId: 'A9', overlapHours: 1 }]);
    const [newest, previous] = await secretsOf(db, CLIENT);
    assert.equal(Number(newest?.expiresAt) - Number(newest?.createdAt), 30 * DAY_MS);
    assert.ok(Number(previous?.expiresAt) <= Date.now() + HOUR_MS);
  });

  it('refuses what has no secret, and a wrong overlap', async () => {
    const db = await freshDb(engine);
    const idp = await startTestIdp(db);
    const metadata = { redirect_uris: ['https://app.example/'], token_endpoint_auth_method: 'none' };
    const { body } = await register(idp, metadata);
    for (const id of ['nobody', String(body.client_id)])
      assert.equal((await run(db, ['rotate-secret', id])).code, 1, id);
    assert.equal((await run(db, ['rotate-secret', 'demoseller', '--overlap-hours', '-1'])).code, 2);
    assert.equal((await run(db, ['rotate-secret', 'demoseller', '--overlap-hours', '9000'])).code, 2);
    assert.equal((await run(db, ['rotate-secret'])).code, 2);
    await idp.close();
  });
});
