import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { accountByEmail } from '../../../src/idp/accounts.ts';
import { insertPasskey } from '../../../src/idp/factors/passkeys.ts';
import { insertAttempt } from '../../../src/idp/sign-in-attempts.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { basic, freshDb, introspect, postForm, serviceClient, startTestIdp, type TestIdp } from '../../idp/harness.ts';

const READ = 'operator~sellers~read';
const WRITE = 'person~sellers~write';

type Method = 'GET' | 'PATCH' | 'POST';

/** A real embedded provider behind the service; the tokens of callers are scripted. */
withEnginesInTorture('sellers, people and applications for the operator (decision 55)', (engine) => {
  let idp: TestIdp;
  let tokens: Awaited<ReturnType<typeof startProvider>>;
  let own: ReturnType<typeof createIdentity>;
  let service: TestApp;
  let elsewhere: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  let demoId: string;
  let rivalId: string;

  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    demoId = (await accountByEmail(idp.db, 'demo@store.example'))?.id ?? '';
    rivalId = (await accountByEmail(idp.db, 'rival@store.example'))?.id ?? '';
    tokens = await startProvider();
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    own = createIdentity({ issuer: idp.issuer, introspection });
    const guards = { bearer: bearerGuard(tokens.identity, createRateLimits(GENEROUS_PLAN)) };
    const identity = { ...tokens.identity, operate: own.operate };
    service = await startApp({ groups: pathGroupsOf({ ...bareService, identity }), guards });
    elsewhere = await startApp({ groups: pathGroupsOf({ ...bareService, identity: tokens.identity }), guards });
    mustFit = await documentedBy(service.app);
  });
  after(async () => {
    await Promise.all([service.app.close(), elsewhere.app.close(), own.close(), tokens.close()]);
    await idp.close();
  });

  const documentedPath = (url: string) =>
    url.replace(/\?.*$/s, '').replace(/(sellers|accounts|applications|operators)\/[^/]+/, (_, list: string) => {
      const name = { sellers: 'sellerId', accounts: 'accountId', applications: 'clientId', operators: 'accountId' }[
        list
      ];
      return `${list}/{${name}}`;
    });

  const call = async (method: Method, path: string, token: string, body?: object, more: object = {}) => {
    const url = `/operator/v1${path}`;
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'r-1', ...more };
    const answer = await service.app.inject({ method, url, headers, ...(body && { payload: body }) });
    mustFit(method, documentedPath(url), answer);
    return answer;
  };
  const good = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const entries = () =>
    idp.db.all<{ who_type: string; who: string; operation: string; seller_id: string | null; request_id: string }>(
      'SELECT who_type, who, operation, seller_id, request_id FROM audit_pending ORDER BY entry_id',
    );
  const clearEntries = () => idp.db.run('DELETE FROM audit_pending');

  const operations: [Method, string, object?][] = [
    ['GET', '/sellers'],
    ['GET', '/sellers/A1DEMOSELLER'],
    ['GET', '/sellers/A1DEMOSELLER/grants'],
    ['GET', '/applications'],
    ['GET', '/signIns'],
    ['GET', '/factorHelp'],
    ['POST', '/sellers/A7NEW/ownerInvitations', { email: 'boss@seven.example' }],
    ['PATCH', '/sellers/A1DEMOSELLER', { status: 'ENABLED' }],
    ['PATCH', '/accounts/ACCOUNT', { status: 'ENABLED' }],
    ['PATCH', '/applications/demoseller', { verified: false }],
  ];

  test('403 each right opens its own operations: reading and changing sellers, and no other right either', async () => {
    for (const [method, path, body] of operations) {
      for (const right of OPERATOR_RIGHTS) {
        const token = `operator~${right.slice('operator:'.length).replaceAll(':', '~')}`;
        const allowed = right === (method === 'GET' ? 'operator:sellers:read' : 'operator:sellers:write');
        const { statusCode } = await call(method, path.replace('ACCOUNT', demoId), token, body);
        assert.equal(statusCode, allowed ? 200 : 403, `${method} ${path} with ${right}`);
      }
      for (const token of ['seller', 'delegated', 'owner.of.S1'])
        assert.equal((await call(method, path, token, body)).statusCode, 403, `${method} ${path} by ${token}`);
      assert.equal((await call(method, path, 'unknown', body)).statusCode, 401);
    }
    assert.deepEqual(
      (await entries()).map(({ operation }) => operation),
      ['team invite first owner'],
      'the others changed nothing',
    );
  });

  test('401 a person who changes something must have signed in a short time ago; an application has no sign-in', async () => {
    const change = { status: 'ENABLED' };
    const stale = await call('PATCH', '/sellers/A1DEMOSELLER', 'former~sellers~write', change);
    assert.equal(stale.statusCode, 401);
    assert.match(String(stale.headers['www-authenticate']), /insufficient_user_authentication.*max_age=600/);
    assert.equal((await call('GET', '/sellers', 'former~sellers~read')).statusCode, 200);
    await good('PATCH', '/sellers/A1DEMOSELLER', WRITE, change);
    await good('PATCH', '/sellers/A1DEMOSELLER', 'operator~sellers~write', change);
  });

  test('200 lists sellers with their people, in pages', async () => {
    const first = await good('GET', '/sellers?limit=2', READ);
    assert.deepEqual(
      first.sellers.map(({ sellerId, status }: Record<string, string>) => [sellerId, status]),
      [
        ['A1DEMOSELLER', 'ENABLED'],
        ['A2DEMORIVAL', 'ENABLED'],
      ],
    );
    const [{ email, role, accountId, status }] = first.sellers[0].members;
    assert.deepEqual([email, role, accountId, status], ['demo@store.example', 'owner', demoId, 'ENABLED']);
    const second = await good('GET', `/sellers?limit=2&nextToken=${first.nextToken}`, READ);
    assert.deepEqual(
      [second.sellers.map(({ sellerId }: { sellerId: string }) => sellerId), second.nextToken],
      [['A3DEMONEW', 'A7NEW'], undefined],
    );
    assert.deepEqual(await good('GET', '/sellers/A1DEMOSELLER', READ), first.sellers[0]);
    const applications = await good('GET', '/applications?sellerId=A2DEMORIVAL', READ);
    assert.deepEqual(
      applications.applications.map(({ clientId, kind, sellerId }: Record<string, string>) => [
        clientId,
        kind,
        sellerId,
      ]),
      [['demorival', 'SELLER', 'A2DEMORIVAL']],
    );
    assert.equal((await good('GET', '/applications?limit=3', READ)).applications.length, 3);
    assert.equal((await call('GET', '/sellers?nextToken=other', READ)).statusCode, 400);
  });

  test('200 lists the applications that act for a seller, with who gave them access and when they were last used', async () => {
    assert.deepEqual(await good('GET', '/sellers/A1DEMOSELLER/grants', READ), { grants: [] });
    const member = await idp.db.get<{ id: string }>("SELECT id FROM idp_member WHERE seller_id = 'A1DEMOSELLER'");
    const [createdAt, usedAt] = [Date.now() - 60_000, Date.now() - 1_000];
    const payload = JSON.stringify({ openid: { scope: 'seller-api:pricing:read offline_access' } });
    for (const [id, clientId] of [
      ['g1', 'demorival'],
      ['g2', 'seller-console'],
    ])
      await idp.db.run(
        `INSERT INTO idp_record (kind, id, client_id, account_id, grant_id, payload, created_at, used_at, expires_at)
         VALUES ('Grant', $1, $2, $3, $1, $4, $5, $6, $7)`,
        [id ?? '', clientId ?? '', member?.id ?? '', payload, createdAt, usedAt, Date.now() + 400 * 86_400_000],
      );
    const { grants } = await good('GET', '/sellers/A1DEMOSELLER/grants', READ);
    const { endsTime, ...grant } = grants[0];
    assert.ok(Date.parse(endsTime) > Date.now());
    assert.deepEqual(
      [grants.length, grant],
      [
        1,
        {
          ...{ clientId: 'demorival', name: grant.name, rights: ['seller-api:pricing:read'], paused: false },
          ...{ connectedTime: new Date(createdAt).toISOString(), lastUsedTime: new Date(usedAt).toISOString() },
          members: [{ memberId: member?.id, email: 'demo@store.example' }],
        },
      ],
      'a sign-in to the console is no application that acts for the seller',
    );
    assert.equal((await call('GET', '/sellers/UNKNOWN/grants', READ)).statusCode, 404);
    await idp.db.run("DELETE FROM idp_record WHERE id IN ('g1', 'g2')");
  });

  test('200 disables and enables a seller, an account and an application, verifies it, and records who did it', async () => {
    await clearEntries();
    const ask = () =>
      postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic('demoseller', 'demosellersecret'));
    const { access_token: token } = (await (await ask()).json()) as { access_token: string };
    const disabled = await good('PATCH', '/sellers/A1DEMOSELLER', WRITE, { status: 'DISABLED' });
    assert.equal(disabled.status, 'DISABLED');
    assert.match(disabled.disabledTime, /^20.*Z$/);
    assert.deepEqual(await introspect(idp, token), { active: false });
    await good('PATCH', '/sellers/A1DEMOSELLER', WRITE, { status: 'DISABLED' });
    assert.equal((await good('PATCH', '/sellers/A1DEMOSELLER', WRITE, { status: 'ENABLED' })).status, 'ENABLED');
    assert.equal((await introspect(idp, token)).active, true);

    const account = await good('PATCH', `/accounts/${demoId}`, WRITE, { status: 'DISABLED' });
    assert.deepEqual([account.status, account.sellers], ['DISABLED', [{ sellerId: 'A1DEMOSELLER', role: 'owner' }]]);
    await good('PATCH', `/accounts/${demoId}`, WRITE, { status: 'ENABLED' });

    const application = await good('PATCH', '/applications/demoseller', 'operator~sellers~write', {
      ...{ status: 'DISABLED', verified: true },
    });
    assert.deepEqual([application.status, application.verified], ['DISABLED', true]);
    await good('PATCH', '/applications/demoseller', 'operator~sellers~write', { status: 'ENABLED' });

    const recorded = await entries();
    assert.deepEqual(
      recorded.map(({ who, operation }) => `${who} ${operation}`),
      [
        ...['olga disableSeller', 'olga enableSeller', 'olga disableAccount', 'olga enableAccount'],
        ...['op disableApplication', 'op verifyApplication', 'op enableApplication'],
      ],
    );
    for (const { who_type, seller_id, request_id } of recorded)
      assert.deepEqual([who_type, seller_id, request_id], ['operator', 'A1DEMOSELLER', 'r-1']);
  });

  test('200 invites the first owner of a seller by e-mail, once for a key; 409 when somebody works for it', async () => {
    await clearEntries();
    const invite = (sellerId: string, email: string, key?: string) =>
      call('POST', `/sellers/${sellerId}/ownerInvitations`, WRITE, { email }, key ? { 'idempotency-key': key } : {});
    const first = await invite('A8NEW', 'Boss@eight.example', 'key-1');
    assert.equal(first.statusCode, 200, first.body);
    assert.deepEqual([first.json().sellerId, first.json().email], ['A8NEW', 'boss@eight.example']);
    const again = await invite('A8NEW', 'boss@eight.example', 'key-1');
    assert.deepEqual([again.json(), again.headers['idempotency-replayed']], [first.json(), 'true']);
    assert.equal((await invite('A8NEW', 'other@eight.example', 'key-1')).statusCode, 422);
    const mails = await idp.db.all<{ address: string }>(
      "SELECT address FROM idp_mail WHERE address = 'boss@eight.example'",
    );
    assert.equal(mails.length, 1);
    const corrected = await invite('A8NEW', 'right@eight.example');
    assert.notEqual(corrected.json().invitationId, first.json().invitationId);
    const recorded = (await entries()).map(({ who, seller_id }) => `${who} ${seller_id}`);
    assert.deepEqual(recorded, ['olga A8NEW', 'olga A8NEW']);
    const refused = await invite('A1DEMOSELLER', 'boss@eight.example');
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /has people already/);
    for (const email of ['no address', 'a@b@c', 'a,b@c.example', '<a@c.example>', '', null])
      assert.equal((await invite('A8NEW', email as string)).statusCode, 400);
  });

  test('200 lists sign-ins and failures, of all or of one account, in pages', async () => {
    const facts = { device: 'Firefox on Linux', address: '192.0.2.7' };
    await insertAttempt(idp.db, { ...facts, atMs: 1_000, outcome: 'wrong password', typed: 'hash' });
    await insertAttempt(idp.db, { ...facts, atMs: 2_000, outcome: 'wrong password', accountId: demoId });
    await insertAttempt(idp.db, { ...facts, atMs: 3_000, outcome: 'signed in', accountId: demoId });
    const page = await good('GET', '/signIns?limit=2', READ);
    const shown = ({ signIns }: { signIns: { outcome: string; email?: string }[] }) =>
      signIns.map(({ outcome, email }) => `${outcome} ${email}`);
    assert.deepEqual(shown(page), ['SIGNED_IN demo@store.example', 'WRONG_PASSWORD demo@store.example']);
    const rest = await good('GET', `/signIns?limit=2&nextToken=${page.nextToken}`, READ);
    assert.deepEqual([shown(rest), rest.nextToken], [['WRONG_PASSWORD undefined'], undefined]);
    assert.equal((await good('GET', `/signIns?accountId=${demoId}`, READ)).signIns.length, 2);
    const other = await call('GET', `/signIns?accountId=${demoId}&nextToken=${page.nextToken}`, READ);
    assert.equal(other.statusCode, 400, 'the token is of another list');
  });

  test('200 two people of the operator remove lost factors at once, one begins the wait, and no application vouches', async () => {
    const help = (token: string, body: object = {}) => call('POST', `/accounts/${rivalId}/factorHelp`, token, body);
    assert.equal((await help('operator~sellers~write')).statusCode, 401);
    assert.equal((await help('person~sellers~read')).statusCode, 403);
    assert.equal((await help(WRITE)).statusCode, 409, 'there is no factor');
    const passkey = {
      id: 'p',
      accountId: rivalId,
      name: 'Key',
      publicKey: 'AA',
      signCount: 0,
      transports: [],
      createdAt: 1,
    };
    await insertPasskey(idp.db, passkey);
    assert.equal((await help(WRITE, { action: 'STOP' })).statusCode, 409);
    for (let times = 0; times < 2; times += 1) {
      const waiting = (await help(WRITE)).json();
      assert.deepEqual([waiting.state, waiting.vouchedBy], ['WAITING', 'olga'], 'one person counts once');
      assert.equal(Date.parse(waiting.removalTime) - Date.parse(waiting.askedTime), 72 * 3_600_000);
      const { factorHelp } = await good('GET', '/factorHelp', READ);
      assert.deepEqual(factorHelp, [{ ...waiting, email: 'rival@store.example' }]);
    }
    assert.equal((await help(WRITE, { action: 'STOP' })).json().state, 'NONE');
    await help(WRITE);
    const removed = (await help('second~sellers~write')).json();
    assert.equal(removed.state, 'REMOVED');
    assert.deepEqual(await good('GET', '/factorHelp', READ), { factorHelp: [] });
    assert.equal((await idp.db.all('SELECT id FROM idp_passkey WHERE account_id = $1', [rivalId])).length, 0);
    const recorded = await entries();
    assert.ok(
      recorded.some(
        ({ operation, who, seller_id }) =>
          `${operation} ${who} ${seller_id}` === 'remove lost factors oskar A2DEMORIVAL',
      ),
    );
  });

  const ADMIN = 'person~admin';
  const ofOperators: [Method, string, object?][] = [
    ['GET', '/operators'],
    ['POST', '/operators', { email: 'olga@market.example', rights: ['operator:admin'] }],
    ['PATCH', '/operators/nobody', { status: 'ENABLED' }],
  ];

  test("403 only operator:admin opens the operator's people; 401 to change them a person needs a recent sign-in", async () => {
    for (const [method, path, body] of ofOperators) {
      for (const right of OPERATOR_RIGHTS.filter((one) => one !== 'operator:admin')) {
        const token = `operator~${right.slice('operator:'.length).replaceAll(':', '~')}`;
        assert.equal((await call(method, path, token, body)).statusCode, 403, `${method} ${path} with ${right}`);
      }
      const stale = await call(method, path, 'former~admin', body);
      assert.equal(stale.statusCode, method === 'GET' ? 200 : 401);
      const answer = await elsewhere.app.inject({
        ...{ method, url: `/operator/v1${path}`, ...(body && { payload: body }) },
        headers: { authorization: `Bearer ${ADMIN}` },
      });
      assert.equal(answer.statusCode, 501, answer.body);
    }
  });

  test("200 invites, lists, changes and disables the operator's people; 409 a right that one has not, and the last admin", async () => {
    await clearEntries();
    const invite = (email: string, rights: string[], key?: string) =>
      call('POST', '/operators', ADMIN, { email, rights }, key ? { 'idempotency-key': key } : {});
    const first = await invite('Olga@market.example', ['operator:admin'], 'key-1');
    assert.equal(first.statusCode, 200, first.body);
    const { accountId, email, status, rights } = first.json();
    assert.deepEqual([email, status, rights], ['olga@market.example', 'ENABLED', ['operator:admin']]);
    const again = await invite('olga@market.example', ['operator:admin'], 'key-1');
    assert.deepEqual([again.json(), again.headers['idempotency-replayed']], [first.json(), 'true']);
    assert.equal((await invite('else@market.example', ['operator:admin'], 'key-1')).statusCode, 422);
    assert.equal((await invite('olga@market.example', ['operator:admin'])).statusCode, 409, 'it has an account');
    assert.equal((await invite('demo@store.example', ['operator:admin'])).statusCode, 409, "a seller's account");
    assert.match((await invite('sue@market.example', ['operator:support'])).body, /right that you do not have/);
    for (const wrong of [[], ['operator:all'], null])
      assert.equal((await invite('sue@market.example', wrong as string[])).statusCode, 400);
    const mails = await idp.db.all("SELECT id FROM idp_mail WHERE kind = 'operator invited'");
    assert.equal(mails.length, 1);
    const change = (id: string, body: object) => call('PATCH', `/operators/${id}`, ADMIN, body);
    assert.match((await change(accountId, { status: 'DISABLED' })).body, /last account of the operator/);
    assert.match((await change(accountId, { rights: ['operator:support'] })).body, /right that you do not have/);
    assert.equal((await change('nobody', { status: 'DISABLED' })).statusCode, 404);
    assert.equal((await change(demoId, { status: 'DISABLED' })).statusCode, 404, "a seller's account");
    const second = (await invite('otto@market.example', ['operator:admin'])).json().accountId;
    const disabled = await change(accountId, { status: 'DISABLED' });
    assert.deepEqual([disabled.statusCode, disabled.json().status], [200, 'DISABLED']);
    assert.equal((await change(second, { status: 'DISABLED' })).statusCode, 409);
    await change(accountId, { status: 'ENABLED' });
    const listed = await good('GET', '/operators', ADMIN);
    const found = listed.operators.find((one: { accountId: string }) => one.accountId === accountId);
    assert.deepEqual([found.email, found.status], ['olga@market.example', 'ENABLED']);
    assert.deepEqual(
      (await entries()).map(({ operation, seller_id }) => `${operation} ${seller_id}`),
      ['inviteOperator null', 'inviteOperator null', 'disableOperator null', 'enableOperator null'],
    );
  });

  test('404 a seller, account or application that does not exist, and 400 a status that does not', async () => {
    for (const path of ['/sellers/A0NOBODY', '/accounts/nobody', '/applications/nothing'])
      assert.equal((await call('PATCH', path, WRITE, { status: 'DISABLED' })).statusCode, 404, path);
    assert.equal((await call('GET', '/sellers/A0NOBODY', READ)).statusCode, 404);
    for (const body of [{}, { status: 'GONE' }, { status: null }])
      assert.equal((await call('PATCH', '/sellers/A1DEMOSELLER', WRITE, body)).statusCode, 400);
  });

  test('501 with another provider, and the reason', async () => {
    for (const [method, path, body] of operations) {
      const answer = await elsewhere.app.inject({
        ...{ method, url: `/operator/v1${path}`, ...(body && { payload: body }) },
        headers: { authorization: `Bearer ${method === 'GET' ? READ : WRITE}` },
      });
      assert.equal(answer.statusCode, 501, `${method} ${path} ${answer.body}`);
      assert.match(answer.body, /NotImplemented.*managed at the identity provider that IDP_ISSUER names/);
    }
  });

  test('only the service itself may ask the provider', async () => {
    const answer = await fetch(`${idp.issuer}/token/operator`, {
      method: 'POST',
      headers: { ...basic('demooperator', 'demooperatorsecret'), 'content-type': 'application/json' },
      body: JSON.stringify({
        operation: 'listSellers',
        asks: { after: '', limit: 9 },
        actor: { id: 'x', from: 'x', requestId: 'x' },
      }),
    });
    assert.equal(answer.status, 401);
  });
});
