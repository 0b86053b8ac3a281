import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ArchiveEntry, tarArchive } from './tar-archive.ts';
import { zipArchive } from './zip-archive.ts';

type PackageFile = { readonly file: string; readonly type: string; readonly content: Buffer };

/** The wheel and the source archive of the Python SDK in `folder`, as sdk/python/build_backend.py makes them. */
export async function pythonPackages(folder: string): Promise<readonly PackageFile[]> {
  const modules = await modulesIn(folder);
  const read = async (name: string) => ({ name, content: await readFile(join(folder, name)) });
  const [project, readme] = [await read('pyproject.toml'), await read('README.md')];
  const field = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project.content.toString())?.[1] ?? '';
  const name = `marketplace_seller-${field('version')}`;
  const metadata = Buffer.from(
    [
      'Metadata-Version: 2.1',
      `Name: ${field('name')}`,
      `Version: ${field('version')}`,
      `Summary: ${field('description')}`,
      'License: Apache-2.0',
      `Requires-Python: ${field('requires-python')}`,
      'Description-Content-Type: text/markdown',
      '',
      readme.content.toString(),
    ].join('\n'),
  );
  const source = [...modules, { name: 'PKG-INFO', content: metadata }, readme, project, await read('build_backend.py')];
  const archive = tarArchive(source.map((one) => ({ ...one, name: `${name}/${one.name}` })));
  return [
    { file: `${name}-py3-none-any.whl`, type: 'application/zip', content: wheelOf(name, modules, metadata) },
    { file: `${name}.tar.gz`, type: 'application/gzip', content: await promisify(gzip)(archive, { level: 9 }) },
  ];
}

function wheelOf(name: string, modules: readonly ArchiveEntry[], metadata: Buffer): Buffer {
  const info = `${name}.dist-info`;
  const wheel = 'Wheel-Version: 1.0\nGenerator: marketplace-seller\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const entries = [
    ...modules,
    { name: `${info}/METADATA`, content: metadata },
    { name: `${info}/WHEEL`, content: Buffer.from(wheel) },
  ];
  const lines = entries.map(
    (one) => `${one.name},sha256=${hash('sha256', one.content, 'base64url')},${one.content.length}\n`,
  );
  const record = Buffer.from(`${lines.join('')}${info}/RECORD,,\n`);
  return zipArchive([...entries, { name: `${info}/RECORD`, content: record }]);
}

async function modulesIn(folder: string): Promise<ArchiveEntry[]> {
  const found = await readdir(join(folder, 'marketplace_seller'), { recursive: true, withFileTypes: true });
  const paths = found
    .filter((one) => one.isFile() && (one.name.endsWith('.py') || one.name === 'py.typed'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .toSorted();
  return Promise.all(paths.map(async (name) => ({ name, content: await readFile(join(folder, name)) })));
}
