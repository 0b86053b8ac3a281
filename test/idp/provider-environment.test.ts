import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { settings } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { providerEnvironment } from '../../src/processes/provider-environment.ts';
import { providerForks, startProviderProcess } from '../../src/processes/provider-process.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the environment of the embedded provider', () => {
  // A forked process inherits these: with the runner's own it would run tests.
  const { execArgv } = process;
  before(() => {
    process.execArgv = [];
  });
  after(() => {
    process.execArgv = execArgv;
  });
  const folder = mkdtempSync(join(tmpdir(), 'provider-environment-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const everything = Object.fromEntries(Object.values(settings).map(({ name }) => [name, `the value of ${name}`]));
  const own = ['IDP_REGISTRATION_TOKEN', 'IDP_DATABASE_URL', 'SMTP_URL'];
  const secrets = Object.values(settings).filter(({ secret, name }) => secret && !own.includes(name));

  it('has its own settings, and no secret of the service or of the machine', async () => {
    const entry = join(folder, 'entry.mjs');
    const report = `process.once('message', () => process.send({ issuer: '', backchannel: { token: 'http://127.0.0.1:1/' }, env: process.env, args: process.argv.slice(2) }))`;
    writeFileSync(
      entry,
      `${report};\nsetInterval(String, 1_000);\nprocess.on('message', (message) => message === 'stop' && process.exit(0));\n`,
    );
    const machine = { PATH: process.env.PATH, NODE_AUTH_TOKEN: 'of the build', AWS_SECRET_ACCESS_KEY: 'of the cloud' };
    const started = await startProviderProcess({
      fork: providerForks(entry, providerEnvironment({ ...everything, ...machine })),
      createsDemo: false,
      serviceClient: { id: 'service', secret: 'in the first message' },
      log: createLog('silent'),
      onMoved: () => undefined,
    });
    await started.stop();
    const { env, args } = started as unknown as { env: Record<string, string>; args: string[] };
    assert.deepEqual(args, ['idp', '--no-env-file']);
    assert.equal(env.IDP_REGISTRATION_TOKEN, 'the value of IDP_REGISTRATION_TOKEN');
    assert.equal(env.SMTP_URL, 'the value of SMTP_URL');
    assert.equal(env.DATA_DIR, 'the value of DATA_DIR');
    assert.ok(secrets.length >= 5);
    const text = JSON.stringify(env);
    for (const { name } of secrets) assert.ok(!(name in env || text.includes(`the value of ${name}`)), name);
    assert.doesNotMatch(text, /of the build|of the cloud|in the first message/);
  });

  it('has every setting that the role reads', () => {
    const source = ['provider.ts', 'start/demo.ts']
      .map((name) => readFileSync(join(root, 'src/roles', name), 'utf8'))
      .join('');
    const read = Object.entries(settings).filter(([key]) => new RegExp(`\\b${key}\\b`).test(source));
    const given = providerEnvironment(everything);
    assert.ok(read.length >= 9);
    // Without IDP_ISSUER: with it there is no embedded provider.
    const missing = read.map(([, { name }]) => name).filter((name) => name !== 'IDP_ISSUER' && !(name in given));
    assert.deepEqual(missing, []);
  });

  it('is not completed from .env', async () => {
    writeFileSync(join(folder, '.env'), 'IDP_PORT=wrong\n');
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const run = (...args: string[]) =>
      new Promise<string>((resolve) => {
        const command = [join(root, 'src/main.ts'), 'idp', ...args];
        execFile(process.execPath, command, { cwd: folder, env }, (_error, _out, stderr) => resolve(stderr));
      });
    assert.match(await run(), /IDP_PORT is "wrong"/);
    // An operator's process would need a client of the service. The embedded one gets it in the first message.
    assert.match(await run('--no-env-file'), /Set IDP_INTROSPECTION_CLIENT_ID/);
  });
});
