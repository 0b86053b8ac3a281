// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { oauth } from '../../../src/http/answers/envelope.ts';
import { authorizationRoutes } from '../../../src/http/routes/authorization/routes.ts';
import type { Identity } from '../../../src/identity/identity.ts';
import { anyCharacter } from '../../harness/any-character.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { scaled } from '../../harness/scale.ts';
import { identityAt } from '../../harness/scripted-provider.ts';

const ENDPOINT = 'https://idp.example/o/authorize?tenant=1';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const RUNS = scaled(1_000, 12_000);

/** Mostly right, so that many requests get past the checks; now and then anything. */
const nearly = (...right: string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
  );

const redirects = fc.oneof(
  fc.constantFrom('https://app.example.com/cb', 'http://127.0.0.1:1/', 'com.example.app:/cb', 'http://[::1]/'),
  fc.constantFrom('//evil.example', 'https://a@evil.example', 'https://idp.example\\@evil.example', '/\\evil.example'),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.stringMatching(/^(https?|javascript|data|com\.x):\/{0,3}[\w@:.\\%#?[\]/-]{0,20}$/),
);

const query = fc.record(
  {
    response_type: nearly('code'),
    client_id: nearly('app', 'https://evil.example'),
    redirect_uri: redirects,
    code_challenge: nearly(CHALLENGE),
    code_challenge_method: nearly('S256'),
    scope: nearly('offline_access', 'seller-api:pricing:read', 'a\r\nlocation: https://evil.example'),
    state: fc.string({ unit: anyCharacter }),
    prompt: nearly('none', 'consent'),
    nonce: fc.string({ unit: anyCharacter }),
    extra: fc.string(),
  },
  { requiredKeys: ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'] },
);

const mischief = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&state=2', '&request_uri=https://evil.example', '&%zz', '&redirect_uri[]=x', '#'),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^&[\w%=&+[\]-]{0,12}$/) },
);

const encoded = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));

describe(`${RUNS} authorization requests`, () => {
  let service: TestApp;
  let identity: Identity;
  before(async () => {
    identity = identityAt('https://idp.example', { endpoints: { authorization: ENDPOINT } });
    const routes = [authorizationRoutes(identity)];
    service = await startApp({
      groups: [{ prefix: '/auth/v4', tag: 'Authorization', guard: 'none', envelope: oauth, exact: true, routes }],
      logLevel: 'silent',
    });
  });
  after(async () => {
    await service.app.close();
    await identity.close();
  });

  test('302 only to the provider, else 400: never elsewhere, never a 500', async () => {
    const outcomes = { 302: 0, 400: 0 };
    const accept = fc.constantFrom('text/html', '*/*');
    await fc.assert(
      fc.asyncProperty(query, mischief, accept, async (fields, more, accepted) => {
        const url = `/auth/v4/authorize?${encoded(fields)}${more}`;
        const answer = await service.app.inject({ url, headers: { accept: accepted } });
        const { statusCode } = answer;
        assert.ok(statusCode === 302 || statusCode === 400, `${statusCode} ${answer.body}`);
        outcomes[statusCode]++;
        if (statusCode === 400) return assert.equal(answer.headers.location, undefined);
        const location = String(answer.headers.location);
        assert.ok(location.startsWith(`${ENDPOINT}&`), location);
        assert.match(location, /^[\x21-\x7e]+$/);
        assert.equal(new URL(location).searchParams.get('redirect_uri'), fields.redirect_uri);
      }),
      { numRuns: RUNS },
    );
    assert.ok(outcomes[302] > 100 && outcomes[400] > 100, JSON.stringify(outcomes));
  });
});
