import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { EVENT_KINDS } from '../../../src/domain/notifications/notification.ts';
import { type Limits, readRatePlan } from '../../../src/domain/rate-plan.ts';
import { wholeDocument } from '../../../src/http/openapi/openapi.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { dereferenced } from '../../harness/dereferenced.ts';
import { testInTorture } from '../../harness/scale.ts';

const run = promisify(execFile);

type Content = Record<string, { schema?: object; example?: unknown; examples?: object }>;
type Parameter = {
  name: string;
  required?: boolean;
  example?: unknown;
  schema: { type?: string; enum?: string[]; default?: unknown; minimum?: number; maximum?: number };
};
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  security?: Record<string, string[]>[];
  summary: string;
  description: string;
  'x-rate-limit'?: object;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
};
type Webhook = { post: Omit<Operation, 'requestBody'> & { tags: string[]; requestBody: { content: Content } } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Webhook>;
  components: { securitySchemes: object; schemas: Record<string, object>; responses: object };
};

describe('/openapi.json', () => {
  let service: TestApp;
  let document: Document;
  before(async () => {
    service = await startApp();
    document = (await service.app.inject('/openapi.json')).json();
  });
  after(() => service.app.close());

  const operations = () =>
    Object.entries(dereferenced(document).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );

  test('200 is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
  });

  // The engine of `redocly lint`, without its command line: it sends no telemetry and needs no network.
  testInTorture('redocly lint finds nothing with its recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  });

  test('the copy in the tree is this document', () => {
    const copy = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    assert.deepEqual(copy, document);
  });

  testInTorture('`npm run openapi` prints this document', async () => {
    const { stdout } = await run(process.execPath, ['src/main.ts', 'openapi'], { maxBuffer: 16 * 1024 * 1024 });
    assert.deepEqual(JSON.parse(stdout), document);
  });

  test('has every refusal and every example of one once; without references it is what the routes say', async () => {
    const whole = JSON.stringify(await wholeDocument(service.app));
    assert.deepEqual(dereferenced(document), JSON.parse(whole));
    const refusals = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .flatMap(([status, answer]) => (status < '300' || '$ref' in answer ? [] : [JSON.stringify(answer)]));
    const shared = Object.values(document.components.responses).map((answer) => JSON.stringify(answer));
    assert.equal(new Set([...refusals, ...shared]).size, refusals.length + shared.length);
    assert.ok(JSON.stringify(document).length < 0.7 * whole.length);
    for (const name of Object.keys(document.components.responses)) assert.match(name, /^[A-Z][A-Za-z]+$/);
  });

  test('every operation has a name, a summary, a description, and examples of all it takes and answers', () => {
    const lacking: string[] = [];
    for (const { name, operation } of operations()) {
      for (const field of ['operationId', 'summary', 'description'] as const) {
        if (!operation[field]) lacking.push(`${name}: ${field}`);
      }
      const contents: [string, Content | undefined][] = Object.entries(operation.responses).map(([status, answer]) => {
        if (!answer.description || answer.description === 'Default Response')
          lacking.push(`${name} ${status}: description`);
        return [status, answer.content];
      });
      if (operation.requestBody) contents.push(['body', operation.requestBody.content]);
      for (const [part, content = {}] of contents) {
        for (const media of Object.values(content)) {
          if (media.example === undefined && media.examples === undefined) lacking.push(`${name} ${part}: example`);
        }
      }
    }
    assert.deepEqual(lacking, []);
    assert.ok(operations().length >= 2);
  });

  test('summaries are short and distinct: they are the names in the side bar of the reference page', () => {
    const summaries = operations().map(({ operation }) => operation.summary);
    assert.deepEqual(
      summaries.filter((text) => text.length > 32 || text.endsWith('.')),
      [],
    );
    assert.equal(new Set(summaries).size, summaries.length);
  });

  test('examples can be tried in the order of the page: none deletes or disables the destination of another one', () => {
    const deleted = String(parameter('deleteDestination', 'channelId').example);
    assert.match(deleted, /^ch_/);
    const users = operations().filter(({ operation: { parameters = [], requestBody } }) =>
      JSON.stringify([parameters.map(({ example }) => example), requestBody]).includes(deleted),
    );
    assert.deepEqual(
      users.map(({ operation: { operationId } }) => operationId),
      ['deleteDestination'],
    );
    assert.doesNotMatch(JSON.stringify(operation('changeDestination').requestBody), /"status":"INACTIVE"/);
  });

  test('webhooks has every kind of event with the signature headers, a shape of its own and an example', () => {
    assert.deepEqual(Object.keys(document.webhooks), [...EVENT_KINDS]);
    for (const [kind, { post }] of Object.entries(document.webhooks)) {
      assert.deepEqual(
        post.parameters?.map(({ name, required }) => [name, required]),
        [
          ...['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'].map((name) => [name, true]),
          ['traceparent', false],
        ],
      );
      const media = post.requestBody.content['application/cloudevents+json'] ?? assert.fail(kind);
      const { $ref } = media.schema as { $ref: string };
      const shape = document.components.schemas[$ref.replace('#/components/schemas/', '')];
      assert.match(JSON.stringify(shape), new RegExp(`"const":"${kind}"`));
      assert.deepEqual(Object.keys(media.examples ?? {}), [kind]);
    }
    // The shapes of the pricing answers are there once.
    assert.match(JSON.stringify(document.components.schemas.AnyOfferChangedData), /schemas\/OfferSummary"/);
    const ids = operations().map(({ operation: { operationId } }) => operationId);
    const all = [...ids, ...Object.values(document.webhooks).map(({ post }) => post.operationId)];
    assert.equal(new Set(all).size, all.length);
  });

  test('every operation that is limited says how many requests the rate plan of the installation allows', async () => {
    const read = readRatePlan(JSON.parse(readFileSync(new URL('../../../plans/strict.json', import.meta.url), 'utf8')));
    assert.ok('plan' in read);
    const limited = await startApp({ ratePlan: read.plan });
    const { paths } = (await limited.app.inject('/openapi.json')).json() as Document;
    await limited.app.close();
    const { burst, sustained } = read.plan.operations.changePrices as Limits;
    const changePrices = paths['/products/pricing/v4/priceChanges']?.post;
    const per = 'application and seller';
    assert.deepEqual(changePrices?.['x-rate-limit'], { per, burst, sustained });
    assert.match(changePrices.description, /At most 2 requests in a second and 30 requests in 60 seconds for each app/);
    assert.deepEqual(paths['/products/pricing/v4/price']?.get?.['x-rate-limit'], { per, ...read.plan.default });
    assert.deepEqual(paths['/auth/v4/token']?.post?.['x-rate-limit'], {
      ...{ per: 'client and address', ...read.plan.client, perAddress: read.plan.address },
    });
    for (const { name, operation: one } of operations())
      assert.equal('x-rate-limit' in one, '429' in one.responses, name);
    assert.doesNotMatch(operation('getPricing').description, /At most/);
  });

  test('every operation documents a success and a failure', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => status < '400') && statuses.includes('500'), `${name}: ${statuses}`);
    }
  });

  const operation = (operationId: string) => {
    const found = operations().find(({ operation: one }) => one.operationId === operationId)?.operation;
    assert.ok(found, operationId);
    return found;
  };
  const parameter = (operationId: string, name: string) => {
    const found = operation(operationId).parameters?.find((one) => one.name === name);
    assert.ok(found, name);
    return found;
  };

  test('parameters with fixed values list them, and a default is documented where spec 4.3 shows one', () => {
    const types = ['EMAIL', 'WEBHOOKS', 'SMS', 'PULL', 'MOBILE_PUSH'];
    assert.deepEqual(parameter('sendTestNotification', 'notificationType').schema.enum?.toSorted(), types.toSorted());
    assert.deepEqual(parameter('startAuthorization', 'response_type').schema.enum, ['code']);
    assert.deepEqual(parameter('startAuthorization', 'code_challenge_method').schema.enum, ['S256']);
    const itemType = parameter('getCompetitivePricing', 'ItemType');
    assert.deepEqual([itemType.required, itemType.schema.default], [true, 'Sku']);
    assert.equal(parameter('getDeliveries', 'limit').required ?? false, false);
    assert.equal(JSON.stringify(document).includes('x-documented'), false);
  });

  test('numbers in a query have a minimum and a maximum, which also reject 1e400', () => {
    const parameters = operations().flatMap(({ operation }) => operation.parameters ?? []);
    const numbers = parameters.filter(({ schema }) => ['integer', 'number'].includes(schema.type ?? ''));
    assert.ok(numbers.length > 0);
    for (const { name, schema } of numbers)
      assert.ok(schema.minimum !== undefined && schema.maximum !== undefined, name);
  });

  test('every operation says how its caller proves who it is', () => {
    const open = operations().filter(({ operation: { security } }) => security?.length === 0);
    assert.deepEqual(
      open.map(({ operation: { operationId } }) => operationId),
      ['getLiveness', 'getReadiness', 'startAuthorization', 'getEventSchemas', 'getEventSchema'],
    );
    assert.deepEqual(operation('requestToken').security, [{ clientBasic: [] }, {}]);
    assert.deepEqual(operation('registerClient').security, [{}, { initialAccess: [] }]);
    const right = 'seller-api:pricing:read';
    assert.deepEqual(operation('getPricing').security, [{ sellerAuth: [] }, { sellerOAuth: [right] }]);
    const guarded = operations().filter(({ operation: { security } }) => security?.[0]?.sellerAuth);
    assert.equal(open.length + guarded.length + 2, operations().length);
    const schemes = document.components.securitySchemes as Record<string, { flows?: Record<string, object> }>;
    assert.deepEqual(Object.keys(schemes.sellerOAuth?.flows ?? {}), ['clientCredentials', 'authorizationCode']);
  });

  test('answers document the headers that they have', () => {
    for (const { name, operation: one } of operations()) {
      const isLimited = '429' in one.responses;
      for (const [status, { headers = {} }] of Object.entries(one.responses)) {
        const has = (header: string) => header in headers;
        if (status === '302') assert.ok(has('Location'), name);
        if (status === '304') assert.ok(has('ETag'), name);
        assert.ok(has('X-Request-Id'), `${name} ${status}`);
        assert.equal(has('RateLimit') && has('RateLimit-Policy'), isLimited && !['421', '503'].includes(status));
        assert.equal(has('Retry-After'), status === '429' || status === '503', `${name} ${status}`);
        assert.equal(has('WWW-Authenticate'), status === '401' || status === '403', `${name} ${status}`);
      }
    }
  });
});
