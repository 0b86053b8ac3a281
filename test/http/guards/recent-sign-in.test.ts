import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { list, nested } from '../../../src/http/answers/envelope.ts';
import type { PathGroup } from '../../../src/http/app/path-group.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { introspectionOnly } from '../../harness/provider.ts';
import { json, type ScriptedProvider, startScriptedProvider } from '../../harness/scripted-provider.ts';

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const delegated = {
  ...{ active: true, token_type: 'Bearer', client_id: 'console', sub: 'member-1', seller_id: 'S1' },
  scope: 'seller-api:pricing:read',
};

/** What the provider says of each token. */
const claims: Readonly<Record<string, () => object>> = {
  recent: () => ({ ...delegated, auth_time: secondsAgo(590) }),
  stale: () => ({ ...delegated, auth_time: secondsAgo(660) }),
  untold: () => delegated,
  'as-text': () => ({ ...delegated, auth_time: String(secondsAgo(0)) }),
  own: () => ({ ...delegated, sub: 'console', gty: 'client_credentials', auth_time: secondsAgo(0) }),
  'no-right': () => ({ ...delegated, scope: 'openid', auth_time: secondsAgo(0) }),
};

const route = (scope: FastifyInstance) => {
  const config = { right: 'seller-api:pricing:read', recentSignIn: true } as const;
  scope.get('/delicate', { config, schema: { operationId: 'delicate' } }, (request) => ({
    member: request.caller?.memberId,
  }));
};

const group = (prefix: string, envelope: PathGroup['envelope']): PathGroup => ({
  ...{ prefix, tag: 'Test', guard: 'bearer', envelope, routes: [route] },
});
const groups = [group('/listed', list), group('/nested', nested)];

describe('an operation that needs a recent sign-in (RFC 9470)', () => {
  let provider: ScriptedProvider;
  let service: TestApp;
  let identity: ReturnType<typeof introspectionOnly>;
  before(async () => {
    provider = await startScriptedProvider();
    provider.paths.set('/introspect', (response, request, raw) => {
      const token = new URLSearchParams(request.body).get('token') ?? '';
      json(200, claims[token]?.() ?? { active: false })(response, request, raw);
    });
    identity = introspectionOnly(provider.origin);
    const bearer = bearerGuard(identity, createRateLimits(GENEROUS_PLAN));
    service = await startApp({ groups, guards: { bearer } });
  });
  after(async () => {
    await service.app.close();
    await identity.close();
    await provider.close();
  });

  const get = (prefix: string, token: string) =>
    service.app.inject({ url: `${prefix}/delicate`, headers: { authorization: `Bearer ${token}` } });

  test('200 for a person who signed in 590 seconds ago, whom the handler knows', async () => {
    const answer = await get('/listed', 'recent');
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), { member: 'member-1' });
  });

  for (const token of ['stale', 'untold', 'as-text', 'own'])
    test(`401 insufficient_user_authentication in the envelope of the group: ${token}`, async () => {
      for (const each of groups) {
        const answer = await get(each.prefix, token);
        assert.equal(answer.statusCode, 401, answer.body);
        assert.equal(
          answer.headers['www-authenticate'],
          'Bearer realm="seller-api", error="insufficient_user_authentication", ' +
            'error_description="A more recent sign-in is required", max_age=600',
        );
        const [error] = errorsOf(each, answer);
        assert.equal(error?.code, 'Unauthorized');
        assert.match(error?.text ?? '', /prompt=login/);
      }
    });

  test('403 comes first: a person without the right is not asked to sign in again', async () => {
    assert.equal((await get('/listed', 'no-right')).statusCode, 403);
  });

  test('401 invalid_token for a token that is not valid', async () => {
    const answer = await get('/listed', 'nobody');
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token"/);
  });
});
