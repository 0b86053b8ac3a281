import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClaimRules, judgeClaims } from '../../src/identity/claims.ts';

const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1000;
const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', exp: SECONDS + 900, seller_id: 'S1' };
const untyped = { ...good, token_type: undefined };

const rules: ClaimRules = {
  sellerClaims: ['seller_id'],
  clientClaims: ['client_id', 'azp'],
  ownTokens: 'proven',
  operatorClients: [],
  ownRights: 'claim',
  scopeMap: new Map(),
  untypedTokens: 'refuse',
  maxUntypedSeconds: 3600,
};
const accepting: ClaimRules = { ...rules, untypedTokens: 'accept' };

/** A claim that is undefined here is absent in the JSON that a provider sends. */
const judged = (claims: object, options = rules) => judgeClaims(JSON.parse(JSON.stringify(claims)), options, NOW);

type AcceptedRow = [name: string, claims: object, rules?: ClaimRules];
const accepted: AcceptedRow[] = [
  ['token_type Bearer', good],
  ['typ instead of token_type', { ...untyped, typ: 'at+jwt' }],
  ['token_use instead of token_type', { ...untyped, token_use: 'access_token' }],
  ['typ that is only JWT', { ...good, typ: 'JWT' }],
  ['no exp', { ...good, exp: undefined }],
  ["nbf a little ahead: the provider's clock", { ...good, nbf: SECONDS + 5 }],
  ['typed, and alive for a day', { ...good, exp: SECONDS + 86_400 }, accepting],
  ['untyped, where that is accepted', untyped, accepting],
  ['untyped, a token_type that is null', { ...good, token_type: null }, accepting],
  ['untyped, at the limit', { ...untyped, exp: SECONDS + 3600, iat: SECONDS }, accepting],
  [
    "untyped, a provider's clock that is a minute ahead",
    { ...untyped, exp: SECONDS + 3660, iat: SECONDS + 60 },
    accepting,
  ],
  [
    'untyped, with a limit of its own',
    { ...untyped, exp: SECONDS + 36_000 },
    { ...accepting, maxUntypedSeconds: 36_000 },
  ],
];

type RefusedRow = [name: string, claims: object, reason: RegExp, rules?: ClaimRules];
const refused: RefusedRow[] = [
  [
    'one of which nothing tells whose it is',
    { ...good, sub: undefined },
    /names no person, and has no sign of the grant/,
  ],
  ['not active', { ...good, active: false }, /not active/],
  ['active as text', { ...good, active: 'true' }, /not active/],
  ['a refresh token by token_type', { ...good, token_type: 'refresh_token' }, /token_type .*: refresh_token$/],
  ['a refresh token by typ', { ...good, typ: 'Refresh' }, /^typ .*: Refresh$/],
  ['a refresh token by token_use', { ...good, token_use: 'refresh_token' }, /^token_use/],
  [
    'a refresh token that is called Bearer, too (Okta), by its missing aud',
    { ...good, exp: SECONDS + 86_400, username: 'ann', sub: 'ann', device_id: 'd' },
    /aud/,
    { ...rules, audience: 'api://seller' },
  ],
  ['a refresh token by its missing token_type', untyped, /IDP_UNTYPED_TOKENS/],
  ['a token of typ JWT without a token_type', { ...untyped, typ: 'JWT' }, /IDP_UNTYPED_TOKENS/],
  ['an id token', { ...untyped, typ: 'ID' }, /^typ/],
  ['an id token, where untyped ones are accepted', { ...untyped, typ: 'ID' }, /^typ/, accepting],
  ['another scheme', { ...good, token_type: 'DPoP' }, /: DPoP$/],
  ['a token_type that could be anything', { ...good, token_type: 'eyJ hush' }, /access token$/],
  ['a token_type that no text can be made of', { ...good, token_type: { toString: 1 } }, /^token_type .*access token$/],
  ['a typ that is a list', { ...good, typ: ['at+jwt'] }, /^typ/],
  ['a token_use that is a number', { ...good, token_use: 1 }, /^token_use/],
  ['a token_type that is null', { ...good, token_type: null }, /IDP_UNTYPED_TOKENS/],
  ['a token bound to a key', { ...good, cnf: { jkt: 'x' } }, /cnf/],
  ['a token bound to null', { ...good, cnf: null }, /cnf/],
  ['expired', { ...good, exp: SECONDS }, /expired/],
  ['an exp that is text', { ...good, exp: String(SECONDS + 900) }, /exp is no number/],
  ['not yet', { ...good, nbf: SECONDS + 61 }, /not valid yet/],
  ['an nbf that is text', { ...good, nbf: '0' }, /nbf is no number/],
  ['an empty client', { ...good, client_id: '' }, /client_id/],
  ['untyped without exp', { ...untyped, exp: undefined }, /no exp/, accepting],
  ['untyped with an exp that is text', { ...untyped, exp: String(SECONDS + 900) }, /no exp/, accepting],
  ['untyped, a refresh token of a year', { ...untyped, exp: SECONDS + 31_536_000 }, /IDP_MAX_TOKEN_SECONDS/, accepting],
  ['untyped, over the limit', { ...untyped, exp: SECONDS + 3661 }, /IDP_MAX_TOKEN_SECONDS/, accepting],
  [
    'untyped, a refresh token in its last hour',
    { ...untyped, iat: SECONDS - 86_400, exp: SECONDS + 900 },
    /refresh token/,
    accepting,
  ],
  ['untyped, an ID token by its nonce', { ...untyped, nonce: 'n' }, /nonce: it is an ID token/, accepting],
  ['untyped, an ID token by its hash', { ...untyped, at_hash: 'h' }, /at_hash/, accepting],
  ['untyped and bound', { ...untyped, cnf: {} }, /cnf/, accepting],
  ['untyped and expired', { ...untyped, exp: SECONDS - 1 }, /expired/, accepting],
];

describe('an introspection answer', () => {
  for (const [name, claims, options] of accepted) {
    test(`is a good access token: ${name}`, () => {
      const verdict = judged(claims, options);
      assert.ok('caller' in verdict, JSON.stringify(verdict));
      assert.deepEqual([verdict.caller.clientId, verdict.caller.sellerId], ['app', 'S1']);
    });
  }
  for (const [name, claims, reason, options] of refused) {
    test(`is refused with its reason: ${name}`, () => {
      const verdict = judged(claims, options);
      assert.ok('refusal' in verdict);
      assert.match(verdict.refusal, reason);
    });
  }

  test('gives a token without an application to the shared one, delegated', () => {
    const verdict = judged({ ...good, client_id: undefined });
    assert.ok('caller' in verdict);
    assert.deepEqual([verdict.caller.clientId, verdict.caller.grant], ['unknown', 'delegated']);
  });

  test('tells how long the token is still valid', () => {
    assert.deepEqual((judged(good) as { lifetimeMs: number }).lifetimeMs, 900_000);
  });

  test('the audience is checked when one is configured', () => {
    const strict = { ...rules, audience: 'us' };
    for (const aud of ['us', ['them', 'us']]) assert.ok('caller' in judged({ ...good, aud }, strict));
    for (const aud of [undefined, 'them', ['them'], [], 'us2']) {
      const verdict = judged({ ...good, aud }, strict);
      assert.ok('refusal' in verdict);
      assert.match(verdict.refusal, /IDP_AUDIENCE/);
    }
  });
});
