// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');

/** Loaded when they are first used. A plain `import` of one anywhere makes every start slower, and nothing else tells. */
const LOADED_LATER = [
  '@fastify/swagger',
  '@scalar/fastify-api-reference',
  'marked',
  'esbuild',
  'nodemailer',
  'web-push',
  'csv-parse',
  'pg',
  '@redis/client',
  'undici',
];

async function filesLoadedBy(program: string): Promise<string[]> {
  // CommonJS and ES modules.
  const script = `const urls = [];
    require('node:module').registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    ${program}.then(() => console.log(urls.join('\\n')))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: root });
  return stdout.split('\n');
}

const isOf = (name: string) => (file: string) =>
  file.endsWith(`/node_modules/${name}`) || file.includes(`/node_modules/${name}/`);

describe('the modules of a start', () => {
  it('leaves packages to their first use', async () => {
    const files = await filesLoadedBy("import('./src/roles/process/serve.ts')");
    assert.ok(files.some(isOf('fastify')), 'the list is of the right process');
    assert.deepEqual(
      LOADED_LATER.filter((name) => files.some(isOf(name))),
      [],
    );
  });

  it('finds a package that is loaded', async () => {
    const files = await filesLoadedBy(
      "Promise.all(['@fastify/swagger', 'marked', 'undici'].map((name) => import(name)))",
    );
    assert.deepEqual(
      LOADED_LATER.filter((name) => files.some(isOf(name))),
      ['@fastify/swagger', 'marked', 'undici'],
    );
  });
});
