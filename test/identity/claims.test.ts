import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPERATOR_RIGHT, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { verifyClaims } from '../../src/identity/claims.ts';

const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1000;
const own = { active: true, token_type: 'Bearer', client_id: 'app', exp: SECONDS + 900, seller_id: 'S1' };
const delegated = { ...own, sub: 'ann', scope: 'offline_access seller-api:pricing:read' };
const operator = { ...own, seller_id: undefined, scope: OPERATOR_RIGHT };

const rules = { sellerClaims: ['seller_id'] };
const all = [...SELLER_RIGHTS];

/** A claim that is undefined here is absent in the JSON that a provider sends. */
const verified = (claims: object, options: Parameters<typeof verifyClaims>[1] = rules) =>
  verifyClaims(JSON.parse(JSON.stringify(claims)), options, NOW);

const accepted: [string, object, string | undefined, readonly string[]][] = [
  ["a seller's own client has all seller rights", own, 'S1', all],
  ['whatever its scope is', { ...own, scope: 'seller-api:pricing:read other' }, 'S1', all],
  ["even the operator's", { ...own, scope: OPERATOR_RIGHT, rights: [OPERATOR_RIGHT] }, 'S1', all],
  ['the client named as its own subject (RFC 9068 2.2)', { ...own, sub: 'app' }, 'S1', all],
  ['delegated: exactly the rights of the scope', delegated, 'S1', ['seller-api:pricing:read']],
  ['delegated: a scope as a list', { ...delegated, scope: [SELLER_RIGHTS[2]] }, 'S1', [SELLER_RIGHTS[2]]],
  ['delegated without a scope: nothing', { ...delegated, scope: undefined }, 'S1', []],
  ['delegated: words that only look alike', { ...delegated, scope: 'seller-api:pricing:readx seller-api' }, 'S1', []],
  ["delegated: never the operator's", { ...delegated, scope: OPERATOR_RIGHT }, 'S1', []],
  ['delegated, known only by the user name', { ...delegated, sub: undefined, username: 'ann' }, 'S1', [all[0] ?? '']],
  ['delegated by somebody who is no seller', { ...delegated, seller_id: undefined }, undefined, []],
  ['no seller and no right: a caller who may do nothing', { ...own, seller_id: undefined }, undefined, []],
  ['the operator by scope', operator, undefined, [OPERATOR_RIGHT]],
  ['the operator by claim', { ...operator, scope: undefined, rights: [OPERATOR_RIGHT] }, undefined, [OPERATOR_RIGHT]],
  [
    'a person with the claim',
    { ...operator, sub: 'eve', scope: '', rights: OPERATOR_RIGHT },
    undefined,
    [OPERATOR_RIGHT],
  ],
  ['a person whom an application asked for the scope', { ...operator, sub: 'eve' }, undefined, []],
  ['a seller claim that is no id', { ...own, seller_id: ['S1'] }, undefined, []],
  ['a seller claim with a quote', { ...own, seller_id: "S1'--" }, undefined, []],
  ['typ instead of token_type', { ...own, token_type: undefined, typ: 'at+jwt' }, 'S1', all],
  ['token_use instead of token_type', { ...own, token_type: undefined, token_use: 'access_token' }, 'S1', all],
  ['typ that is only JWT', { ...own, typ: 'JWT' }, 'S1', all],
  ['azp instead of client_id', { ...own, client_id: undefined, azp: 'app' }, 'S1', all],
  ['no exp', { ...own, exp: undefined }, 'S1', all],
  ["nbf a little ahead: the provider's clock", { ...own, nbf: SECONDS + 5 }, 'S1', all],
];

const rejected: [string, object][] = [
  ['not active', { ...own, active: false }],
  ['active as text', { ...own, active: 'true' }],
  ['a refresh token by token_type', { ...own, token_type: 'refresh_token' }],
  ['a refresh token by typ', { ...own, typ: 'Refresh' }],
  ['a refresh token by token_use', { ...own, token_use: 'refresh_token' }],
  ['a refresh token by its missing token_type', { ...own, token_type: undefined }],
  ['a token of typ JWT without a token_type', { ...own, token_type: undefined, typ: 'JWT' }],
  ['an id token', { ...own, token_type: undefined, typ: 'ID' }],
  ['another scheme', { ...own, token_type: 'DPoP' }],
  ['a token_type that is null', { ...own, token_type: null }],
  ['a token bound to a key', { ...own, cnf: { jkt: 'x' } }],
  ['a token bound to null', { ...own, cnf: null }],
  ['expired', { ...own, exp: SECONDS }],
  ['an exp that is text', { ...own, exp: String(SECONDS + 900) }],
  ['not yet', { ...own, nbf: SECONDS + 61 }],
  ['an nbf that is text', { ...own, nbf: '0' }],
  ['no client', { ...own, client_id: undefined }],
  ['an empty client', { ...own, client_id: '' }],
];

describe('an introspection answer', () => {
  for (const [name, claims, sellerId, rights] of accepted) {
    test(`is a good access token: ${name}`, () => {
      const { caller } = verified(claims) ?? {};
      assert.equal(caller?.clientId, 'app');
      assert.equal(caller?.sellerId, sellerId);
      assert.deepEqual([...(caller?.rights ?? [])], rights);
    });
  }
  for (const [name, claims] of rejected) {
    test(`is no access token: ${name}`, () => assert.equal(verified(claims), undefined));
  }

  test('the audience is checked when one is configured', () => {
    const strict = { ...rules, audience: 'us' };
    for (const aud of ['us', ['them', 'us']]) assert.ok(verified({ ...own, aud }, strict));
    for (const aud of [undefined, 'them', ['them'], [], 'us2'])
      assert.equal(verified({ ...own, aud }, strict), undefined);
  });

  test('the first seller claim that is present decides', () => {
    const ordered = { sellerClaims: ['merchant', 'seller_id'] };
    assert.equal(verified(own, ordered)?.caller.sellerId, 'S1');
    assert.equal(verified({ ...own, merchant: 'M1' }, ordered)?.caller.sellerId, 'M1');
    assert.equal(verified({ ...own, merchant: '' }, ordered)?.caller.sellerId, undefined);
    assert.equal(verified(own, { sellerClaims: ['toString'] })?.caller.sellerId, undefined);
  });
});
