import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEngine, withEnginesInTorture } from '../db/engines.ts';
import { Collector, KINDS, type ReceivedSpan } from '../harness/collector.ts';
import { answer, inSequence, Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { SELLER, startTracedService, type TracedService } from './traced-service.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER_SPAN}-00`;
const TEST_ROUTE = '/notifications/v4/subscriptions/:notificationType/testNotification';
const TEST_PATH = '/notifications/v4/subscriptions/WEBHOOKS/testNotification';

const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');

withEnginesInTorture('traces', (engine) => {
  let collector: Collector;
  let receiver: Receiver;
  const services: TracedService[] = [];
  before(async () => {
    collector = await Collector.start();
    receiver = await Receiver.start();
  });
  after(async () => {
    for (const service of services) await service.close();
    await receiver.close();
    await collector.close();
  });

  const start = async (settings: Record<string, string>) => {
    const service = await startTracedService(await engine.migrated(), settings);
    services.push(service);
    return service;
  };
  const all = (more: Record<string, string> = {}) => ({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1', OTEL_SERVICE_NAME: 'story' },
    ...more,
  });
  const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

  it("go from the caller through request, provider, store and delivery to the webhook's receiver, retry included", async () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b' };
    const service = await start(all({ ...headers, NOTIFY_TEST_RETRY_SECONDS: '0,0' }));
    await service.send('/operator/v1/changes', {
      method: 'POST',
      token: 'operator',
      body: lines(marketplace('M1', 'USD', true), seller(SELLER)),
    });
    await service.createWebhook(receiver.url('/story?secret=hush-4711'));
    receiver.on('/story?secret=hush-4711', inSequence(answer(500), answer(204)));
    await service.startWorker();
    const token = `app-9.for.${SELLER}`;
    await service.send('/notifications/v4/destinations?hush-4711', { token });
    const sent = await service.send(TEST_PATH, {
      method: 'POST',
      headers: { traceparent, tracestate: 'vendor=1', 'x-request-id': 'story-1' },
      body: {},
    });
    assert.equal(sent.status, 200, sent.text);
    const arrivals = () => receiver.arrivals('/story?secret=hush-4711');
    await until('both attempts arrived', () => arrivals().length === 2);
    await until('the outcomes are stored', async () => {
      const row = await service.db.get<{ state: string }>('SELECT state FROM delivery');
      return row?.state === 'DELIVERED';
    });
    await service.close();

    const spans = spansOf(TRACE);
    const [request, ...others] = spans.filter(({ kind }) => kind === KINDS.server);
    assert.ok(request && others.length === 0);
    assert.equal(request.name, `POST ${TEST_ROUTE}`);
    assert.equal(request.parentSpanId, CALLER_SPAN);
    assert.equal(request.traceState, 'vendor=1');
    assert.equal(request.service, 'story');
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['story-1'],
      'http.route': TEST_ROUTE,
    });
    const below = (parent: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
    const transaction = below(request).find(({ name }) => name === 'transaction');
    const insert = transaction && below(transaction).find(({ name }) => name === 'INSERT delivery');
    const system = engine.name === 'sqlite' ? 'sqlite' : 'postgresql';
    assert.deepEqual(insert?.attributes, {
      'db.system.name': system,
      'db.operation.name': 'INSERT',
      'db.query.summary': 'INSERT delivery',
      'db.collection.name': 'delivery',
      'db.operation.batch.size': 1,
    });

    const deliveries = below(request).filter(({ name }) => name === 'deliver WEBHOOKS');
    assert.deepEqual(
      deliveries.map(({ kind }) => kind),
      [KINDS.consumer, KINDS.consumer],
    );
    assert.deepEqual(new Set(deliveries.map(({ attributes }) => attributes['notification.attempt'])), new Set([1, 2]));
    for (const delivery of deliveries) {
      assert.deepEqual(
        delivery.links.map(({ traceId, spanId }) => [traceId, spanId]),
        [[TRACE, request.spanId]],
      );
    }
    const sendings = deliveries.flatMap(below);
    assert.equal(sendings.length, 2);
    assert.deepEqual(
      new Set(sendings.map(({ attributes }) => attributes['http.response.status_code'])),
      new Set([204, 500]),
    );
    assert.deepEqual(
      new Set(arrivals().map(({ headers }) => headers.traceparent)),
      new Set(sendings.map(({ spanId }) => `00-${TRACE}-${spanId}-01`)),
    );
    assert.deepEqual(
      arrivals().map(({ headers }) => headers.tracestate),
      ['vendor=1', 'vendor=1'],
    );

    // The token of the other application was not cached: its request waited for the provider.
    const introspection = collector.spans.filter(({ name }) => name === 'POST introspection');
    assert.ok(introspection.length >= 1);
    assert.equal(introspection[0]?.attributes['http.response.status_code'], 200);
    assert.ok(introspection.some((span) => span.attributes['server.address'] === '127.0.0.1'));

    assert.equal(service.requestLines(TEST_ROUTE)[0]?.traceId, TRACE);
    assert.equal(collector.requests[0]?.path, '/v1/traces');
    assert.equal(collector.requests[0]?.headers['x-tenant'], 'a b');
    const everything = collector.requests.map(({ body }) => body).join();
    for (const hidden of ['hush-4711', 'Bearer', `for.${SELLER}`, `"${SELLER}"`, '/story'])
      assert.ok(!everything.includes(hidden), hidden);
    for (const span of spans) assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
  });

  if (engine.name === 'sqlite')
    it("lead from an operator's change to the webhooks of the sellers that it concerns", async () => {
      const service = await start(all());
      const operator = { method: 'POST', token: 'operator' };
      const market = [marketplace('M1', 'USD', true), seller(SELLER), item('I1'), offer(SELLER, 'A', 'I1')];
      await service.send('/operator/v1/changes', { ...operator, body: lines(...market) });
      await service.createWebhook(receiver.url('/change'));
      await service.startWorker();
      const many = Array.from({ length: 4_000 }, (_, n) => seller(`other-${n}`));
      const changed = await service.send('/operator/v1/changes', {
        ...operator,
        headers: { traceparent: traceparent.replaceAll('4', '5'), tracestate: 'internal=secret' },
        body: lines(offer(SELLER, 'A', 'I1', { listingPrice: 19 }), ...many),
      });
      assert.equal(changed.status, 200, changed.text);
      await until('the event arrived', () => receiver.arrivals('/change').length > 0);
      const [arrival] = receiver.arrivals('/change');
      const traceId = TRACE.replaceAll('4', '5');
      assert.match(arrival?.headers.traceparent ?? '', new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      assert.equal(arrival?.headers.tracestate, undefined, "the operator's own state goes to no seller");
      await service.close();
      const names = spansOf(traceId).map(({ name }) => name);
      assert.ok(names.includes('POST /operator/v1/changes') && names.includes('deliver WEBHOOKS'), names.join());
      // The request and the first hundred spans below it, of some hundred statements.
      assert.equal(names.filter((name) => !/^(deliver|send) /.test(name)).length, 101);
    });
});

onEngine('sqlite', 'without a collector', (engine) => {
  it('a valid traceparent is passed on to the webhook, and nothing otherwise', async () => {
    const receiver = await Receiver.start();
    const service = await startTracedService(await engine.migrated(), {});
    await service.createWebhook(receiver.url('/off'));
    await service.startWorker();
    const sent = [{ traceparent, tracestate: 'vendor=1,vendor=2' }, { traceparent: traceparent.toUpperCase() }, {}];
    for (const [n, headers] of sent.entries()) {
      await service.send(TEST_PATH, { method: 'POST', headers: headers as Record<string, string>, body: {} });
      await until('it arrived', () => receiver.arrivals('/off').length === n + 1);
    }
    await service.close();
    await receiver.close();
    const got = receiver.arrivals('/off').map(({ headers }) => [headers.traceparent, headers.tracestate]);
    // A list that names a vendor twice is invalid: it alone is dropped.
    assert.deepEqual(got, [
      [traceparent, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    assert.equal(service.requestLines(TEST_ROUTE)[0]?.traceId, undefined);
  });
});
