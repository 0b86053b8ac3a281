// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { BASIC_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import {
  authorizationUrl,
  connectable,
  connected,
  consentTo,
  discover,
  exchange,
  insecure,
  redirectUri,
  refresh,
} from './delegated.ts';
import { basic, freshDb, introspect, postForm, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

withEngines('tokens of the default provider', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
  });
  after(() => idp.close());

  const invalidGrant = (error: unknown) =>
    error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant' && error.status === 400;

  once(
    'client_credentials: a seller’s own application gets its seller and all seller rights, whatever the scope',
    async () => {
      const server = await discover(idp);
      const client = { client_id: 'demorival' };
      const auth = oauth.ClientSecretBasic('demorivalsecret');
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        auth,
        { scope: 'operator:market:write anything' },
        insecure,
      );
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const answer = await oauth.processClientCredentialsResponse(server, client, response);
      assert.deepEqual(Object.keys(answer).sort(), ['access_token', 'expires_in', 'token_type']);
      assert.equal(answer.expires_in, 900);
      const { exp, iat, ...facts } = await introspect(idp, answer.access_token);
      assert.equal(Number(exp) - Number(iat), 900);
      assert.deepEqual(facts, {
        active: true,
        client_id: 'demorival',
        gty: 'client_credentials',
        iss: idp.issuer,
        scope: 'seller-api:pricing:read seller-api:notifications:read seller-api:notifications:write',
        seller_id: 'A2DEMORIVAL',
        token_type: 'Bearer',
      });
    },
  );

  once('client_credentials: the operator gets its right and no seller', async () => {
    const config = await openid.discovery(
      new URL(idp.issuer),
      'demooperator',
      undefined,
      openid.ClientSecretPost('demooperatorsecret'),
      {
        execute: [openid.allowInsecureRequests],
      },
    );
    const { access_token: token } = await openid.clientCredentialsGrant(config);
    const { exp: _, iat: __, ...facts } = await introspect(idp, token);
    assert.deepEqual(facts, {
      active: true,
      client_id: 'demooperator',
      gty: 'client_credentials',
      iss: idp.issuer,
      scope: 'operator:market:write',
      rights: ['operator:market:write'],
      token_type: 'Bearer',
    });
  });

  it('wrong secrets, unknown clients and the service’s own client get no token', async () => {
    const fields = { grant_type: 'client_credentials' };
    for (const [id, secret] of [
      ['demoseller', 'wrong'],
      ['nobody', 'x'],
    ] as const) {
      const response = await postForm(`${idp.issuer}/token`, fields, basic(id, secret));
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic/);
      assert.equal(((await response.json()) as { error: string }).error, 'invalid_client');
    }
    const own = await postForm(`${idp.issuer}/token`, fields, basic(serviceClient.id, serviceClient.secret));
    assert.equal(own.status, 400);
    assert.equal(((await own.json()) as { error: string }).error, 'unauthorized_client');
  });

  once('delegated: openid-client gets a code with iss, tokens for the consenting seller, and rotates', async () => {
    const execute = [openid.allowInsecureRequests];
    const metadata = { client_name: 'Sample', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
    const config = await openid.dynamicClientRegistration(new URL(idp.issuer), metadata, openid.None(), {
      execute,
      algorithm: 'oauth2',
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'offline_access seller-api:pricing:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const { back } = await consentTo(idp, { url: url.href, verifier, state });
    assert.equal(new URL(back.url).searchParams.get('iss'), idp.issuer);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, new URL(back.url), checks);
    assert.equal(tokens.expires_in, 900);
    const { exp: _, iat: __, sub, auth_time, ...facts } = await introspect(idp, tokens.access_token);
    assert.match(String(sub), /^[0-9a-f]{32}$/);
    assert.equal(typeof auth_time, 'number');
    assert.deepEqual(facts, {
      active: true,
      client_id: config.clientMetadata().client_id,
      iss: idp.issuer,
      scope: 'seller-api:pricing:read offline_access',
      seller_id: 'A1DEMOSELLER',
      token_type: 'Bearer',
    });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.notEqual(next.refresh_token, tokens.refresh_token);
    assert.equal((await introspect(idp, next.access_token)).seller_id, 'A1DEMOSELLER');
  });

  once(
    'delegated: a request without a seller right asks for all rights of the client, and the consent page lists them',
    async () => {
      for (const scope of ['offline_access', undefined, '']) {
        const { tokens, consent } = await connected(idp, {}, { scope });
        assert.match(consent.text, /See your prices and fees/);
        assert.match(consent.text, /Create notification destinations for you/);
        assert.match(String(tokens.scope), /seller-api:pricing:read.*seller-api:notifications:write/);
        assert.equal(tokens.refresh_token === undefined, scope !== 'offline_access');
      }
      const named = await connected(
        idp,
        { scope: 'seller-api:pricing:read' },
        { scope: `${BASIC_RIGHTS.join(' ')} offline_access` },
      );
      assert.equal(named.tokens.scope, 'seller-api:pricing:read offline_access', 'as a service with IDP_ISSUER asks');
      const narrow = await connected(idp, { scope: 'seller-api:pricing:read' }, {});
      assert.equal(narrow.tokens.scope, 'seller-api:pricing:read offline_access');
      assert.doesNotMatch(narrow.consent.text, /notification/);
    },
  );

  once('delegated: a right that the client does not have, or the operator’s, is invalid_scope', async () => {
    const application = await connectable(idp, { scope: 'seller-api:pricing:read' });
    for (const scope of ['seller-api:notifications:write', 'operator:market:write']) {
      const { url } = await authorizationUrl(application, { scope });
      const back = await fetch(url, { redirect: 'manual' });
      const location = new URL(back.headers.get('location') ?? '');
      assert.equal(location.searchParams.get('error'), 'invalid_scope');
      assert.equal(location.searchParams.get('iss'), idp.issuer);
    }
  });

  once('delegated: an unknown scope is invalid_scope, never all rights', async () => {
    const application = await connectable(idp);
    for (const scope of [
      'bogus',
      'seller-api:orders:read',
      'SELLER-API:PRICING:READ',
      'openid',
      'offline_access bogus',
      'seller-api:pricing:read seller-api:orders:read',
    ]) {
      const { url } = await authorizationUrl(application, { scope });
      const back = await fetch(url, { redirect: 'manual' });
      const location = new URL(back.headers.get('location') ?? '', idp.issuer);
      assert.equal(location.searchParams.get('error'), 'invalid_scope', scope);
    }
  });

  once('a denial is access_denied with iss', async () => {
    const application = await connectable(idp);
    const browser = new TestBrowser(idp.issuer);
    const { url, state } = await authorizationUrl(application);
    const consent = await browser.signIn(await browser.go(url));
    const back = new URL((await browser.deny(consent)).url);
    assert.equal(`${back.origin}${back.pathname}`, redirectUri);
    assert.deepEqual(
      [back.searchParams.get('error'), back.searchParams.get('state'), back.searchParams.get('iss')],
      ['access_denied', state, idp.issuer],
    );
  });

  it('the reuse of a rotated refresh token ends the whole grant', async () => {
    const { application, tokens } = await connected(idp);
    const second = await refresh(application, tokens.refresh_token ?? '');
    await assert.rejects(refresh(application, tokens.refresh_token ?? ''), invalidGrant);
    await assert.rejects(refresh(application, second.refresh_token ?? ''), invalidGrant);
    assert.deepEqual(await introspect(idp, second.access_token), { active: false });
  });

  it('8 concurrent exchanges of one code give one token set, and so do 8 concurrent refreshes', async () => {
    const application = await connectable(idp);
    const started = await authorizationUrl(application);
    const { back } = await consentTo(idp, started);
    const exchanges = await Promise.allSettled(
      Array.from({ length: 8 }, () => exchange(application, started, back.url)),
    );
    assert.equal(exchanges.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of exchanges) if (result.status === 'rejected') assert.ok(invalidGrant(result.reason));
    const other = await connected(idp);
    const refreshes = await Promise.allSettled(
      Array.from({ length: 8 }, () => refresh(other.application, other.tokens.refresh_token ?? '')),
    );
    assert.equal(refreshes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of refreshes) if (result.status === 'rejected') assert.ok(invalidGrant(result.reason));
  });

  it('within the grace period a client may repeat a refresh whose response it lost', async () => {
    let shiftMs = 0;
    const graceful = await startTestIdp(idp.db, { refreshGraceSeconds: 10, now: () => Date.now() + shiftMs });
    const { application, tokens } = await connected(graceful);
    const first = tokens.refresh_token ?? '';
    await refresh(application, first);
    const again = await refresh(application, first);
    shiftMs = 11_000;
    await assert.rejects(refresh(application, first), invalidGrant);
    await assert.rejects(refresh(application, again.refresh_token ?? ''), invalidGrant);
    await graceful.close();
  });

  once('refresh tokens expire a year after the first one, however often they are rotated', async () => {
    const { application, tokens } = await connected(idp);
    const rows = () =>
      idp.db.all<{ expires_at: number }>(
        "SELECT expires_at FROM idp_record WHERE kind = 'RefreshToken' AND client_id = $1 ORDER BY created_at",
        [application.client.client_id],
      );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await refresh(application, tokens.refresh_token ?? '');
    const [first, second] = await rows();
    const yearMs = 365 * DAY_MS;
    assert.ok(Math.abs((first?.expires_at ?? 0) - Date.now() - yearMs) < 5_000);
    assert.ok(Math.abs((second?.expires_at ?? 0) - (first?.expires_at ?? 0)) <= 1_000);
  });

  it('only the service may introspect, and a refresh token is never active', async () => {
    const { tokens, application } = await connected(idp);
    assert.deepEqual(await introspect(idp, tokens.access_token, { id: 'demoseller', secret: 'demosellersecret' }), {
      active: false,
    });
    assert.deepEqual(await introspect(idp, tokens.refresh_token ?? ''), { active: false });
    assert.equal((await introspect(idp, tokens.access_token)).active, true);
    const own = await postForm(`${idp.issuer}/token/introspection`, {
      token: tokens.access_token,
      client_id: application.client.client_id,
    });
    assert.equal(own.status, 401);
  });

  it('grants, tokens and keys survive a restart, and the tables contain no ids, codes or secrets', async () => {
    const { application, tokens } = await connected(idp);
    const again = await startTestIdp(idp.db, { issuer: idp.issuer });
    const url = `${again.address}/token/introspection`;
    const response = await postForm(url, { token: tokens.access_token }, basic(serviceClient.id, serviceClient.secret));
    assert.equal(((await response.json()) as { active: boolean }).active, true);
    const keys = async (base: string) => (await fetch(`${base}/jwks`)).json();
    assert.deepEqual(await keys(again.address), await keys(idp.address));
    await again.close();
    await refresh(application, tokens.refresh_token ?? '');
    const dump = JSON.stringify([
      await idp.db.all('SELECT * FROM idp_record'),
      await idp.db.all('SELECT * FROM idp_client'),
      await idp.db.all('SELECT * FROM idp_account'),
    ]);
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', 'demosellersecret', serviceClient.secret]) {
      assert.ok(!dump.includes(secret));
    }
  });

  it('revocation at the provider ends a refresh token and its grant', async () => {
    const { application, tokens } = await connected(idp);
    const { server, client, auth } = application;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, auth, tokens.refresh_token ?? '', insecure),
    );
    await assert.rejects(refresh(application, tokens.refresh_token ?? ''), invalidGrant);
    assert.deepEqual(await introspect(idp, tokens.access_token), { active: false });
  });

  once('no secret and no query is logged', async () => {
    const { application, tokens, started, back } = await connected(idp);
    await refresh(application, tokens.refresh_token ?? '');
    await assert.rejects(refresh(application, tokens.refresh_token ?? ''));
    const code = new URL(back.url).searchParams.get('code') ?? '';
    const log = idp.logged();
    assert.match(log, /"route":"\/token"/);
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token ?? '',
      code,
      started.verifier,
      started.state,
      'demosellersecret',
      serviceClient.secret,
      'store.example',
      '?',
      'code=',
    ]) {
      assert.ok(secret !== '' && !log.includes(secret), `logged: ${secret}`);
    }
  });
});
