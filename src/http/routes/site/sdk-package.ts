import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { madeOnce } from '../../../async/made-once.ts';
import { PreparedContent } from '../../answers/prepared-content.ts';
import { unknownPath } from '../../requests/known-paths.ts';
import { pythonPackages } from './python-package.ts';
import { tarArchive } from './tar-archive.ts';

const NAME = 'marketplace-seller-sdk';
const folder = fileURLToPath(new URL('../../../../sdk/', import.meta.url));

type SdkPackage = { readonly file: string; readonly content: PreparedContent };

/**
 * `GET /sdk/marketplace-seller-sdk.tgz`: the SDK as `npm pack` makes it, for `npm install` with this address. The same with the version
 * in its name. `/sdk/marketplace_seller-VERSION-py3-none-any.whl` and `.tar.gz`: the Python SDK; `/sdk/python` links to both, for
 * `pip install --find-links` with that address, because pip reads the version in the name of a file.
 */
export function sdkRoutes(scope: FastifyInstance): void {
  const load = madeOnce(loadPackage);
  const loadPython = madeOnce(loadPythonPackages);
  scope.get('/sdk/:file', {
    schema: { hide: true },
    handler: async (request, reply) => {
      const { file } = request.params as { file: string };
      const python = (await loadPython()).get(file);
      if (python !== undefined) return python.send(request, reply);
      const sdk = await load();
      if (file !== sdk.file && file !== `${NAME}.tgz`) throw unknownPath(request);
      return sdk.content.send(request, reply);
    },
  });
}

async function loadPackage(): Promise<SdkPackage> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const names = ['LICENSE', 'README.md', 'package.json', ...(await builtFiles())];
  const entries = names.map(async (name) => ({
    name: `package/${name}`,
    content: await readFile(join(folder, name)),
  }));
  const file = `${NAME}-${version}.tgz`;
  const archive = await promisify(gzip)(tarArchive(await Promise.all(entries)), { level: 9 });
  return { file, content: new PreparedContent(archive, headersOf(file)) };
}

/** The modules and declarations in `sdk/dist`. */
async function builtFiles(): Promise<string[]> {
  const entries = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
}

/** By the name in the address. */
async function loadPythonPackages(): Promise<ReadonlyMap<string, PreparedContent>> {
  const files = await pythonPackages(join(folder, 'python'));
  // Relative: the service may be below a path.
  const links = files.map(({ file, content }) => {
    const digest = hash('sha256', content, 'hex');
    return `<a href="${file}#sha256=${digest}">${file}</a>\n`;
  });
  const page = `<!doctype html>\n<title>The Python SDK</title>\n${links.join('<br>\n')}`;
  const index = new PreparedContent(page, {
    ...headersOf('', 'text/html; charset=utf-8'),
    'Content-Disposition': 'inline',
  });
  return new Map([
    ['python', index],
    ...files.map(({ file, type, content }) => [file, new PreparedContent(content, headersOf(file, type))] as const),
  ]);
}

const headersOf = (file: string, type = 'application/gzip') => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${file}"`,
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
});
