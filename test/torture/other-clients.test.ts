import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { answersFit } from '../harness/documented.ts';
import { projectFolder, startService } from '../harness/process.ts';

const run = promisify(execFile);

/** With their versions: a new one must not fail a test by surprise. Each has a folder of its own, for they need other compilers. */
const PACKAGES = {
  newman: 'newman@6.2.2',
  spectral: '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript': 'openapi-typescript@7.13.0',
  orval: 'orval@7.13.2',
  openapi: 'openapi-typescript-codegen@0.31.0',
};
type Program = keyof typeof PACKAGES;

type Execution = {
  item: { name: string };
  response?: { code: number; header: { key: string; value: string }[]; stream: { data: number[] } };
};
type Run = { run: { executions: Execution[]; failures: { error: { message: string } }[] } };
type Collection = { item: { item: { name: string; request: { method: string; url: { path: string[] } } }[] }[] };

/** Programs that others wrote, from npm: they are too large for the packages of this project. */
describe('programs of others that read the interface', () => {
  const folder = mkdtempSync(join(tmpdir(), 'other-clients-'));
  const document = join(folder, 'openapi.json');
  before(() => writeFileSync(document, readFileSync(join(projectFolder, 'openapi.json'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function execute(program: Program, args: string[]): Promise<string> {
    const own = join(folder, program);
    const options = ['--prefix', own, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    await run('npm', ['install', ...options, PACKAGES[program]], { timeout: 240_000 });
    const { stdout } = await run(join(own, 'node_modules/.bin', program), args, { cwd: own, maxBuffer: 1 << 26 });
    return stdout;
  }

  /** What is generated compiles with the strict compiler of this project. */
  async function mustCompile(path: string): Promise<void> {
    const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const lib = ['--lib', 'es2022,dom,dom.iterable', '--skipLibCheck', '--ignoreConfig'];
    const compiled = run(join(projectFolder, 'node_modules/.bin/tsc'), [
      '--noEmit',
      '--strict',
      ...target,
      ...lib,
      path,
    ]);
    const said = await compiled.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    assert.equal(said, '');
    const text = readFileSync(path, 'utf8');
    assert.ok(text.length > 10_000 && /getListingOffers|DefaultService|NotificationsService/.test(text), path);
  }

  test('openapi-typescript writes types that compile', async () => {
    await execute('openapi-typescript', [document, '-o', 'types.ts']);
    await mustCompile(join(folder, 'openapi-typescript/types.ts'));
  });

  test('orval writes a client that compiles', async () => {
    await execute('orval', ['--input', document, '--output', 'api.ts', '--client', 'fetch']);
    await mustCompile(join(folder, 'orval/api.ts'));
  });

  test('openapi-typescript-codegen writes a client that compiles', async () => {
    await execute('openapi', ['--input', document, '--output', 'client']);
    await mustCompile(join(folder, 'openapi/client/index.ts'));
  });

  test('spectral finds no error with its rules for OpenAPI', async () => {
    const rules = join(folder, 'rules.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    const found = await execute('spectral', ['lint', document, '--ruleset', rules, '--format', 'json', '--quiet']);
    const problems = JSON.parse(found.slice(found.indexOf('['), found.lastIndexOf(']') + 1)) as { code: string }[];
    // A person to write to: the installation's operator, whom the document does not know.
    assert.deepEqual(
      problems.map(({ code }) => code).filter((code) => code !== 'info-contact'),
      [],
    );
  });

  test('newman sends every request of the Postman collection to a fresh demo, and gets what the document says', async () => {
    const service = startService();
    try {
      const base = await service.address();
      const set = { baseUrl: base, operatorClientId: 'demooperator', operatorClientSecret: 'demooperatorsecret' };
      const variables = Object.entries(set).flatMap(([key, value]) => ['--env-var', `${key}=${value}`]);
      const report = join(folder, 'newman.json');
      const output = ['--reporters', 'json', '--reporter-json-export', report];
      await execute('newman', ['run', `${base}/postman.json`, ...variables, ...output]);
      const { executions, failures } = (JSON.parse(readFileSync(report, 'utf8')) as Run).run;
      assert.deepEqual(
        failures.map(({ error }) => error.message),
        [],
      );
      const collection = (await (await fetch(`${base}/postman.json`)).json()) as Collection;
      const requests = collection.item.flatMap(({ item }) => item);
      const operations = new Map(
        requests.map(({ name, request: { method, url } }) => [
          name,
          `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`,
        ]),
      );
      assert.deepEqual(new Set(executions.map(({ item }) => item.name)), new Set(operations.keys()));
      const problemOf = answersFit((await (await fetch(`${base}/openapi.json`)).json()) as object);
      const problems = executions.flatMap(({ item, response }) => {
        if (!response) return [`${item.name}: no answer`];
        const header = response.header.find(({ key }) => key.toLowerCase() === 'content-type');
        const [type = ''] = (header?.value ?? '').split(';');
        const body = Buffer.from(response.stream.data).toString();
        return problemOf(operations.get(item.name) ?? '', { status: response.code, type, body }) ?? [];
      });
      assert.deepEqual(problems, []);
      assert.equal(executions.filter(({ response }) => response?.code === 401).length, 0);
    } finally {
      await service.end();
    }
  });
});
