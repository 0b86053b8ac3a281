// run: mostly waiting

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readConfig, readConfigAnyway } from '../../../src/config/config.ts';
import { openDb } from '../../../src/db/open.ts';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { setMark } from '../../../src/move/mark.ts';
import { checkOf } from '../../../src/notifications/keys/operator-key.ts';
import { backUp } from '../../../src/roles/commands/backup.ts';
import { lookAtPorts, portCheck } from '../../../src/roles/commands/doctor/ports.ts';
import { overwritePages, pagesOf } from '../../db/damaged-file.ts';
import { mailServer, smtpError } from '../../delivery/mail-server.ts';
import { freePort } from '../../harness/free-port.ts';
import { startRedis } from '../../harness/redis.ts';
import { json, startScriptedProvider } from '../../harness/scripted-provider.ts';
import { diagnose, NO_PORTS, newFolder, problemsIn, stateOf, usedFolder } from './patient.ts';

const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing) await close();
});

const listening = (server: Server, host = '127.0.0.1') => {
  closing.push(() => server.close());
  return new Promise<number>((resolve) =>
    server.listen(0, host, () => resolve((server.address() as { port: number }).port)),
  );
};

describe('npm run doctor', () => {
  test('finds no problem before the first start, and creates nothing', async () => {
    const folder = newFolder();
    const { code, text } = await diagnose({ DATA_DIR: folder });
    assert.deepEqual(problemsIn(text), []);
    assert.equal(code, 0, text);
    assert.match(text, /there is no service\.db yet: the first start creates it/);
    assert.equal(existsSync(folder), false);
  });

  test('finds no problem in a folder in use, and changes none of its files: stopped, running or killed', async () => {
    const stopped = await usedFolder();
    const running = await usedFolder();
    const stores = await Promise.all(['service.db', 'idp.db'].map((name) => openDb({ file: join(running, name) })));
    closing.push(() => Promise.all(stores.map((db) => db.close())));
    for (const db of stores) await db.run('CREATE TABLE in_log (a BIGINT)');
    const killed = newFolder();
    cpSync(running, killed, { recursive: true });
    for (const folder of [stopped, running, killed]) {
      const before = stateOf(folder);
      const { code, text } = await diagnose({ DATA_DIR: folder });
      assert.equal(code, 0, text);
      assert.match(text, /ok +service\.db opens, and its tables are up to date/);
      assert.match(text, /ok +\S+idp\.db has .+, and every page of it can be read/);
      assert.match(text, /ok +\S+operator\.key is the key of the store/);
      assert.match(text, /ok +the provider has its signing keys/);
      assert.deepEqual(stateOf(folder), before);
    }
  });

  test('warns of a key that can be guessed, and does not fail for what cannot be fixed; a new store has a problem', async () => {
    const folder = await usedFolder();
    rmSync(join(folder, 'operator.key'));
    const key = 'change me, change me, change me, change me';
    const db = await openDb({ file: join(folder, 'service.db') });
    await db.run("UPDATE service_fact SET value = $1 WHERE name = 'operator key check'", [checkOf(key)]);
    await db.close();
    const used = await diagnose({ DATA_DIR: folder, OPERATOR_KEY: key });
    assert.match(used.text, /- +WARNING: OPERATOR_KEY can be guessed: it has the words of a placeholder/);
    assert.equal(used.code, 0, used.text);
    const fresh = await diagnose({ DATA_DIR: newFolder(), OPERATOR_KEY: key });
    assert.match(
      problemsIn(fresh.text).join('\n'),
      /OPERATOR_KEY can be guessed.*\n +-> Generate one with openssl rand/,
    );
    assert.doesNotMatch(used.text + fresh.text, /change me/);
  });

  test('says of a key that can be guessed only that it is not that of the store, where it is not', async () => {
    const folder = await usedFolder();
    const { text } = await diagnose({ DATA_DIR: folder, OPERATOR_KEY: 'change me, change me, change me, change me' });
    assert.match(problemsIn(text).join('\n'), /OPERATOR_KEY is not the key that the store was created with/);
    assert.doesNotMatch(text, /guessed/);
  });

  test('says where the first key is when OPERATOR_KEY was set after the first start', async () => {
    const folder = await usedFolder();
    const OPERATOR_KEY = randomBytes(32).toString('base64');
    const generated = await diagnose({ DATA_DIR: folder, OPERATOR_KEY });
    assert.match(problemsIn(generated.text).join('\n'), /-> The first key is in \S+operator\.key: set OPERATOR_KEY to/);
    rmSync(join(folder, 'operator.key'));
    const lost = await diagnose({ DATA_DIR: folder, OPERATOR_KEY });
    assert.match(problemsIn(lost.text).join('\n'), /-> Set OPERATOR_KEY to the first key again/);
  });

  const spoiled: [string, (folder: string) => unknown, RegExp, RegExp][] = [
    [
      'the key of another store',
      (folder) => writeFileSync(join(folder, 'operator.key'), 'o'.repeat(43)),
      /operator\.key is not the key that the store was created with/,
      /Put the operator\.key of this store there/,
    ],
    [
      'a lost key',
      (folder) => rmSync(join(folder, 'operator.key')),
      /OPERATOR_KEY is not set and \S+operator\.key is missing/,
      /put operator\.key back from a backup/,
    ],
    [
      'a key that others can read',
      (folder) => chmodSync(join(folder, 'operator.key'), 0o644),
      /operator\.key can be read by other users \(mode 0644\)/,
      /-> chmod 600 \S+operator\.key/,
    ],
    [
      'a damaged store',
      (folder) =>
        overwritePages(
          join(folder, 'service.db'),
          pagesOf(join(folder, 'service.db')) - 9,
          pagesOf(join(folder, 'service.db')),
        ),
      /service\.db is damaged/,
      /npm run restore -- DIR/,
    ],
    [
      'a store that is none',
      (folder) => writeFileSync(join(folder, 'service.db'), 'no database'.repeat(1_000)),
      /service\.db cannot be read: .*damaged/,
      /npm run restore -- DIR/,
    ],
    [
      'a lost store of the provider',
      async (folder) => {
        rmSync(join(folder, 'idp.db'));
        await changed(folder, `INSERT INTO service_fact (name, value) VALUES ('embedded provider', 'made')`);
      },
      /idp\.db is missing or empty, but the other database is there/,
      /restore both from one backup/,
    ],
    [
      'a lost store of the service',
      (folder) => rmSync(join(folder, 'service.db')),
      /service\.db is missing or empty/,
      /restore both from one backup/,
    ],
    [
      'a store of a newer version',
      (folder) => changed(folder, `INSERT INTO migration (name, checksum, applied_at) VALUES ('9999 later', 'x', '')`),
      /The database is newer than this program/,
      /or a newer one/,
    ],
    [
      'a restore that was interrupted',
      (folder) => mkdirSync(join(folder, 'restore-unfinished')),
      /was interrupted: the service does not start/,
      /npm run restore -- DIR/,
    ],
    [
      'a store that was moved',
      async (folder) => {
        const db = await openDb({ file: join(folder, 'service.db') });
        await setMark(db, 'service', { state: 'moved', to: 'db.example/market' });
        await db.close();
      },
      /This store was moved to db\.example\/market/,
      /Set DATABASE_URL to use it/,
    ],
  ];

  for (const [title, spoil, found, remedy] of spoiled) {
    test(`reports ${title}, and how to fix it`, async () => {
      const folder = await usedFolder();
      await spoil(folder);
      const { code, text } = await diagnose({ DATA_DIR: folder });
      const problems = problemsIn(text);
      assert.equal(code, 1, text);
      assert.ok(
        problems.some((one) => found.test(one) && remedy.test(one)),
        text,
      );
    });
  }

  async function changed(folder: string, statement: string): Promise<void> {
    const db = await openDb({ file: join(folder, 'service.db') });
    await db.run(statement);
    await db.close();
  }

  test('tells who has a port: the service with its readiness, or another program', async () => {
    const admin = createAdminApp(createMetrics(), {
      'store writes': () => ({ state: 'degraded', reason: 'The disk of the data store is full.' }),
    });
    closing.push(() => admin.close());
    const adminPort = new URL(await admin.listen({ port: 0, host: '127.0.0.1' })).port;
    const foreign = await listening(createServer((_request, response) => response.end('hello')));
    const free = await freePort();
    const { code, text } = await diagnose({
      ...{ DATA_DIR: newFolder(), PORT: String(foreign), ADMIN_PORT: adminPort, DEMO_RECEIVER_PORT: String(free) },
    });
    assert.equal(code, 1);
    const who = `\\(\\S+, process ${process.pid}\\)`;
    assert.match(
      text,
      new RegExp(`PROBLEM  PORT ${foreign} is taken by another program ${who}\n +-> .*PORT=${foreign + 10}`),
    );
    assert.match(text, new RegExp(`ok +ADMIN_PORT ${adminPort}: the service answers ${who}`));
    assert.match(text, new RegExp(` - +DEMO_RECEIVER_PORT ${free} is free`));
    assert.match(text, /PROBLEM .*is degraded: store writes: The disk of the data store is full\./);
  });

  test('asks a port that does not answer in time again, and waits longer, before it says that nothing answers', async () => {
    const firstMs = 200;
    const asked: string[] = [];
    const alive = JSON.stringify({ status: 'alive' });
    // As a process that is too busy for the first request.
    const busy = await listening(
      createServer((request, response) => {
        asked.push(request.url ?? '');
        setTimeout(() => response.end(alive), asked.length === 1 ? 3 * firstMs : 2 * firstMs);
      }),
    );
    const silent = await listening(createTcpServer(() => undefined));
    const { config } = readConfigAnyway({ ...NO_PORTS, PORT: String(busy), IDP_PORT: String(silent) });
    const ports = await lookAtPorts(config, { firstMs, againMs: 10 * firstMs });
    assert.deepEqual(
      ports.map(({ setting, state }) => [setting, state]),
      [
        ['PORT', 'own'],
        ['IDP_PORT', 'silent'],
      ],
    );
    assert.deepEqual(asked, ['/health/live', '/health/live']);
    const [, finding] = portCheck.judge(ports, config);
    assert.match(
      finding?.text ?? '',
      new RegExp(`IDP_PORT ${silent}: something listens and does not answer \\(\\S+, process ${process.pid}\\)`),
    );
  });

  test('logs in to the mail server, and shows no secret of any setting', async () => {
    const server = await mailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) =>
        password === 'right-4711'
          ? callback(null, { user: username })
          : callback(smtpError(535, `wrong password ${password}`)),
    });
    closing.push(() => server.close());
    const smtp = (password: string) => `smtp://mailer:${password}@127.0.0.1:${server.port}`;
    const dead = await freePort();
    const wrong = await diagnose({
      DATA_DIR: newFolder(),
      SMTP_URL: smtp('wrong-4711'),
      SMS_GATEWAY_URL: `http://127.0.0.1:${dead}/cgi-bin/sendsms?username=u&password=sms-4711`,
      OPERATOR_KEY: 'operator-4711'.repeat(3),
      DATABASE_URL: `postgres://u:database-4711@127.0.0.1:${dead}/market`,
      IDP_ISSUER: `http://127.0.0.1:${dead}`,
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'client-4711',
      IDP_REGISTRATION_TOKEN: 'token-4711',
    });
    assert.doesNotMatch(wrong.text, /4711/);
    assert.match(wrong.text, /PROBLEM {2}SMTP_URL: 127\.0\.0\.1:\d+ cannot be used: .*\n +-> Check .* SMTP_URL/);
    assert.match(wrong.text, /PROBLEM {2}SMS_GATEWAY_URL: 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/);
    assert.match(
      wrong.text,
      /PROBLEM {2}PostgreSQL at 127\.0\.0\.1:\d+\/market cannot be opened: .*\n +-> Check DATABASE_URL/,
    );
    assert.match(wrong.text, /PROBLEM {2}.*token endpoint: .*\n +-> npm run doctor -- identity/);
    const right = await diagnose({ DATA_DIR: newFolder(), SMTP_URL: smtp('right-4711') });
    assert.match(right.text, /ok +SMTP_URL: 127\.0\.0\.1:\d+ accepts the connection and the login/);
    assert.equal(right.code, 0, right.text);
  });

  test('asks the server of the shared limits, and whether traces have a collector; shows no password', async () => {
    const redis = await startRedis('--requirepass', 'right-4711');
    closing.push(() => redis.close());
    const dead = await freePort();
    const limits = async (url: string, collector = redis.port) => {
      const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector}`;
      const { code, text } = await diagnose({ DATA_DIR: newFolder(), REDIS_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT });
      assert.doesNotMatch(text, /4711/);
      return `${code} ${text.slice(text.indexOf('Limits and traces'))}`;
    };
    const right = await limits(redis.url);
    assert.match(right, /^0 .*\n +ok +REDIS_URL: 127\.0\.0\.1:\d+ answers\n +ok +OTEL_\S+: 127\.0\.0\.1:\d+ accepts/);
    assert.match(
      await limits(redis.url, dead),
      /^0 .*\n.*\n +- +OTEL_\S+ 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/,
    );
    const unusable: [string, RegExp][] = [
      [redis.url.replace('right', 'wrong'), /WRONGPASS/],
      [redis.url.replace(':right-4711@', ''), /NOAUTH/],
      [`redis://:dead-4711@127.0.0.1:${dead}`, /ECONNREFUSED/],
    ];
    for (const [url, reason] of unusable) {
      const text = await limits(url);
      assert.match(text, /^1 .*\n +PROBLEM +REDIS_URL: 127\.0\.0\.1:\d+ cannot be used: .*\n +-> Check .*REDIS_URL/);
      assert.match(text, reason);
    }
    redis.pause();
    assert.match(await limits(redis.url), /PROBLEM +REDIS_URL: .* no answer within 2 s/);
    redis.resume();
  });

  test('compares its clock with the Date of the provider', async () => {
    const provider = await startScriptedProvider();
    closing.push(() => provider.close());
    const date = new Date(Date.now() - HOUR_MS).toUTCString();
    const discovery = '/.well-known/openid-configuration';
    provider.paths.set(discovery, (response) => void response.writeHead(200, { date }).end('{}'));
    const { text } = await diagnose({
      ...{ DATA_DIR: newFolder(), IDP_ISSUER: provider.origin },
      ...{ IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' },
    });
    assert.match(
      text,
      /PROBLEM {2}the clock of the identity provider is 60 minutes behind this machine's.*\n +-> .*NTP/,
    );
  });

  test('says how own tokens are known, and finds that those of the provider would be refused', async () => {
    assert.match(
      (await diagnose({ DATA_DIR: await usedFolder() })).text,
      / - +own tokens: the embedded provider tells/,
    );
    const provider = await startScriptedProvider();
    closing.push(() => provider.close());
    provider.paths.set('/token', json(200, { access_token: 'own-4711', token_type: 'Bearer' }));
    provider.paths.set('/introspect', (response, request, raw) => {
      const isIssued = new URLSearchParams(request.body).get('token') === 'own-4711';
      const claims = { active: true, token_type: 'Bearer', client_id: 'service' };
      json(200, isIssued ? claims : { active: false })(response, request, raw);
    });
    const settings = {
      ...{ DATA_DIR: newFolder(), IDP_ISSUER: provider.origin },
      ...{ IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' },
    };
    const { code, text } = await diagnose(settings);
    assert.equal(code, 1);
    assert.match(text, / - +own tokens: the provider must prove them.+IDP_OWN_TOKENS=proven/);
    assert.match(
      text,
      /PROBLEM {2}own tokens of sellers' applications are refused \(401\).+IDP_OWN_TOKENS=without-person/,
    );
    assert.doesNotMatch(text, /4711/);
    const trusting = await diagnose({ ...settings, IDP_OWN_TOKENS: 'without-person' });
    assert.match(trusting.text, / - +own tokens: every token that names no person has all rights of a seller/);
    assert.doesNotMatch(trusting.text, /PROBLEM.+own tokens/);
  });

  test('tells the age of the last backup, which is in no backup itself, and that its key is missing', async () => {
    const folder = await usedFolder();
    const take = async () => {
      const target = newFolder();
      await backUp(readConfig({ DATA_DIR: folder }), [target], { say: () => undefined, warn: () => undefined });
      return JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
    };
    await take();
    const { files } = await take();
    assert.deepEqual(
      files.map(({ path }) => path),
      ['service.db', 'idp.db', 'operator.key'],
    );
    assert.match((await diagnose({ DATA_DIR: folder })).text, /ok +the last backup of the data folder is \d+ s old/);
    rmSync(join(folder, 'operator.key'));
    await take();
    assert.match((await diagnose({ DATA_DIR: folder })).text, /PROBLEM {2}the last backup has no operator\.key/);
  });

  test('examines the rest with defaults when settings are wrong, answers programs in JSON, and 2 to a wrong argument', async () => {
    const { code, text } = await diagnose(
      { DATA_DIR: newFolder(), LOG_LEVEL: 'loud', DATABASE_POOL_SIZE: 'x' },
      '--json',
    );
    const { problems, sections } = JSON.parse(text) as {
      problems: number;
      sections: { title: string; findings: { kind: string; text: string; mend?: string }[] }[];
    };
    assert.deepEqual([code, problems], [1, 2]);
    assert.equal(sections.length, 15);
    for (const { title, findings } of sections) assert.ok(findings.length > 0, title);
    const wrong = sections[0]?.findings.filter(({ kind }) => kind === 'problem') ?? [];
    assert.match(wrong.map((one) => one.text).join(), /DATABASE_POOL_SIZE is "x".*LOG_LEVEL is "loud"/);
    assert.ok(wrong.every(({ mend }) => mend?.includes('settings.env')));
    assert.equal((await diagnose({}, '--jsn')).code, 2);
    assert.equal((await diagnose({}, 'everything')).code, 2);
  });
});
