import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dereferenced } from '../../harness/dereferenced.ts';
import { AuthService, FORM } from '../../identity/auth-service.ts';

/** What belongs to the provider alone, under the names that providers give it (decision 14). */
const absent = [
  'introspect',
  'token/introspection',
  'revoke',
  'token/revocation',
  'jwks',
  'certs',
  'userinfo',
  '.well-known/openid-configuration',
  '.well-known/oauth-authorization-server',
];

type Media = { example?: unknown; examples?: unknown };

describe('/auth/v4', () => {
  let auth: AuthService;
  before(async () => {
    auth = await AuthService.start();
  });
  after(() => auth.close());

  for (const path of absent) {
    for (const method of ['GET', 'POST'] as const) {
      test(`404 ${method} ${path}`, () =>
        auth.assertRejected([`404 ${path}`, { method, url: `/auth/v4/${path}` }, 'invalid_request']));
    }
  }

  test('the OpenAPI document has every endpoint with examples of all it takes and answers', async () => {
    const { paths } = dereferenced((await auth.service.app.inject('/openapi.json')).json());
    const operations = [paths['/auth/v4/token'].post, paths['/auth/v4/authorize'].get, paths['/auth/v4/register'].post];
    for (const operation of operations) {
      assert.ok(operation.operationId && operation.summary && operation.description);
      const parts: { content?: Record<string, Media> }[] = Object.values(operation.responses);
      if (operation.requestBody) parts.push(operation.requestBody);
      for (const [type, media] of parts.flatMap(({ content = {} }) => Object.entries(content))) {
        assert.ok(media.example ?? media.examples, `${operation.operationId} ${type}`);
      }
      for (const status of ['400', '429', '500', '503']) assert.ok(operation.responses[status], status);
    }
    assert.deepEqual(Object.keys(paths['/auth/v4/token'].post.requestBody.content), [FORM, 'application/json']);
  });
});
