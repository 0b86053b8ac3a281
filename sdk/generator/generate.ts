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

const document = JSON.parse(readFileSync(source, 'utf8'));
const header = '// Written by `npm run generate` from openapi.json. Do not edit.';

type Schema = { not?: { enum?: string[] }; 'x-extensible-enum'?: string[]; 'x-other-word'?: boolean };

/** The generator drops `not`, but keeps what begins with `x-`. */
const markOtherWords = (schemas: Record<string, Schema>) => {
  for (const schema of Object.values(schemas)) if (schema.not?.enum) schema['x-other-word'] = true;
};

type Content = { content?: Record<string, unknown> };
type Bodies = { requestBody?: Content; responses: Record<string, Content> };

/** Files are for people: programs send and get JSON, and the client reads nothing else. */
const dropFiles = (paths: Record<string, Record<string, Bodies>>) => {
  for (const { requestBody, responses } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) delete content['text/csv'];
};

/** An open set: the known words for the editor to offer, and any other. `not` some words: an OtherWord. */
const textResolver = ({ $, plugin, schema }: TextContext) => {
  const { 'x-extensible-enum': words, 'x-other-word': isOther } = schema;
  if (isOther) return $.type(plugin.symbol('OtherWord', { external: '../other-word.ts', kind: 'type' }));
  if (!words) return undefined;
  const anyText = $.type.and($.type('string'), $.type.object());
  return $.type.or(...words.map((word) => $.type.literal(word)), anyText);
};
// biome-ignore lint/suspicious/noExplicitAny: the generator does not export the types of its builder.
type TextContext = { $: any; plugin: any; schema: Schema };

const ownClient = definePluginConfig({
  ...clientDefaultMeta,
  config: { ...clientDefaultConfig, bundle: false, throwOnError: true, baseUrl: false },
  handler: clientPluginHandler as never,
  // The generator imports a client by the plugin's name.
  name: '../operation-client.ts',
});

await createClient({
  input: source,
  parser: {
    patch: {
      input: (spec) => {
        markOtherWords((spec as Document).components.schemas);
        dropFiles((spec as unknown as { paths: Parameters<typeof dropFiles>[0] }).paths);
      },
    },
    // For the operator's auditors: no application of a seller reads it, and each would load the code.
    filters: { operations: { exclude: ['GET /operator/v1/audit'] } },
  },
  logs: { level: 'error' },
  output: {
    path: output,
    clean: true,
    entryFile: false,
    module: { extension: '.ts' },
    header: [header],
  },
  plugins: [
    { name: '@hey-api/typescript', enums: false, $resolvers: { string: textResolver as never } },
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

/** Operations that answer 304: the generator leaves out all answers of 3xx. */
type Document = {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
};
const conditional = Object.values((document as Document).paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ responses }) => '304' in responses)
  .map(({ operationId: [first = '', ...rest] }) => `${first.toUpperCase()}${rest.join('')}Responses`);
writeFileSync(
  join(output, 'conditional.gen.ts'),
  `${header}

import type {
${conditional.map((name) => `    ${name},\n`).join('')}} from './types.gen.ts';

/** The answers of the operations that take \`if-none-match\`, and then may answer 304. */
export type ConditionalResponses =
${conditional.map((name) => `    | ${name}`).join('\n')};
`,
);

/** The generator's list of all clients by name: nobody reads it, and it would keep the last client alive. */
const operations = join(output, 'sdk.gen.ts');
const text = readFileSync(operations, 'utf8');
const registry =
  /class HeyApiRegistry.*?\n}\n\n| {4}public static readonly __registry.*?\n {4}\n {4}constructor.*?\n {4}}\n {4}\n/gs;
if (text.match(registry)?.length !== 2)
  throw new Error(`${operations} does not have the registry that is removed from it.`);
writeFileSync(operations, text.replaceAll(registry, ''));

// The client's configuration file, which only a default client needs.
rmSync(join(sdk, 'src', 'operation-client.ts.gen.ts'), { force: true });
const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
writeFileSync(join(output, 'openapi.sha256'), `${digest}\n`);
