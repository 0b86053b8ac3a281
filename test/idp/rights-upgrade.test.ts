import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { NAMED_RIGHTS, OPERATOR_RIGHT, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { judgeClaims } from '../../src/identity/claims.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { claimRulesOf } from '../../src/roles/identity/identity.ts';
import { type RecordedRights, unpackRights } from '../db/releases/rights.ts';
import { TestBrowser } from './browser.ts';
import { authorizationUrl, discover, exchange, insecure } from './delegated.ts';
import { basic, introspect, postForm, startTestIdp, type TestIdp } from './harness.ts';

const foreign = {
  IDP_ISSUER: 'https://login.example',
  IDP_INTROSPECTION_CLIENT_ID: 'service',
  IDP_INTROSPECTION_CLIENT_SECRET: 'secret',
};

describe('rights after an upgrade of a store of 0.2.0 (decision 51): nothing gained, nothing lost', () => {
  let stored: ReturnType<typeof unpackRights>;
  let recorded: RecordedRights;
  let db: Db;
  let idp: TestIdp;
  before(async () => {
    stored = unpackRights('0.2.0');
    ({ recorded } = stored);
    db = await openDb({ file: stored.file });
    await migrate(db, idpMigrations);
    idp = await startTestIdp(db);
  });
  after(async () => {
    await idp.close();
    await db.close();
    stored.remove();
  });

  /** The rights as the service tells them, with the provider embedded. */
  const rightsOf = (claims: object, environment = {}) => {
    const verdict = judgeClaims({ ...claims }, claimRulesOf(readConfig(environment)), Date.now());
    assert.ok('caller' in verdict, JSON.stringify(verdict));
    return [...verdict.caller.rights];
  };

  /** Changing the market implies reading it since operator rights have names (decision 55). Nothing else came. */
  const withImplied = (rights: readonly string[]) =>
    rights.includes(OPERATOR_RIGHT) ? [...rights, 'operator:market:read'] : rights;

  it('every token has the claims and the rights that it had', async () => {
    assert.ok(recorded.tokens.length >= 15);
    for (const { token, claims, rights } of recorded.tokens) {
      const now = await introspect(idp, token);
      for (const name of ['active', 'client_id', 'sub', 'seller_id', 'scope', 'rights', 'gty', 'token_type'])
        assert.deepEqual(now[name], claims[name], `${claims.client_id} ${name}`);
      assert.deepEqual(rightsOf(now), withImplied(rights));
      // The same to a service at which this provider is a foreign one.
      assert.deepEqual(rightsOf(now, foreign), withImplied(rights));
    }
  });

  it('every own application gets tokens with the rights that it had, whatever the scope', async () => {
    assert.ok(recorded.own.length >= 5);
    for (const { id, secret, rights } of recorded.own)
      for (const scope of ['', SELLER_RIGHTS.join(' ')]) {
        const form = { grant_type: 'client_credentials', ...(scope && { scope }) };
        const answer = await postForm(`${idp.issuer}/token`, form, basic(id, secret));
        const { access_token: token } = (await answer.json()) as { access_token: string };
        assert.deepEqual(rightsOf(await introspect(idp, token)), withImplied(rights), id);
      }
  });

  it('every grant renews with the scope that was granted, and with no right by name', async () => {
    const server = await discover(idp);
    const renewable = recorded.delegated.filter(({ refreshToken }) => refreshToken !== undefined);
    assert.ok(renewable.length >= 4);
    for (const { clientId, refreshToken = '', granted } of renewable) {
      const client = { client_id: clientId };
      const renew = (token: string, additionalParameters = {}) =>
        oauth
          .refreshTokenGrantRequest(server, client, oauth.None(), token, { ...insecure, additionalParameters })
          .then((answer) => oauth.processRefreshTokenResponse(server, client, answer));
      for (const right of NAMED_RIGHTS)
        await assert.rejects(renew(refreshToken, { scope: right }), /invalid_scope|server responded with an error/);
      const tokens = await renew(refreshToken);
      assert.equal(tokens.scope, granted);
      assert.equal((await introspect(idp, tokens.access_token)).scope, granted);
    }
  });

  it('every application that registered asks for what it asked for before, and for no right by name', async () => {
    const server = await discover(idp);
    const browser = new TestBrowser(idp.issuer);
    await browser.signIn(await browser.go('/grants'));
    for (const { clientId, asked, granted } of recorded.delegated) {
      const application = { client: { client_id: clientId }, auth: oauth.None(), server };
      const started = await authorizationUrl(application, { scope: asked });
      const back = await browser.allow(await browser.go(started.url));
      assert.equal((await exchange(application, started, back.url)).scope, granted);
      for (const right of NAMED_RIGHTS) {
        const { url } = await authorizationUrl(application, { scope: right });
        const refused = new URL((await browser.go(url)).url);
        assert.equal(refused.searchParams.get('error'), 'invalid_scope');
      }
    }
  });
});
