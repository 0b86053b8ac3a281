import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { ANNOUNCED_WITHDRAWALS, type AnnouncedWithdrawal, withdrawalProblem } from '../../../src/domain/withdrawal.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { dereferenced } from '../../harness/dereferenced.ts';
import { startProvider } from '../../harness/provider.ts';

type Operation = {
  deprecated?: boolean;
  description: string;
  responses: Record<string, { headers: Record<string, object> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, object> };
};

const planted: AnnouncedWithdrawal = {
  operationId: 'getPricing',
  announcedOn: '2027-01-01',
  sunsetOn: '2028-01-01',
  link: '/docs/guides/pricing',
};
const NAMES = ['Deprecation', 'Sunset', 'Link'];

describe('the withdrawal of an operation (decision 34)', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  before(async () => {
    provider = await startProvider();
    service = await startApp({
      guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
      publicUrl: 'https://shop.example/seller',
      withdrawals: [planted],
    });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const documentOf = async ({ app }: TestApp): Promise<Document> =>
    dereferenced((await app.inject('/openapi.json')).json());
  const base = '/products/pricing/v4';

  test('is announced in every answer of the operation, errors included, by Deprecation, Sunset and Link', async () => {
    const page = '<https://shop.example/seller/docs/guides/pricing>';
    for (const headers of [{}, { authorization: 'Bearer for.A1DEMOSELLER' }])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await service.app.inject({ method, url: `${base}/price`, headers });
        assert.ok([400, 401].includes(answer.statusCode), answer.body);
        assert.equal(answer.headers.deprecation, '@1798761600');
        assert.equal(answer.headers.sunset, 'Sat, 01 Jan 2028 00:00:00 GMT');
        assert.equal(
          answer.headers.link,
          `${page}; rel="deprecation"; type="text/html", ${page}; rel="sunset"; type="text/html"`,
        );
      }
  });

  test('is not announced by other operations, unknown paths and other methods', async () => {
    for (const [method, url] of [
      ['GET', `${base}/competitivePrice`],
      ['GET', `${base}/nothing`],
      ['POST', `${base}/price`],
    ] as const) {
      const { headers } = await service.app.inject({ method, url });
      for (const name of NAMES) assert.ok(!(name.toLowerCase() in headers), `${method} ${url} ${name}`);
    }
  });

  test('is in the OpenAPI document: deprecated, with the dates and with described headers', async () => {
    const document = await documentOf(service);
    const withdrawn = document.paths[`${base}/price`]?.get;
    assert.equal(withdrawn?.deprecated, true);
    assert.match(
      withdrawn.description,
      /Deprecated since 2027-01-01: it works until 2028-01-01.*\/docs\/guides\/pricing/,
    );
    for (const [status, { headers }] of Object.entries(withdrawn.responses))
      for (const name of NAMES) assert.equal(name in headers, status !== '421', `${status} ${name}`);
    for (const name of NAMES) assert.ok(name in document.components.headers);
    const other = document.paths[`${base}/competitivePrice`]?.get;
    assert.ok(
      other && !('deprecated' in other) && !NAMES.some((name) => name in (other.responses[200]?.headers ?? {})),
    );
    assert.deepEqual((await new Validator().validate(structuredClone(document) as never)).errors ?? [], []);
  });

  test('nothing is announced today, and the rows of the table are right', () => {
    const stored: Document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    const isDocumented = NAMES.some((name) => name in stored.components.headers);
    assert.equal(isDocumented, ANNOUNCED_WITHDRAWALS.length > 0);
    assert.deepEqual(ANNOUNCED_WITHDRAWALS.map(withdrawalProblem).filter(Boolean), []);
  });

  for (const [why, change, message] of [
    ['comes sooner than 12 months after its announcement', { sunsetOn: '2027-12-31' }, /12 months ahead/],
    ['has a date that does not exist', { announcedOn: '2027-02-30' }, /days such as/],
    ['leads nowhere', { link: 'guides' }, /link is an https address/],
    ['is of an operation that does not exist', { operationId: 'getPrices' }, /there is no operation getPrices/],
  ] as const)
    test(`the service does not start with one that ${why}`, () =>
      assert.rejects(startApp({ withdrawals: [{ ...planted, ...change }] }), message));
});
