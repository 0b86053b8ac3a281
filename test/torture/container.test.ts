import assert from 'node:assert/strict';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import { projectFolder, ServiceProcess } from '../harness/process.ts';
import { containerProblem, ImageStore } from './container/image.ts';

const BASE = 'localhost/base';
const IMAGE = 'localhost/seller-service';

test('the image of the Containerfile runs as a user without rights on a read-only root', async (t) => {
  const problem = await containerProblem();
  if (problem !== undefined) {
    t.diagnostic(`NOT BUILT: ${problem}. Only the text of the Containerfile was checked.`);
    assert.match(readFileSync(join(projectFolder, 'Containerfile'), 'utf8'), /^USER 10001:10001$/m);
    return;
  }
  const store = new ImageStore();
  t.after(() => store.remove());
  await store.makeBase(BASE);
  const image = await store.build(IMAGE, BASE);

  await t.test('it names a user by number, the data volume, the public ports and the health check', () => {
    assert.equal(image.User, '10001:10001');
    assert.deepEqual(Object.keys(image.Volumes), ['/data']);
    assert.deepEqual(Object.keys(image.ExposedPorts), ['8080/tcp', '8081/tcp']);
    assert.equal(image.Healthcheck.Test[0], 'CMD');
  });

  const root = await store.mount(IMAGE);
  await t.test('it holds what runs, and neither settings nor data nor tests', () => {
    const files = readdirSync(join(root, 'app'));
    for (const name of ['test', 'data', '.env', '.git', 'bench']) assert.ok(!files.includes(name), name);
    assert.ok(!readdirSync(join(root, 'app/node_modules')).includes('typescript'), 'packages of developers');
  });

  await t.test('it serves, is healthy by its own check, and stops by SIGTERM', async () => {
    const volume = join(store.folder, 'data');
    mkdirSync(volume);
    const id = Number(image.User.split(':')[0]);
    chownSync(volume, id, id);
    const ports = { PORT: await freePort(), IDP_PORT: await freePort(), ADMIN_PORT: await freePort() };
    const changed = { ...ports, DEMO_RECEIVER_PORT: 0, DRAIN_MS: 100 };
    const settings = [...image.Env, ...Object.entries(changed).map(([name, value]) => `${name}=${value}`)];
    const inContainer = (command: string[]) => {
      const script = join(import.meta.dirname, 'container/run-read-only.sh');
      const environment = ['/usr/bin/env', '-i', `--chdir=${image.WorkingDir}`, ...settings];
      return ['--mount', 'sh', script, root, volume, image.User, ...environment, ...command];
    };
    const service = new ServiceProcess('unshare', inContainer([...image.Entrypoint, ...image.Cmd]));
    t.after(() => service.end());
    const address = await service.address(60_000);
    const ready = await fetch(`${address}/health/ready`);
    assert.equal(ready.status, 200, await ready.text());
    for (const path of ['/console', '/guides', '/openapi.json'])
      assert.equal((await fetch(`${address}${path}`)).status, 200, path);
    assert.ok(readdirSync(volume).includes('service.db'));

    const checkHealth = () => {
      const [, ...check] = image.Healthcheck.Test;
      return new ServiceProcess('unshare', inContainer(check)).ended();
    };
    assert.equal(await checkHealth(), 0);
    const touch = new ServiceProcess('unshare', inContainer(['touch', '/app/file']));
    assert.equal(await touch.ended(), 1);
    assert.match(touch.stderr, /Read-only file system/);

    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0, service.stderr);
    assert.equal(await checkHealth(), 1, 'the health check finds no process');
  });
});
