import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clientDefaultConfig,
  clientDefaultMeta,
  clientPluginHandler,
  createClient,
  definePluginConfig,
} from '@hey-api/openapi-ts';

/**
 * Writes sdk/src/generated/ from openapi.json: the types, and a class with a method for each operation. Its methods call our own
 * client (sdk/src/operation-client.ts), not one that the generator would copy in: retries, tokens and results by status are there.
 */
const sdk = join(import.meta.dirname, '..');
const source = join(sdk, '..', 'openapi.json');
const output = join(sdk, 'src', 'generated');

const ownClient = definePluginConfig({
  ...clientDefaultMeta,
  config: { ...clientDefaultConfig, bundle: false, throwOnError: true, baseUrl: false },
  handler: clientPluginHandler as never,
  // The generator imports a client by the plugin's name.
  name: '../operation-client.ts',
});

await createClient({
  input: source,
  logs: { level: 'error' },
  output: {
    path: output,
    clean: true,
    entryFile: false,
    module: { extension: '.ts' },
    header: ['// Written by `npm run generate` from openapi.json. Do not edit.'],
  },
  plugins: [
    { name: '@hey-api/typescript', enums: false },
    {
      name: '@hey-api/sdk',
      auth: false,
      client: false,
      comments: true,
      operations: { strategy: 'single', containerName: 'Operations' },
    },
    ownClient() as never,
  ],
});

// The client's configuration file, which only a default client needs.
rmSync(join(sdk, 'src', 'operation-client.ts.gen.ts'), { force: true });
const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
writeFileSync(join(output, 'openapi.sha256'), `${digest}\n`);
