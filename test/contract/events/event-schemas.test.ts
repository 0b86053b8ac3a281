import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_KINDS, type EventKind } from '../../../src/domain/notifications/notification.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { documentedBy } from '../../harness/documented.ts';

const BASE = '/notifications/v4/schemas';

type Schema = { $id: string; $schema: string; title: string; description: string; examples: Event[] };
type Event = { type: string; sequence?: string; data: Record<string, unknown> };

describe('the schemas of events', () => {
  let service: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  const schemas = new Map<EventKind, { schema: Schema; check: ValidateFunction }>();
  before(async () => {
    service = await startApp();
    mustFit = await documentedBy(service.app);
    for (const kind of EVENT_KINDS) {
      // As a receiver would use it: strict, and without any other document.
      const ajv = new Ajv2020({ strictRequired: false, allowUnionTypes: true });
      addFormats.default(ajv);
      const schema = (await get(`/${kind}`)).json() as Schema;
      schemas.set(kind, { schema, check: ajv.compile(schema) });
    }
  });
  after(() => service.app.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await service.app.inject({ url: `${BASE}${path}`, headers });
    if (answer.statusCode !== 304) mustFit('GET', path === '' ? BASE : `${BASE}/{eventType}`, answer);
    return answer;
  };
  const of = (kind: EventKind) => schemas.get(kind) ?? assert.fail(kind);

  test('200 lists all kinds with the address of each schema, without a token', async () => {
    const answer = await get('');
    const { schemas: listed } = answer.json() as {
      schemas: { eventType: string; schema: string; description: string }[];
    };
    assert.deepEqual(
      listed.map(({ eventType }) => eventType),
      [...EVENT_KINDS],
    );
    for (const { schema, description } of listed) {
      assert.ok(description.endsWith('.'));
      const { $id } = (await service.app.inject(new URL(schema).pathname)).json() as Schema;
      assert.equal($id, schema);
    }
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  for (const kind of EVENT_KINDS) {
    test(`200 the schema of ${kind} is complete, and its example fits`, () => {
      const { schema, check } = of(kind);
      assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
      assert.equal(schema.$id, `http://127.0.0.1:8080${BASE}/${kind}`);
      assert.ok(schema.title && schema.description);
      const [example = assert.fail('no example')] = schema.examples;
      assert.equal(example.type, kind);
      assert.ok(check(example), JSON.stringify(check.errors));
      // Additive members may appear (decision 45), in the frame and in the content.
      assert.ok(check({ ...example, later: 1, data: { ...example.data, Later: true } }));
    });

    test(`200 the schema of ${kind} rejects an event without a member of its frame or content, and another kind`, () => {
      const { schema, check } = of(kind);
      const [example = assert.fail()] = schema.examples;
      const optional = ['previoussequence', 'supersedes', 'subject'];
      const required = Object.keys(example).filter((name) => !optional.includes(name));
      for (const name of required) assert.ok(!check({ ...example, [name]: undefined }), name);
      for (const name of ['payloadVersion', 'sellerId']) {
        const { [name]: _gone, ...data } = example.data;
        assert.ok(!check({ ...example, data }), name);
      }
      assert.ok(!check({ ...example, type: 'OTHER' }));
      assert.equal('sequence' in example, kind !== 'TEST_NOTIFICATION');
      if ('sequence' in example)
        for (const bad of [42, '042', '', '-1']) assert.ok(!check({ ...example, sequence: bad }));
    });
  }

  test('200 market events require what the receiver acts on', () => {
    const needed: Partial<Record<EventKind, string[]>> = {
      ANY_OFFER_CHANGED: ['revision', 'storeItemId', 'ItemCondition', 'status', 'Summary', 'Offers', 'Own'],
      BUY_BOX_CHANGED: ['revision', 'ItemCondition', 'CustomerType', 'offerType', 'Cause', 'Change', 'MyOffers', 'Own'],
      PRICE_CHANGED: ['revision', 'SellerSKU', 'TermsRevision', 'TermsBefore', 'TermsAfter', 'ChangedBy', 'Own'],
      PRICING_HEALTH: ['revision', 'storeItemId', 'Health', 'Offers', 'Own'],
    };
    for (const [kind, names] of Object.entries(needed)) {
      const { schema, check } = of(kind as EventKind);
      const [example = assert.fail()] = schema.examples;
      for (const name of names) {
        const { [name]: _gone, ...data } = example.data;
        assert.ok(!check({ ...example, data }), `${kind} without ${name}`);
      }
    }
  });

  test('200 a kind matches in any case', async () => {
    assert.equal((await get('/buy_box_changed')).body, (await get('/BUY_BOX_CHANGED')).body);
  });

  test('304 when the caller has the schema already; caches may keep it', async () => {
    const { headers } = await get('/BUY_BOX_CHANGED');
    assert.match(String(headers['cache-control']), /^public, max-age=\d+$/);
    const again = await get('/BUY_BOX_CHANGED', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag]);
    const other = await get('/PRICING_HEALTH', { 'if-none-match': String(headers.etag) });
    assert.equal(other.statusCode, 200);
  });

  test('404 an unknown kind, and the answer lists the known ones', async () => {
    for (const path of ['/NOPE', '/__proto__', '/constructor']) {
      const answer = await get(path);
      assert.equal(answer.statusCode, 404);
      const { errors } = answer.json() as { errors: { code: string; details: string }[] };
      assert.equal(errors[0]?.code, 'NotFound');
      for (const kind of EVENT_KINDS) assert.match(errors[0]?.details ?? '', new RegExp(kind));
    }
  });

  test('405 other methods', async () => {
    const answer = await service.app.inject({ method: 'POST', url: `${BASE}/BUY_BOX_CHANGED`, payload: {} });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD']);
  });
});
