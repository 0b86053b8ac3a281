import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../../harness/app.ts';
import { pythonPath } from '../../harness/python.ts';

const run = promisify(execFile);
const sdk = join(import.meta.dirname, '../../..', 'sdk');
/** Compares the files in two archives, and the names in RECORD with what is there. */
const SAME_FILES = `
import sys, tarfile, zipfile
def files(path):
    if path.endswith('.whl'):
        with zipfile.ZipFile(path) as one:
            assert one.testzip() is None
            names = one.namelist()
            record = one.read(next(n for n in names if n.endswith('RECORD'))).decode()
            assert sorted(line.split(',')[0] for line in record.splitlines()) == sorted(names)
            return {n: one.read(n) for n in names}
    with tarfile.open(path) as one:
        return {m.name: one.extractfile(m).read() for m in one.getmembers()}
a, b = map(files, sys.argv[1:])
assert a == b, sorted(set(a) ^ set(b)) or [n for n in a if a[n] != b[n]]
print('same', len(a))
`;

import { testInTorture } from '../../harness/scale.ts';

const STABLE = '/sdk/marketplace-seller-sdk.tgz';

/** Decision 61: the SDK's package needs no token. */
describe('/sdk', () => {
  let service: TestApp;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-package-'));
    service = await startApp();
    await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    await service.app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const base = () => `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;

  test('200 the package with its version in the name is the same as the one without', async () => {
    const { version } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as { version: string };
    const [stable, named] = [
      await service.app.inject(STABLE),
      await service.app.inject(`/sdk/marketplace-seller-sdk-${version}.tgz`),
    ];
    assert.deepEqual([stable.statusCode, stable.headers['content-type']], [200, 'application/gzip']);
    assert.ok(stable.rawPayload.equals(named.rawPayload));
    assert.equal(stable.headers['content-encoding'], undefined);
    assert.match(String(stable.headers['content-disposition']), new RegExp(`filename="[a-z-]+-${version}\\.tgz"$`));
  });

  testInTorture(
    '200 the Python packages that /sdk/python links to have the files of build_backend.py, and Python imports the wheel',
    async () => {
      const made = join(folder, 'made');
      await mkdir(made);
      const python = await pythonPath();
      await run(python, ['-B', join(sdk, 'python', 'build_backend.py'), made]);
      const page = await service.app.inject('/sdk/python');
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      const links = [...page.body.matchAll(/href="([^#"]+)#sha256=(\w+)"/g)];
      assert.deepEqual(new Set(links.map(([, file]) => file)), new Set(await readdir(made)));
      for (const [, file = '', digest] of links) {
        const { statusCode, rawPayload } = await service.app.inject(`/sdk/${file}`);
        assert.deepEqual([statusCode, hash('sha256', rawPayload)], [200, digest]);
        await writeFile(join(folder, file), rawPayload);
        const { stdout } = await run(python, ['-c', SAME_FILES, join(made, file), join(folder, file)]);
        assert.match(stdout, /^same [1-9]\d\n$/, file);
      }
      const wheel = links.map(([, file = '']) => file).find((file) => file.endsWith('.whl')) ?? assert.fail();
      const env = { ...process.env, PYTHONPATH: join(folder, wheel) };
      const { stdout } = await run(python, ['-c', 'import marketplace_seller as m; print(m.__version__, m.__file__)'], {
        env,
      });
      assert.match(stdout, /^\d+\.\d+\.\d+ .*\.whl/);
    },
  );

  test('304 a package that the client has; another process makes the same bytes', async () => {
    const { headers, rawPayload } = await service.app.inject(STABLE);
    const again = await service.app.inject({ url: STABLE, headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.statusCode, again.headers['cache-control']], [304, 'public, max-age=300']);
    const other = await startApp();
    assert.ok((await other.app.inject(STABLE)).rawPayload.equals(rawPayload));
    await other.app.close();
  });

  test('200 tar finds the files of npm pack in it, with their content', async () => {
    const file = join(folder, 'sdk.tgz');
    await writeFile(file, (await service.app.inject(STABLE)).rawPayload);
    await run('tar', ['-xzf', file, '-C', folder]);
    const names = (await readdir(join(folder, 'package'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'package').length + 1));
    for (const name of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/node/file-token-store.d.ts'])
      assert.ok(names.includes(name), name);
    for (const name of names)
      assert.deepEqual(await readFile(join(folder, 'package', name)), await readFile(join(sdk, name)), name);
  });

  test('200 npm installs it from this address without a registry, and a program imports it', async () => {
    const project = await mkdtemp(join(folder, 'project-'));
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    // Port 1 answers nobody: npm gets nothing from elsewhere.
    const env = { ...process.env, HOME: project, npm_config_registry: 'http://127.0.0.1:1/' };
    const options = ['--no-audit', '--no-fund', '--no-update-notifier', '--fetch-retries=0'];
    await run('npm', ['install', ...options, `${base()}${STABLE}`], { cwd: project, env });
    const program =
      "import { createClient } from 'marketplace-seller-sdk'; import { fileTokenStore } from 'marketplace-seller-sdk/file-token-store'; import { createOperatorClient } from 'marketplace-seller-sdk/operator'; const options = { baseUrl: 'http://127.0.0.1:1' }; console.log(typeof createClient(options).getListings, typeof createOperatorClient(options).getUsage, typeof fileTokenStore);";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
    assert.equal(stdout, 'function function function\n');
  });

  test('404 another version, or another file', async () => {
    for (const url of [
      '/sdk',
      '/sdk/',
      '/sdk/x.tgz',
      '/sdk/marketplace-seller-sdk-0.0.0.tgz',
      '/sdk/..%2fpackage.json',
    ])
      assert.equal((await service.app.inject(url)).statusCode, 404, url);
  });
});
