// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { Fault } from '../../../src/domain/fault.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { errorsOf, probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';

/** Every way to fail before or around a route, in every group, in that group's envelope (decisions 31, 32). */
const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));

const json = { 'content-type': 'application/json' };

type Row = { name: string; request: (prefix: string) => InjectOptions; code: string; oauth?: string; message: RegExp };

const rows: Row[] = [
  {
    name: '400 a body that is not JSON says where it breaks',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe`, headers: json, payload: '{bad' }),
    code: 'InvalidInput',
    message: /not valid JSON.*line 1, column 2/,
  },
  {
    name: '400 a body that is not UTF-8',
    request: (prefix) => ({
      method: 'POST',
      url: `${prefix}/probe`,
      headers: json,
      payload: Buffer.from([0x22, 0xff, 0x22]),
    }),
    code: 'InvalidInput',
    message: /UTF-8/,
  },
  {
    name: '400 an undecodable URL',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/%zz` }),
    code: 'InvalidInput',
    message: /cannot be decoded/,
  },
  {
    name: '400 text where a number is due names the field (decision 3)',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe`, payload: { Amount: '19.99' } }),
    code: 'InvalidInput',
    message: /Amount must be a number, not a string\. What it costs\. For example 19\.99\./,
  },
  {
    name: '400 a missing field is named',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe`, payload: {} }),
    code: 'InvalidInput',
    message: /Amount is required\. Amount is missing/,
  },
  {
    name: '400 no body and no content type is the same as {} (decision 1)',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe` }),
    code: 'InvalidInput',
    message: /Amount is required/,
  },
  {
    name: '400 a wrong element of a list is named by its place',
    request: (prefix) => ({
      method: 'POST',
      url: `${prefix}/probe`,
      payload: { Amount: 1, Lines: [{ Count: 1 }, { Count: 1.5 }] },
    }),
    code: 'InvalidInput',
    message: /Lines\[1\]\.Count must be an integer/,
  },
  {
    name: '400 a value outside its set lists the set',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/probe?MarketplaceId=M&ItemCondition=Broken` }),
    code: 'InvalidInput',
    message: /Query parameter ItemCondition must be one of New, Used/,
  },
  {
    name: '400 a parameter given twice that takes one value',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/probe?MarketplaceId=A&MarketplaceId=B` }),
    code: 'InvalidInput',
    message: /MarketplaceId must be given once/,
  },
  {
    name: '400 a path segment of 257 characters',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/probe/${'é'.repeat(257)}/end` }),
    code: 'InvalidInput',
    message: /SellerSKU must have at most 256 characters/,
  },
  {
    name: '404 an unknown path, whatever its body',
    request: (prefix) => ({
      method: 'POST',
      url: `${prefix}/no/where/at/all`,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    }),
    code: 'NotFound',
    message: /POST .*\/no\/where\/at\/all is no endpoint/,
  },
  {
    name: '405 another method, with what is allowed',
    request: (prefix) => ({ method: 'DELETE', url: `${prefix}/probe` }),
    code: 'MethodNotAllowed',
    message: /takes POST, GET, HEAD/,
  },
  {
    name: '400 a query that cannot be decoded',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/probe?MarketplaceId=%zz` }),
    code: 'InvalidInput',
    message: /query cannot be decoded/,
  },
  {
    name: '400 a number beyond all bounds',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe`, headers: json, payload: '{"Amount":1e400}' }),
    code: 'InvalidInput',
    message: /Amount must be a number, not one that is too large/,
  },
  {
    name: '405 a method that few have heard of',
    request: (prefix) => ({ method: 'PROPFIND', url: `${prefix}/probe` }) as unknown as InjectOptions,
    code: 'MethodNotAllowed',
    message: /PROPFIND is not possible here/,
  },
  {
    name: '413 a body of 2 MiB',
    request: (prefix) => ({
      method: 'POST',
      url: `${prefix}/probe`,
      headers: json,
      payload: `"${'x'.repeat(2 * 1024 * 1024)}"`,
    }),
    code: 'RequestTooLarge',
    message: /1 MiB/,
  },
  {
    name: '415 a body that is text',
    request: (prefix) => ({
      method: 'POST',
      url: `${prefix}/probe`,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    }),
    code: 'UnsupportedMediaType',
    message: /Content-Type: application\/json/,
  },
  {
    name: '415 a body without a content type',
    request: (prefix) => ({ method: 'POST', url: `${prefix}/probe`, payload: Buffer.from('{}') }),
    code: 'UnsupportedMediaType',
    message: /Content-Type: application\/json/,
  },
  {
    name: '500 an unexpected exception shows nothing of itself',
    request: (prefix) => ({ method: 'GET', url: `${prefix}/broken` }),
    code: 'InternalFailure',
    message: /^The service failed to answer this request\. The failure is on our side.*request id /,
  },
];

const oauthErrors: Record<string, string> = { InternalFailure: 'server_error' };

describe('the HTTP layer', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp({ groups, guards: { bearer: allowAll } });
  });
  after(() => service.app.close());

  for (const group of groups) {
    describe(`${group.prefix} (${group.envelope.name})`, () => {
      for (const row of rows) {
        test(row.name, async () => {
          const answer = await service.app.inject(row.request(group.prefix));
          const [error] = errorsOf(group, answer);
          assert.equal(answer.statusCode, Number(row.name.slice(0, 3)), answer.body);
          const expected = group.envelope.name === 'oauth' ? (oauthErrors[row.code] ?? 'invalid_request') : row.code;
          assert.equal(error?.code, expected);
          assert.match(error?.text ?? '', row.message);
          assert.match(String(answer.headers['x-request-id']), /^[\w-]{36}$/);
          if (answer.statusCode === 405) assert.equal(answer.headers.allow, 'POST, GET, HEAD');
        });
      }
    });
  }

  test('400 every problem of a body is reported at once', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/products/pricing/v4/probe',
      payload: { Amount: 'x', Note: 'too long', Condition: 'Odd' },
    });
    assert.equal(answer.json().errors.length, 3);
  });

  test('401 the caller is authorized before path parameters, body and media type are checked', async () => {
    const locked = await startApp({
      groups,
      guards: {
        bearer: {
          forRoute: () => () => {
            throw new Fault('Unauthorized', { message: 'No.', details: 'Who are you?' });
          },
        },
      },
    });
    const requests: InjectOptions[] = [
      { method: 'POST', url: '/products/fees/v4/probe', headers: json, payload: '{bad' },
      { method: 'POST', url: '/products/fees/v4/probe', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      { method: 'POST', url: '/products/fees/v4/probe', headers: json, payload: `"${'x'.repeat(2 * 1024 * 1024)}"` },
      { method: 'GET', url: `/products/fees/v4/probe/${'x'.repeat(300)}/end` },
    ];
    for (const request of requests) assert.equal((await locked.app.inject(request)).statusCode, 401);
    assert.equal((await locked.app.inject('/products/fees/v4/nowhere')).statusCode, 404);
    await locked.app.close();
  });

  test('404 a path under no group answers in the pricing envelope', async () => {
    for (const url of ['/nowhere', '/products/fees/v4x', '//']) {
      const answer = await service.app.inject(url);
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().errors[0].code, 'NotFound');
    }
  });

  test('a route in a guarded group cannot be mounted without the guard', async () => {
    await assert.rejects(startApp({ groups, guards: {} }), /in a group with a bearer guard, but none was passed in/);
  });
});
