import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { madeOnce } from '../../../async/made-once.ts';
import { PreparedContent } from '../../answers/prepared-content.ts';
import { unknownPath } from '../../requests/known-paths.ts';
import { tarArchive } from './tar-archive.ts';

const NAME = 'marketplace-seller-sdk';
const folder = fileURLToPath(new URL('../../../../sdk/', import.meta.url));

type SdkPackage = { readonly file: string; readonly content: PreparedContent };

/**
 * `GET /sdk/marketplace-seller-sdk.tgz`: the SDK as `npm pack` makes it, for `npm install` with this address. The same with the version
 * in its name.
 */
export function sdkRoutes(scope: FastifyInstance): void {
  const load = madeOnce(loadPackage);
  scope.get('/sdk/:file', {
    schema: { hide: true },
    handler: async (request, reply) => {
      const { file } = request.params as { file: string };
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

const headersOf = (file: string) => ({
  'Content-Type': 'application/gzip',
  'Content-Disposition': `attachment; filename="${file}"`,
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
});
