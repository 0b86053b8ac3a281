import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openApiDocument } from '../../../src/http/openapi/openapi.ts';
import type { ApplyStream } from '../../../src/http/routes/market/live-changes.ts';
import { applyLiveChanges } from '../../../src/market/intake/live-changes.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';
import { scaled } from '../../harness/scale.ts';
import { until } from '../../harness/until.ts';

const marketplace = {
  ...{ kind: 'marketplace', marketplaceId: 'M1', name: 'One', countryCode: 'US', currency: 'USD', isDefault: true },
};
const seller = {
  ...{ kind: 'seller', sellerId: 'S1', plan: 'Professional', feedbackRating: 95, feedbackCount: 100 },
  featuredMerchant: true,
};
const item = { kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'books' };
const offer = (sku: string, listingPrice = 20) => ({
  ...{ kind: 'offer', marketplaceId: 'M1', sellerId: 'S1', sku, itemId: 'I1', condition: 'New', subCondition: 'New' },
  ...{ channel: 'FS', listingPrice, shipping: 0, quantity: 5 },
});
const asLines = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const market = [marketplace, seller, item, offer('A')];
const ndjson = 'application/x-ndjson';
const none = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };

/** More than the memory that may be used. */
const STREAMED_MB = scaled(30, 50);

onEngine('sqlite', 'POST /operator/v1/changes', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let address: string;
  let target: Market;
  let storeFails = false;
  let asked: Parameters<ApplyStream>[1];

  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    target = openMarket(db, Date.now);
    const groups = pathGroupsOf({
      ...bareService,
      applyStream: async (chunks, options) => {
        asked = options;
        if (storeFails) for await (const _chunk of chunks) throw new Error('disk full');
        return applyLiveChanges(target, chunks, options);
      },
    });
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups, guards });
    address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    // A client that is answered while it sends keeps its connection for 72 s.
    service.app.server.closeAllConnections();
    await service.app.close();
    await provider.close();
  });

  const headersOf = (type: string | undefined, token = 'operator') => ({
    authorization: `Bearer ${token}`,
    ...(type ? { 'content-type': type } : {}),
  });
  const post = (payload: string | Buffer, type: string | undefined, more: Record<string, string> = {}, query = '') =>
    service.app.inject({
      method: 'POST',
      url: `/operator/v1/changes${query}`,
      headers: { ...headersOf(type), ...more },
      ...(payload.length > 0 ? { payload } : {}),
    });

  for (const type of [ndjson, 'application/jsonl', 'application/json-lines', 'application/json; charset=utf-8']) {
    test(`200 JSON lines as ${type}`, async () => {
      const answer = await post(asLines(market), type);
      assert.equal(answer.statusCode, 200, answer.body);
      const { added, unchanged } = answer.json();
      assert.equal(added + unchanged, 4);
    });
  }

  test('200 takes a JSON array, counts changed and removed records, and shows them at once', async () => {
    const removal = { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'gone' };
    const answer = await post(JSON.stringify([offer('A', 30), offer('B'), removal], null, 1), 'application/json');
    assert.deepEqual(answer.json(), { ...none, added: 1, changed: 1, absent: 1, rejections: [], moreRejections: 0 });
    const board = await target.reader.listing({ marketplaceId: 'M1', sellerId: 'S1', sku: 'B' }, 'Consumer', 'New');
    assert.equal(JSON.parse(board?.offers ?? '').length, 2);
  });

  test('200 lists rejected records by line, field and reason and applies the others', async () => {
    const body = `${JSON.stringify(offer('C', -1))}\n{bad\n${JSON.stringify(offer('D'))}\n`;
    const report = (await post(body, ndjson)).json();
    assert.deepEqual([report.added, report.rejected, report.moreRejections], [1, 2, 0]);
    assert.deepEqual(
      report.rejections.map(({ line, field }: { line: number; field: string }) => [line, field]),
      [
        [1, 'listingPrice'],
        [2, ''],
      ],
    );
    for (const { reason } of report.rejections) assert.ok(reason.length > 5);
  });

  test('200 warns of unknown fields as the import does: each once, with the nearest name; the records count', async () => {
    const wrong = (sku: string) => ({ ...offer(sku), shiping: 3, colour: 'red', handling: { maximumHour: 24 } });
    const { shipping: _shipping, ...without } = wrong('W3');
    const lines = asLines([offer('W0'), wrong('W1'), wrong('W2'), without, { ...item, shiping: 1 }]);
    const report = (await post(lines, ndjson)).json();
    assert.equal(
      report.added + report.changed + report.unchanged + report.rejected,
      5,
      'unknown fields reject nothing',
    );
    assert.deepEqual(
      report.warnings.map(({ message, details }: { message: string; details: string }) => `${message} ${details}`),
      [
        'Line 2: shiping is not a field of offer records. It has no effect; did you mean shipping? It occurs 3 times.',
        'Line 2: colour is not a field of offer records. It has no effect. It occurs 3 times.',
        'Line 2: handling.maximumHour is not a field of offer records. It has no effect; did you mean maximumHours? It occurs 3 times.',
        'Line 5: shiping is not a field of item records. It has no effect.',
      ],
    );
    for (const { code } of report.warnings) assert.equal(code, 'UnknownKey');
    assert.ok(!('warnings' in (await post(asLines(market), ndjson)).json()), 'absent when there are none');
  });

  test('200 the warnings are few and short, whatever the records hold', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${'x'.repeat(1_000)}`, n]));
    const { warnings } = (await post(asLines([{ ...offer('A'), ...many }]), ndjson)).json();
    assert.equal(warnings.length, 21);
    assert.equal(warnings.at(-1).message, 'There are more unknown fields.');
    assert.ok(JSON.stringify(warnings).length < 6_000);
  });

  for (const [query, quiet] of [
    ['', undefined],
    ['?quiet=true', true],
    ['?quiet=false', false],
  ] as const) {
    test(`200 passes on whether the load is quiet, and the id of the request: ${query || 'no parameter'}`, async () => {
      const answer = await post(asLines([offer('A')]), ndjson, { 'x-request-id': 'load-1' }, query);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(asked, { quiet, requestId: 'load-1' });
      await post(asLines([offer('A')]), ndjson, { 'x-request-id': 'not safe' }, query);
      const made = (await post(asLines([offer('A')]), ndjson, {}, query)).headers['x-request-id'];
      assert.deepEqual(asked, { quiet, requestId: made }, 'the one that is returned');
    });
  }

  for (const query of [
    ...['quiet=yes', 'quiet=1', 'quiet=', 'quiet', 'quiet=true&quiet=false'],
    // A misspelt one must not tell everybody: what is told cannot be taken back.
    ...['quite=true', 'quiet[]=true', 'quite=true&quiet=false'],
  ]) {
    test(`400 ?${query} names the parameter, and nothing is applied`, async () => {
      const sku = `not-applied-${query}`;
      const answer = await post(asLines([offer(sku)]), ndjson, {}, `?${query}`);
      assert.equal(answer.statusCode, 400, answer.body);
      const [{ code, message, details }] = answer.json().errors;
      assert.equal(code, 'InvalidInput');
      assert.match(
        `${message} ${details}`,
        /Query parameter quiet must be (true or false|given once)|Did you mean quiet\?/,
      );
      assert.equal(
        await target.reader.listing({ marketplaceId: 'M1', sellerId: 'S1', sku }, 'Consumer', 'New'),
        undefined,
      );
    });
  }

  test('400 for a bad parameter reaches a client that is still sending', async () => {
    const piece = Buffer.from(asLines([offer('A')]).repeat(300));
    const { status } = await stream(
      Array.from({ length: 100 }, () => piece),
      '?quiet=yes',
    );
    assert.equal(status, 400);
  });

  test('200 for an empty array, which changes nothing', async () => {
    assert.deepEqual((await post('[]', 'application/json')).json(), { ...none, rejections: [], moreRejections: 0 });
  });

  for (const type of [undefined, ndjson, 'application/json']) {
    test(`400 an empty body, ${type ?? 'without a type'}`, async () => {
      const answer = await post('', type);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.json().errors[0].message, /empty/);
    });
  }

  const rejected: [name: string, payload: string | Buffer, type: string | undefined, encoding?: string][] = [
    ['415 text', 'x', 'text/plain'],
    ['415 CSV', 'kind,sku', 'text/csv'],
    ['415 no type', Buffer.from(asLines(market)), undefined],
    ['415 gzip by its type', gzipSync(asLines(market)), 'application/gzip'],
    ['415 gzip by its encoding', gzipSync(asLines(market)), ndjson, 'gzip'],
  ];
  for (const [name, payload, type, encoding] of rejected) {
    test(name, async () => {
      const answer = await post(payload, type, encoding ? { 'content-encoding': encoding } : {});
      assert.equal(answer.statusCode, 415, answer.body);
      assert.equal(answer.json().errors[0].code, 'UnsupportedMediaType');
      assert.match(answer.json().errors[0].details, /application\/x-ndjson.*not compressed/);
    });
  }

  test("403 for a seller's token, whatever the body", async () => {
    const headers = { ...headersOf('text/plain', 'seller') };
    const answer = await service.app.inject({ method: 'POST', url: '/operator/v1/changes', headers, payload: 'x' });
    assert.equal(answer.statusCode, 403, answer.body);
    assert.match(answer.json().errors[0].details, /operator:market:write/);
  });

  test('405 for another method', async () => {
    const answer = await service.app.inject({ method: 'PUT', url: '/operator/v1/changes', headers: headersOf(ndjson) });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST']);
  });

  /** Sends chunks on a real socket, as fast as the service reads them. */
  async function stream(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, query = '') {
    const request = httpRequest(`${address}/operator/v1/changes${query}`, {
      method: 'POST',
      headers: headersOf(ndjson),
    });
    const answered = new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        json(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      });
    });
    Readable.from(chunks).pipe(request);
    return answered;
  }

  test(`200 streams ${STREAMED_MB} MB without using more memory`, async () => {
    const line = Buffer.from(`{"kind":"offer","marketplaceId":"M1","conditionNotes":"${'x'.repeat(65_000)}"}\n`);
    const before = memoryMb();
    let most = 0;
    const lines = Math.ceil((STREAMED_MB * 1_000_000) / line.length);
    async function* chunks() {
      for (let n = 0; n < lines; n += 1) {
        if (n % 150 === 149) most = Math.max(most, memoryMb() - before);
        yield n % 2 === 0 ? line : Buffer.from(line);
      }
      yield Buffer.from(asLines([offer('LAST')]));
    }
    const { status, body } = await stream(chunks());
    assert.equal(status, 200);
    const { added, rejected } = body as { added: number; rejected: number };
    assert.deepEqual([added, rejected], [1, lines]);
    assert.ok(most < 20, `${most} MB more than before`);
  });

  test('400 for a body that breaks off; changes already applied stay', async () => {
    const request = httpRequest(`${address}/operator/v1/changes`, { method: 'POST', headers: headersOf(ndjson) });
    const gone = new Promise((resolve) => request.on('error', resolve));
    request.write(asLines(Array.from({ length: 250 }, (_, n) => offer(`half-${n}`))));
    const key = { marketplaceId: 'M1', sellerId: 'S1', sku: 'half-0' };
    await until(async () => (await target.reader.listing(key, 'Consumer', 'New')) !== undefined);
    request.destroy();
    await gone;
    // The client is gone and cannot read the answer; the log shows it.
    const isLogged = () => service.logLines.some((line) => /"fault":"InvalidInput".*"request failed"/.test(line));
    await until(isLogged);
    assert.notEqual(await target.reader.listing(key, 'Consumer', 'New'), undefined);
    assert.equal((await post(asLines([offer('A')]), ndjson)).statusCode, 200, 'the store is free for others');
  });

  test('400 reaches a client that closes only its own side', async () => {
    const { port, hostname } = new URL(address);
    const socket = connect(Number(port), hostname);
    const headers = Object.entries(headersOf(ndjson)).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /operator/v1/changes HTTP/1.1\r\nhost: x\r\n${headers.join('')}content-length: 100000\r\n\r\n`;
    socket.end(head + asLines([offer('A')]));
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /);
  });

  test('500 reaches a client that is still sending when the database fails', async () => {
    storeFails = true;
    const piece = Buffer.from(asLines([offer('A')]).repeat(300));
    const { status, body } = await stream(Array.from({ length: 100 }, () => piece));
    storeFails = false;
    assert.equal(status, 500);
    assert.doesNotMatch(JSON.stringify(body), /disk full/);
  });

  test('the OpenAPI document is valid and names the records', async () => {
    const document = JSON.stringify(await openApiDocument(service.app));
    assert.deepEqual((await new Validator().validate(JSON.parse(document))).errors ?? [], []);
    assert.match(document, /"\$ref":"#\/components\/schemas\/OfferRecord"/);
    const { paths } = JSON.parse(document);
    const operation = paths['/operator/v1/changes'].post;
    assert.deepEqual(Object.keys(operation.requestBody.content).sort(), [
      'application/json',
      'application/json-lines',
      'application/jsonl',
      'application/x-ndjson',
    ]);
    for (const media of Object.values(operation.requestBody.content))
      assert.ok(Object.hasOwn(media as object, 'example'));
    assert.deepEqual(operation.responses[429], { $ref: '#/components/responses/QuotaExceeded' });
    assert.deepEqual(operation.security, [{ sellerAuth: [] }, { sellerOAuth: ['operator:market:write'] }]);
    assert.equal(operation.responses[413], undefined);
    assert.match(operation.description, /Needs the right operator:market:write/);
  });
});

/** The heap in use after a garbage collection. */
function memoryMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
}
