import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { insertClient, ownApplication } from '../../../src/idp/clients.ts';
import { insertOperator } from '../../../src/idp/operator/operator-people.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { freshDb, introspect, serviceClient, startTestIdp, type TestIdp } from '../../idp/harness.ts';
import { person, SELLER } from '../../idp/people.ts';

const SUPPORT = 'person~support';
type Method = 'GET' | 'POST';

/** A real embedded provider behind the service; the tokens of callers are scripted. */
withEnginesInTorture('support sessions by the API (decision 55)', (engine) => {
  let idp: TestIdp;
  let tokens: Awaited<ReturnType<typeof startProvider>>;
  let own: ReturnType<typeof createIdentity>;
  let service: TestApp;
  let elsewhere: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;

  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    const olga = { id: 'olga', email: 'olga@market.example', passwordHash: 'x', createdAt: 1 };
    await idp.db.transaction((tx) => insertOperator(tx, olga, ['operator:support']));
    const app = { id: 'op', kind: 'operator', secret: 's', metadata: ownApplication, createdAt: 1 } as const;
    await insertClient(idp.db, { ...app, rights: ['operator:support'] });
    for (const [name, role] of [
      ['owner', 'owner'],
      ['manager', 'manager'],
    ] as const) {
      const id = await person(idp.db, name, role);
      await idp.db.run('UPDATE idp_member SET id = $1 WHERE id = $2', [`${name}-of-${SELLER}`, id]);
    }
    tokens = await startProvider();
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    own = createIdentity({ issuer: idp.issuer, introspection });
    const guards = { bearer: bearerGuard(tokens.identity, createRateLimits(GENEROUS_PLAN)) };
    const identity = { ...tokens.identity, operate: own.operate };
    const consoleClientId = 'console';
    service = await startApp({ groups: pathGroupsOf({ ...bareService, identity, consoleClientId }), guards });
    const other = { ...bareService, identity: tokens.identity, consoleClientId };
    elsewhere = await startApp({ groups: pathGroupsOf(other), guards });
    mustFit = await documentedBy(service.app);
  });
  after(async () => {
    await Promise.all([service.app.close(), elsewhere.app.close(), own.close(), tokens.close()]);
    await idp.close();
  });

  const call = async (method: Method, url: string, token: string, body?: object, more: object = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...more };
    const answer = await service.app.inject({ method, url, headers, ...(body && { payload: body }) });
    mustFit(
      method,
      url.replace(/\?.*$/s, '').replace(/supportSessions\/[^/]+/, 'supportSessions/{supportSessionId}'),
      answer,
    );
    return answer;
  };
  const OPERATORS = '/operator/v1/supportSessions';
  const SELLERS = '/sellers/v4/supportSessions';
  const asked = { sellerId: SELLER, reason: 'Ticket 4711: webhooks do not arrive.' };
  const begun = async (more: object = {}, headers: object = {}) => {
    const answer = await call('POST', OPERATORS, SUPPORT, { ...asked, ...more }, headers);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const isActive = async (token: string) => (await introspect(idp, token)).active;

  test('200 a person of the operator begins a session for an hour or less, with a token that no cache keeps', async () => {
    const answer = await call('POST', OPERATORS, SUPPORT, { ...asked, reason: '  Ticket 1  ', minutes: 5 });
    const { supportSessionId, accessToken, begunTime, untilTime, ...rest } = answer.json();
    const operator = { email: 'olga@market.example' };
    assert.deepEqual(rest, { sellerId: SELLER, operatorId: 'olga', operator, reason: 'Ticket 1', status: 'LIVE' });
    assert.equal(Date.parse(untilTime) - Date.parse(begunTime), 300_000);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.match(supportSessionId, /^\w+$/);
    assert.equal(await isActive(accessToken), true);
    const hour = await begun();
    assert.equal(Date.parse(hour.untilTime) - Date.parse(hour.begunTime), 3_600_000);
    assert.equal((await call('POST', OPERATORS, 'operator~support', asked)).json().operatorId, 'op', 'an application');
  });

  test('200 the same Idempotency-Key gives the same session, and 422 with another body', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await begun({}, key);
    const again = await call('POST', OPERATORS, SUPPORT, asked, key);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(again.json().supportSessionId, first.supportSessionId);
    assert.deepEqual([await isActive(first.accessToken), await isActive(again.json().accessToken)], [false, true]);
    assert.equal((await call('POST', OPERATORS, SUPPORT, { ...asked, minutes: 7 }, key)).statusCode, 422);
  });

  test('400 names the field: a reason is one line that says something, and a session ends within the hour', async () => {
    for (const [body, field] of [
      [{ sellerId: SELLER }, 'reason'],
      [{ ...asked, reason: '' }, 'reason'],
      [{ ...asked, reason: ' \t' }, 'reason'],
      [{ ...asked, reason: 'a\nb' }, 'reason'],
      [{ ...asked, reason: 'x'.repeat(501) }, 'reason'],
      [{ ...asked, minutes: 0 }, 'minutes'],
      [{ ...asked, minutes: 61 }, 'minutes'],
      [{ ...asked, minutes: 1.5 }, 'minutes'],
      [{ reason: 'x' }, 'sellerId'],
      [{ ...asked, sellerId: '' }, 'sellerId'],
    ] as const) {
      const answer = await call('POST', OPERATORS, SUPPORT, body);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, new RegExp(field), JSON.stringify(body));
    }
    assert.equal((await call('GET', `${OPERATORS}?nextToken=x`, SUPPORT)).statusCode, 400);
  });

  test('403 each right of the operator but operator:support, and every seller; 401 without a token', async () => {
    const { supportSessionId } = await begun();
    const requests = [
      ['POST', OPERATORS, asked],
      ['GET', OPERATORS, undefined],
      ['POST', `${OPERATORS}/${supportSessionId}/end`, {}],
    ] as const;
    for (const [method, url, body] of requests) {
      for (const right of OPERATOR_RIGHTS.filter((one) => one !== 'operator:support')) {
        const token = `person~${right.slice('operator:'.length).replaceAll(':', '~')}`;
        assert.equal((await call(method, url, token, body)).statusCode, 403, `${method} ${url} with ${right}`);
      }
      for (const token of ['seller', 'delegated', `owner.of.${SELLER}`])
        assert.equal((await call(method, url, token, body)).statusCode, 403, `${method} ${url} by ${token}`);
      assert.equal((await call(method, url, 'unknown', body)).statusCode, 401);
    }
  });

  test('404 of a seller or a session that does not exist, and of one of another seller', async () => {
    assert.equal((await call('POST', OPERATORS, SUPPORT, { ...asked, sellerId: 'NOBODY' })).statusCode, 404);
    assert.equal((await call('POST', `${OPERATORS}/nothing/end`, SUPPORT)).statusCode, 404);
    const other = await begun({ sellerId: 'A1DEMOSELLER' });
    const end = `${SELLERS}/${other.supportSessionId}/end`;
    assert.equal((await call('POST', end, `owner.of.${SELLER}`)).statusCode, 404);
    assert.equal(await isActive(other.accessToken), true);
  });

  test('200 the operator lists and ends sessions, and who ended one is said', async () => {
    const { supportSessionId, accessToken } = await begun({ reason: 'to be ended' });
    const page = (await call('GET', `${OPERATORS}?sellerId=${SELLER}&limit=1`, SUPPORT)).json();
    assert.equal(page.supportSessions.length, 1);
    const rest = await call('GET', `${OPERATORS}?sellerId=${SELLER}&nextToken=${page.nextToken}`, SUPPORT);
    assert.ok(rest.json().supportSessions.length >= 1);
    assert.doesNotMatch(rest.body, /support_[0-9a-f]{20}/, 'no token');
    const ended = (await call('POST', `${OPERATORS}/${supportSessionId}/end`, SUPPORT)).json();
    assert.deepEqual([ended.status, ended.endedBy], ['ENDED', 'OPERATOR']);
    assert.equal(await isActive(accessToken), false);
    const again = (await call('POST', `${OPERATORS}/${supportSessionId}/end`, SUPPORT)).json();
    assert.deepEqual(again, ended);
  });

  test('200 the seller sees its sessions without who they were, and an owner ends one in the console', async () => {
    const { supportSessionId, accessToken } = await begun({ reason: '<b>why</b>' });
    const { body } = await call('GET', SELLERS, `owner.of.${SELLER}`);
    assert.match(body, /<b>why<\/b>/);
    assert.doesNotMatch(body, /olga|operatorId/);
    assert.doesNotMatch((await call('GET', SELLERS, 'owner.of.S2')).body, /why/);
    assert.equal((await call('GET', SELLERS, 'seller')).statusCode, 403, 'seller-api:account:read is needed');
    const end = `${SELLERS}/${supportSessionId}/end`;
    assert.equal((await call('POST', end, `own.writes.${SELLER}`)).statusCode, 403, 'an application is no owner');
    assert.equal((await call('POST', end, `app-9.writes.${SELLER}`)).statusCode, 403);
    assert.equal((await call('POST', end, `manager.of.${SELLER}`)).statusCode, 409);
    assert.equal(await isActive(accessToken), true);
    const ended = (await call('POST', end, `owner.of.${SELLER}`)).json();
    assert.deepEqual([ended.status, ended.endedBy], ['ENDED', 'OWNER']);
    assert.equal(await isActive(accessToken), false);
  });

  test('501 with another provider than the embedded one', async () => {
    for (const [method, url, token] of [
      ['POST', OPERATORS, SUPPORT],
      ['GET', OPERATORS, SUPPORT],
      ['POST', `${OPERATORS}/x/end`, SUPPORT],
      ['GET', SELLERS, `owner.of.${SELLER}`],
      ['POST', `${SELLERS}/x/end`, `owner.of.${SELLER}`],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await elsewhere.app.inject({ method, url, headers, ...(method === 'POST' && { payload: asked }) });
      assert.equal(answer.statusCode, 501, answer.body);
      assert.match(answer.body, /identity provider/);
    }
  });
});
