import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { grantOf, type TokenGrant } from '../../src/domain/authorization/own-token.ts';

/*
 * Whether a token is the application's own, with all rights of a seller, or delegated, with those that a seller consented to. Each
 * row is what a provider says of a token of the application `app`, and what becomes of it with each value of IDP_OWN_TOKENS:
 * `proven`, the default, and `without-person`, by which the operator says that only own tokens of this provider name no person.
 */
const READ = 'seller-api:pricing:read';
const app = 'app';

type Row = readonly [answer: string, claims: object, proven: TokenGrant, withoutPerson: TokenGrant];

const tables: Readonly<Record<string, readonly Row[]>> = {
  'what real providers say': [
    ['the embedded provider: own', { gty: 'client_credentials', scope: READ }, 'own', 'own'],
    ['the embedded provider: delegated', { sub: '0a1b', scope: READ }, 'delegated', 'delegated'],
    ['Django OAuth Toolkit 1.7: own', { scope: READ }, 'unproven', 'own'],
    ['Django OAuth Toolkit 1.7: delegated', { username: 'S1', scope: READ }, 'delegated', 'delegated'],
    ['Glewlwyd 2.7: own', { aud: 'pricing', scope: 'pricing' }, 'unproven', 'own'],
    ['Glewlwyd 2.7: delegated', { username: 'S1', sub: 'dVab', scope: 'pricing' }, 'delegated', 'delegated'],
    ['LemonLDAP::NG 2.16: own', { sub: app, scope: 'seller-api' }, 'own', 'own'],
    ['LemonLDAP::NG 2.16: delegated', { sub: 'S1', scope: `${READ} openid` }, 'delegated', 'delegated'],
    ['a list of grants (FusionAuth): own', { gty: ['client_credentials'] }, 'own', 'own'],
    ['a list of grants: delegated', { gty: ['authorization_code', 'refresh_token'] }, 'delegated', 'delegated'],
    ['grant_type (UAA): own', { sub: app, grant_type: 'client_credentials' }, 'own', 'own'],
    ['grant_type (UAA): delegated', { user_name: 'ann', grant_type: 'authorization_code' }, 'delegated', 'delegated'],
    [
      'a service account with gty',
      { sub: 'u1', username: 'service-account-app', gty: 'client_credentials' },
      'own',
      'own',
    ],
    ['a service account with gty, by openid', { sub: 'u1', gty: 'client-credentials', scope: 'openid' }, 'own', 'own'],
    ['idtyp, of an application', { sub: 'object-1', idtyp: 'app' }, 'own', 'own'],
    ['idtyp, of a person', { idtyp: 'user', scp: READ }, 'delegated', 'delegated'],
    ['idtyp against the grant', { idtyp: 'app', gty: 'authorization_code' }, 'delegated', 'delegated'],
    ['a service account without gty', { sub: 'u1', username: 'service-account-app' }, 'delegated', 'delegated'],
  ],
  'a consented token that leaves the person out': [
    ['it looks like an own one', { scope: READ }, 'unproven', 'own'],
    ['its scope has offline_access', { scope: `${READ} offline_access` }, 'delegated', 'delegated'],
    ['its scope has openid', { scope: `openid ${READ}` }, 'delegated', 'delegated'],
    ['the scope is a list', { scope: [READ, 'offline_access'] }, 'delegated', 'delegated'],
    ['a list with one text', { scope: [`${READ} openid`] }, 'delegated', 'delegated'],
    ['scopes with commas', { scope: `${READ},openid` }, 'delegated', 'delegated'],
    ['scopes in capitals', { scope: 'OpenID' }, 'delegated', 'delegated'],
    ['the scope is a list of objects', { scope: [{ name: 'openid' }] }, 'delegated', 'delegated'],
    ['the scopes are a list of lists', { scopes: [[READ], ['Offline_Access']] }, 'delegated', 'delegated'],
    ['scopes with tabs', { scope: `${READ}\toffline_access` }, 'delegated', 'delegated'],
    ['the scope is in scp', { scp: ['openid'] }, 'delegated', 'delegated'],
    ['the scope is in scopes', { scopes: 'offline_access' }, 'delegated', 'delegated'],
    ['a scope that only looks like it', { scope: 'openid2 my_offline_access' }, 'unproven', 'own'],
    ['it says when the person signed in', { scope: READ, auth_time: 1_800_000_000 }, 'delegated', 'delegated'],
    ['it says how the person signed in', { scope: READ, amr: ['pwd'] }, 'delegated', 'delegated'],
    ['it has the session of the person', { scope: READ, sid: 's1' }, 'delegated', 'delegated'],
    ['it has a nonce', { scope: READ, nonce: 'n' }, 'delegated', 'delegated'],
    ['another grant', { scope: READ, gty: 'authorization_code' }, 'delegated', 'delegated'],
  ],
  'a person under another name than sub and username': [
    ['user_name', { user_name: 'ann' }, 'delegated', 'delegated'],
    ['user_id', { user_id: 7 }, 'delegated', 'delegated'],
    ['uid', { uid: 'u1' }, 'delegated', 'delegated'],
    ['upn', { upn: 'ann@store.example' }, 'delegated', 'delegated'],
    ['preferred_username', { preferred_username: 'ann' }, 'delegated', 'delegated'],
    ['email', { email: 'ann@store.example' }, 'delegated', 'delegated'],
    ['an empty name', { sub: '' }, 'delegated', 'delegated'],
    ['a list of names', { sub: [app] }, 'delegated', 'delegated'],
    ['null is nobody', { sub: null, username: null, gty: null }, 'unproven', 'own'],
  ],
  'a person who has the name of the application': [
    ['as user name', { username: app }, 'delegated', 'delegated'],
    ['as user name, in capitals', { sub: 'App' }, 'delegated', 'delegated'],
    ['as sub, with openid', { sub: app, scope: `${READ} openid` }, 'delegated', 'delegated'],
    [
      'as sub and user name, with offline_access',
      { sub: app, username: app, scope: 'offline_access' },
      'delegated',
      'delegated',
    ],
    ['as sub, with the time of the sign-in', { sub: app, auth_time: 1_800_000_000 }, 'delegated', 'delegated'],
    ['as sub, of another user name', { sub: app, username: 'ann' }, 'delegated', 'delegated'],
    ['as sub, of another e-mail address', { sub: app, email: 'ann@store.example' }, 'delegated', 'delegated'],
    ['as sub, by another grant', { sub: app, gty: 'authorization_code' }, 'delegated', 'delegated'],
    ['it is the application itself', { sub: app, username: app, scope: READ }, 'own', 'own'],
  ],
  'a grant type that is not exactly client_credentials': [
    ['in capitals', { gty: 'CLIENT_CREDENTIALS' }, 'delegated', 'delegated'],
    ['with a space', { gty: 'client_credentials ' }, 'delegated', 'delegated'],
    ['two in one text', { gty: 'client_credentials authorization_code' }, 'delegated', 'delegated'],
    ['two in a list', { gty: ['client_credentials', 'refresh_token'] }, 'delegated', 'delegated'],
    ['an empty list', { gty: [] }, 'delegated', 'delegated'],
    ['a list in a list', { gty: [['client_credentials']] }, 'delegated', 'delegated'],
    ['empty', { gty: '' }, 'delegated', 'delegated'],
    ['true', { gty: true }, 'delegated', 'delegated'],
    ['an object', { gty: { client_credentials: true } }, 'delegated', 'delegated'],
    [
      'two claims that contradict each other',
      { gty: 'client_credentials', grant_type: 'password' },
      'delegated',
      'delegated',
    ],
  ],
};

for (const [subject, rows] of Object.entries(tables)) {
  describe(`own or delegated: ${subject}`, () => {
    for (const [answer, claims, proven, withoutPerson] of rows) {
      test(`${answer}: ${proven}${proven === withoutPerson ? '' : `, or ${withoutPerson} by the operator's word`}`, () => {
        assert.equal(grantOf({ client_id: app, ...claims }, app, 'proven'), proven);
        assert.equal(grantOf({ client_id: app, ...claims }, app, 'without-person'), withoutPerson);
      });
    }
  });
}
