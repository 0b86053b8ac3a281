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
import { writePython } from './python.ts';

/**
 * Writes sdk/src/generated/, sdk/src/operator/generated/ and what the Python SDK generates (python.ts) from openapi.json: the types, and a class with a method for each operation.
 * Its methods call our own client (sdk/src/operation-client.ts), not one that the generator would copy in: retries, tokens and results
 * by status are there.
 */
const sdk = join(import.meta.dirname, '..');
const source = join(sdk, '..', 'openapi.json');
const output = join(sdk, 'src', 'generated');
/** No application of a seller calls the operator's operations, and each would load their code. */
const operatorOutput = join(sdk, 'src', 'operator', 'generated');

const document = JSON.parse(readFileSync(source, 'utf8'));
const header = '// Written by `npm run generate` from openapi.json. Do not edit.';

type Schema = {
  'x-report-type'?: string;
  not?: { enum?: string[] };
  'x-extensible-enum'?: string[];
  'x-other-word'?: boolean;
};

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
const textResolver =
  (sources: string) =>
  ({ $, plugin, schema }: TextContext) => {
    const { 'x-extensible-enum': words, 'x-other-word': isOther } = schema;
    if (isOther) return $.type(plugin.symbol('OtherWord', { external: `${sources}/other-word.ts`, kind: 'type' }));
    if (!words) return undefined;
    const anyText = $.type.and($.type('string'), $.type.object());
    return $.type.or(...words.map((word) => $.type.literal(word)), anyText);
  };
// biome-ignore lint/suspicious/noExplicitAny: the generator does not export the types of its builder.
type TextContext = { $: any; plugin: any; schema: Schema };

/** The generator imports a client by the plugin's name. `sources`: where sdk/src/ is, seen from the output. */
const ownClient = (sources: string) =>
  definePluginConfig({
    ...clientDefaultMeta,
    config: { ...clientDefaultConfig, bundle: false, throwOnError: true, baseUrl: false },
    handler: clientPluginHandler as never,
    name: `${sources}/operation-client.ts`,
  });

type Document = {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
};
const operations = Object.entries((document as Document).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    isOperators: path.startsWith('/operator/'),
    name: `${method.toUpperCase()} ${path}`,
  })),
);

/** Released as an operation of the only client that there was. */
const IN_BOTH = ['applyChanges'];
const operators = operations.filter(({ isOperators }) => isOperators);
const notForSellers = operators.filter(({ operationId }) => !IN_BOTH.includes(operationId));
const sellers = operations.filter(({ isOperators }) => !isOperators);

type Part = { containerName: string; excluded: typeof operations; hasWebhooks: boolean };

async function write(path: string, sources: string, { containerName, excluded, hasWebhooks }: Part) {
  await createClient({
    input: source,
    parser: {
      patch: {
        input: (spec) => {
          markOtherWords((spec as Document).components.schemas);
          dropFiles((spec as unknown as { paths: Parameters<typeof dropFiles>[0] }).paths);
          if (!hasWebhooks) delete (spec as { webhooks?: unknown }).webhooks;
        },
      },
      filters: { operations: { exclude: excluded.map(({ name }) => name) } },
    },
    logs: { level: 'error' },
    output: { path, clean: true, entryFile: false, module: { extension: '.ts' }, header: [header] },
    plugins: [
      { name: '@hey-api/typescript', enums: false, $resolvers: { string: textResolver(sources) as never } },
      {
        name: '@hey-api/sdk',
        auth: false,
        client: false,
        comments: true,
        operations: { strategy: 'single', containerName },
      },
      ownClient(sources)() as never,
    ],
  });
  withoutRegistry(join(path, 'sdk.gen.ts'));
}

/** The generator's list of all clients by name: nobody reads it, and it would keep the last client alive. */
function withoutRegistry(path: string) {
  const text = readFileSync(path, 'utf8');
  const registry =
    /class HeyApiRegistry.*?\n}\n\n| {4}public static readonly __registry.*?\n {4}\n {4}constructor.*?\n {4}}\n {4}\n/gs;
  if (text.match(registry)?.length !== 2)
    throw new Error(`${path} does not have the registry that is removed from it.`);
  writeFileSync(path, text.replaceAll(registry, ''));
}

await write(output, '..', { containerName: 'Operations', excluded: notForSellers, hasWebhooks: true });
await write(operatorOutput, '../..', { containerName: 'OperatorOperations', excluded: sellers, hasWebhooks: false });

/** Operations that answer 304: the generator leaves out all answers of 3xx. */
const conditional = operations
  .filter(({ responses }) => '304' in responses)
  .map(({ operationId: [first = '', ...rest] }) => `${first.toUpperCase()}${rest.join('')}Responses`);
if (operators.some(({ responses }) => '304' in responses))
  throw new Error('ConditionalResponses has only operations of sellers.');
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

/** The generator has a type for the lines of each type of reports: here by `reportType`. */
const lines = Object.entries((document as Document).components.schemas).flatMap(([title, schema]) =>
  schema['x-report-type'] === undefined ? [] : [{ title, reportType: schema['x-report-type'] }],
);
writeFileSync(
  join(output, 'report-lines.gen.ts'),
  `${header}

import type {
${lines
  .map(({ title }) => `    ${title},\n`)
  .sort()
  .join('')}} from './types.gen.ts';

/** The lines of reports in JSONL, by \`reportType\`. */
export type ReportLinesByType = {
${lines.map(({ title, reportType }) => `    ${reportType}: ${title};\n`).join('')}};
`,
);

writePython(document, join(sdk, 'python', 'marketplace_seller', '_generated'));

// The client's configuration file, which only a default client needs.
rmSync(join(sdk, 'src', 'operation-client.ts.gen.ts'), { force: true });
const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
writeFileSync(join(output, 'openapi.sha256'), `${digest}\n`);
