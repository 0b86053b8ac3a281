import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { list } from '../../../src/http/answers/envelope.ts';
import type { PathGroup } from '../../../src/http/app/path-group.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { pushKeyRoutes } from '../../../src/http/routes/notifications/push-key.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';

describe('GET /notifications/v4/pushKey', () => {
  const url = '/notifications/v4/pushKey';
  const group: PathGroup = {
    ...{ prefix: '/notifications/v4', tag: 'Notifications', guard: 'bearer', envelope: list },
    routes: [pushKeyRoutes('BPublicKey')],
  };
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  before(async () => {
    provider = await startProvider();
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups: [group], guards });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });
  const send = (token?: string) =>
    service.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

  test('200 the public key, as documented', async () => {
    const answer = await send('for.A1DEMOSELLER');
    assert.deepEqual(answer.json(), { publicKey: 'BPublicKey' });
    (await documentedBy(service.app))('GET', url, answer);
  });

  test('401 without a token, 403 without the right to read notifications', async () => {
    const anonymous = await send();
    assert.equal(anonymous.statusCode, 401);
    assert.equal(errorsOf(group, anonymous)[0]?.code, 'Unauthorized');
    const operator = await send('operator');
    assert.equal(operator.statusCode, 403);
    assert.equal(errorsOf(group, operator)[0]?.code, 'AccessDenied');
  });
});
