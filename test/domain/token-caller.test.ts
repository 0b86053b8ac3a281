import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BASIC_RIGHTS, NAMED_RIGHTS, OPERATOR_RIGHT, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { type CallerRules, callerOfClaims } from '../../src/domain/authorization/token-caller.ts';

/*
 * Who a token acts for (decisions 8, 9 and 39), as a table: what the introspection answer says, and what becomes of it.
 * `own` has the claims of a token that a seller's own client got for itself; the rows of delegated tokens add a person to `token`.
 * A claim that is undefined is absent. `own-token.test.ts` has the table of own and delegated.
 */
const token = { client_id: 'app', seller_id: 'S1' };
const own = { ...token, gty: 'client_credentials' };
const ownOfNobody = { ...own, seller_id: undefined };
const noSeller = { ...token, seller_id: undefined };
const person = { sub: 'ann' };
const nameless = { ...token, client_id: undefined };

const READ = 'seller-api:pricing:read';
const CHANGE = 'seller-api:pricing:write';
const WRITE = 'seller-api:notifications:write';
const all = [...BASIC_RIGHTS];
const operator = [OPERATOR_RIGHT, 'operator:market:read'];
const console = { operatorConsole: 'desk' };
const desk = { ...token, client_id: 'desk', sub: 'eve' };

const defaults: CallerRules = {
  sellerClaims: ['seller_id'],
  clientClaims: ['client_id', 'azp'],
  ownTokens: 'proven',
  operatorClients: ['feed'],
  ownRights: 'claim',
  scopeMap: new Map(),
};

type Outcome = readonly [
  application: string,
  grant: 'own' | 'delegated',
  seller: string | undefined,
  rights: readonly string[],
];
type Row = readonly [name: string, claims: object, outcome: Outcome, rules?: Partial<CallerRules>];

const clientIsSeller = { sellerClaims: ['client_id'] };
const clientOrSeller = { sellerClaims: ['client_id', 'azp', 'cid', 'aud', 'seller_id'] };

const tables: Readonly<Record<string, readonly Row[]>> = {
  "a seller's own client (client_credentials)": [
    ['it acts for its seller', own, ['app', 'own', 'S1', all]],
    ['it has all seller rights, whatever its scope', { ...own, scope: `${READ} other` }, ['app', 'own', 'S1', all]],
    ['it asks for the operator scope', { ...own, scope: OPERATOR_RIGHT }, ['app', 'own', 'S1', all]],
    ['its id is the seller', { client_id: 'S7', sub: 'S7' }, ['S7', 'own', 'S7', all], clientIsSeller],
    ['no seller is named', ownOfNobody, ['app', 'own', undefined, []]],
    ['it asks for every right by name', { ...own, scope: SELLER_RIGHTS.join(' ') }, ['app', 'own', 'S1', all]],
    ['a right by name in the claim', { ...own, rights: [CHANGE] }, ['app', 'own', 'S1', [...all, CHANGE]]],
    ['the claim as text', { ...own, rights: `x ${NAMED_RIGHTS.join(' ')}` }, ['app', 'own', 'S1', [...SELLER_RIGHTS]]],
    ['a claim with fewer than the basic rights', { ...own, rights: [READ] }, ['app', 'own', 'S1', all]],
    ['a claim without a seller', { ...ownOfNobody, rights: [CHANGE] }, ['app', 'own', undefined, []]],
    [
      'at the embedded provider: exactly the rights of its registration',
      { ...own, scope: `${READ} ${CHANGE}`, rights: [CHANGE] },
      ['app', 'own', 'S1', [READ, CHANGE]],
      { ownRights: 'scope' },
    ],
    ['a user of its own', { ...own, sub: 'u1', username: 'service-account-app' }, ['app', 'own', 'S1', all]],
  ],
  'a delegated token': [
    ['exactly the rights of the scope', { ...token, ...person, scope: READ }, ['app', 'delegated', 'S1', [READ]]],
    ['a scope as a list', { ...token, ...person, scope: [WRITE, 7] }, ['app', 'delegated', 'S1', [WRITE]]],
    ['without a scope', { ...token, ...person }, ['app', 'delegated', 'S1', []]],
    ['a right by name in the scope', { ...token, ...person, scope: CHANGE }, ['app', 'delegated', 'S1', [CHANGE]]],
    [
      'a right by name in the claim, not in the scope',
      { ...token, ...person, scope: READ, rights: [...NAMED_RIGHTS] },
      ['app', 'delegated', 'S1', [READ]],
    ],
    ['with similar words', { ...token, ...person, scope: `${READ}x seller-api` }, ['app', 'delegated', 'S1', []]],
    ['with the operator scope', { ...token, ...person, scope: OPERATOR_RIGHT }, ['app', 'delegated', 'S1', []]],
    [
      'with the operator scope, from an operator client',
      { ...token, ...person, client_id: 'feed', scope: `${OPERATOR_RIGHT} ${READ}` },
      ['feed', 'delegated', 'S1', [READ]],
    ],
    ['known only by the user name', { ...token, username: 'ann', scope: READ }, ['app', 'delegated', 'S1', [READ]]],
    ['a user who is named like the client', { ...token, username: 'app' }, ['app', 'delegated', 'S1', []]],
    ['a user beside the client as subject', { ...token, sub: 'app', username: 'ann' }, ['app', 'delegated', 'S1', []]],
    [
      'nobody is named, and the scope says that a person signed in',
      { ...noSeller, scope: `${READ} offline_access` },
      ['app', 'delegated', undefined, []],
      clientIsSeller,
    ],
    ['another grant type (gty)', { ...token, gty: 'authorization_code' }, ['app', 'delegated', 'S1', []]],
    ['somebody who is no seller', { ...noSeller, ...person, scope: READ }, ['app', 'delegated', undefined, []]],
    [
      'client_id is among the seller claims',
      { ...noSeller, ...person, scope: READ },
      ['app', 'delegated', undefined, []],
      clientIsSeller,
    ],
    [
      'client_id and its like are among the seller claims, before the one of the person',
      { ...token, ...person, azp: 'app', cid: 'app', aud: 'app', scope: READ },
      ['app', 'delegated', 'S1', [READ]],
      clientOrSeller,
    ],
    [
      'the claim of the application is among the seller claims',
      { ...noSeller, ...person, appName: 'S9', scope: READ },
      ['S9', 'delegated', undefined, []],
      { sellerClaims: ['appName'], clientClaims: ['appName'] },
    ],
    [
      'the person is the seller',
      { ...noSeller, sub: 'S5', scope: READ },
      ['app', 'delegated', 'S5', [READ]],
      { sellerClaims: ['sub'] },
    ],
  ],
  'the operator': [
    ['by the claim of the provider', { ...ownOfNobody, rights: operator }, ['app', 'own', undefined, operator]],
    ['by the claim as text', { ...ownOfNobody, rights: `x ${OPERATOR_RIGHT}` }, ['app', 'own', undefined, operator]],
    [
      'by the claim, of a person in the operator console: seller claims are ignored',
      { ...desk, rights: [OPERATOR_RIGHT] },
      ['desk', 'delegated', undefined, operator],
      console,
    ],
    [
      'with the rights of the claim alone, whatever the scope asks for',
      { ...desk, rights: 'operator:sellers:read operator:nonsense', scope: OPERATOR_RIGHT },
      ['desk', 'delegated', undefined, ['operator:sellers:read']],
      console,
    ],
    [
      'by the claim and the scope of a listed client',
      { ...own, client_id: 'feed', scope: 'operator:support', rights: ['operator:admin'] },
      ['feed', 'own', undefined, ['operator:admin', 'operator:support']],
    ],
    ['by the claim: seller claims are ignored', { ...own, rights: operator }, ['app', 'own', undefined, operator]],
    [
      'by the scope of a listed client: seller claims are ignored',
      { ...own, client_id: 'feed', scope: OPERATOR_RIGHT },
      ['feed', 'own', undefined, operator],
    ],
    ['a listed client without the scope', { ...own, client_id: 'feed' }, ['feed', 'own', 'S1', all]],
    [
      'by the scope of any own client of the embedded provider',
      { ...noSeller, scope: OPERATOR_RIGHT },
      ['app', 'own', undefined, operator],
      { operatorClients: 'all', ownTokens: 'without-person' },
    ],
  ],
  'never the operator': [
    [
      'a delegated token of another client than the operator console, whatever the provider claims',
      { ...token, ...person, rights: operator },
      ['app', 'delegated', 'S1', []],
      console,
    ],
    [
      'a delegated token where no operator console is set',
      { ...desk, rights: operator, scope: READ },
      ['desk', 'delegated', 'S1', [READ]],
    ],
    [
      'a token of the operator console without the claim',
      { ...desk, scope: `${OPERATOR_RIGHT} ${READ}` },
      ['desk', 'delegated', 'S1', [READ]],
      console,
    ],
    [
      'a client without a name, when the operator console is unknown',
      { sub: 'eve', rights: operator },
      ['unknown', 'delegated', undefined, []],
      { operatorConsole: 'unknown' },
    ],
    ['a client made by registration, own', { ...ownOfNobody, scope: OPERATOR_RIGHT }, ['app', 'own', undefined, []]],
    [
      'a client made by registration, delegated',
      { ...noSeller, ...person, scope: OPERATOR_RIGHT },
      ['app', 'delegated', undefined, []],
    ],
    [
      'a delegated token of the embedded provider',
      { ...token, ...person, scope: OPERATOR_RIGHT },
      ['app', 'delegated', 'S1', []],
      { operatorClients: 'all' },
    ],
    [
      'a client without a name, when one is listed as unknown',
      { scope: OPERATOR_RIGHT },
      ['unknown', 'delegated', undefined, []],
      { operatorClients: ['unknown'] },
    ],
    [
      'a client that looks like a listed one',
      { ...ownOfNobody, client_id: 'FEED', scope: OPERATOR_RIGHT },
      ['FEED', 'own', undefined, []],
    ],
    [
      'a person at a listed client, in a token that names nobody',
      { client_id: 'feed', scope: `${OPERATOR_RIGHT} openid` },
      ['feed', 'delegated', undefined, []],
      { ownTokens: 'without-person' },
    ],
    [
      'a person who is named like a listed client',
      { client_id: 'feed', sub: 'feed', username: 'feed', scope: `${OPERATOR_RIGHT} offline_access` },
      ['feed', 'delegated', undefined, []],
    ],
    [
      'a scope that the map turns into it',
      { ...token, ...person, scope: 'market' },
      ['app', 'delegated', 'S1', []],
      { scopeMap: new Map([[OPERATOR_RIGHT, 'market']]) },
    ],
  ],
  'the application': [
    ['azp when client_id is absent', { ...nameless, azp: 'app', sub: 'app' }, ['app', 'own', 'S1', all]],
    ['client_id before azp', { ...own, azp: 'other' }, ['app', 'own', 'S1', all]],
    ['the order of the setting', { ...own, azp: 'other' }, ['other', 'own', 'S1', all], { clientClaims: ['azp'] }],
    ['without a claim: delegated', nameless, ['unknown', 'delegated', 'S1', []]],
    ['without a claim, with a scope', { ...nameless, scope: READ }, ['unknown', 'delegated', 'S1', [READ]]],
    ['without a claim, gty', { ...nameless, gty: 'client_credentials' }, ['unknown', 'delegated', 'S1', []]],
    ['a client that is called unknown', { ...token, client_id: 'unknown' }, ['unknown', 'delegated', 'S1', []]],
    ['null is absent', { ...own, client_id: null, azp: 'app', sub: null }, ['app', 'own', 'S1', all]],
    ['only an inherited name', token, ['unknown', 'delegated', 'S1', []], { clientClaims: ['toString'] }],
  ],
  'the seller': [
    ['a claim that is no id', { ...own, seller_id: ['S1'] }, ['app', 'own', undefined, []]],
    ['a claim with a quote', { ...own, seller_id: "S1'--" }, ['app', 'own', undefined, []]],
    [
      'the first claim decides',
      { ...own, shop: 'M1' },
      ['app', 'own', 'M1', all],
      { sellerClaims: ['shop', 'seller_id'] },
    ],
    ['even if empty', { ...own, shop: '' }, ['app', 'own', undefined, []], { sellerClaims: ['shop', 'seller_id'] }],
    ['the next if absent', own, ['app', 'own', 'S1', all], { sellerClaims: ['shop', 'seller_id'] }],
    ['only an inherited name', own, ['app', 'own', undefined, []], { sellerClaims: ['toString'] }],
  ],
};

/** The claims as they arrive: JSON has no undefined. */
const asSent = (claims: object) => JSON.parse(JSON.stringify(claims));

for (const [subject, rows] of Object.entries(tables)) {
  describe(`who a token acts for: ${subject}`, () => {
    for (const [name, claims, outcome, rules] of rows) {
      test(name, () => {
        const caller = callerOfClaims(asSent(claims), { ...defaults, ...rules });
        assert.ok('rights' in caller, JSON.stringify(caller));
        assert.deepEqual([caller.clientId, caller.grant, caller.sellerId, [...caller.rights]], outcome);
      });
    }
  });
}

test('the person at the console is known by its address and role, if the provider tells them rightly', () => {
  const person = { email: 'a@x', role: 'owner', sellerCount: 2 };
  const delegated = { ...token, sub: 'p1', scope: READ };
  const personOf = (claim: unknown) =>
    (callerOfClaims(asSent({ ...delegated, console_person: claim }), defaults) as { person?: unknown }).person;
  assert.deepEqual(personOf({ ...person, other: 1 }), person);
  for (const wrong of [undefined, null, 'a@x', [person], { ...person, email: 'a\nb' }, { ...person, sellerCount: '2' }])
    assert.equal(personOf(wrong), undefined, JSON.stringify(wrong));
});

describe('who a token acts for: nobody', () => {
  for (const [name, claims] of [
    ["it may be a seller's own or delegated", token],
    ['with the scope of the operator, of a listed client', { client_id: 'feed', scope: OPERATOR_RIGHT }],
    ['with the claim of the operator', { ...noSeller, rights: operator }],
  ] as const) {
    test(`no person and no sign of the grant: ${name}`, () => {
      const caller = callerOfClaims(asSent(claims), defaults);
      assert.ok('problem' in caller, JSON.stringify(caller));
      assert.match(
        caller.problem,
        /names no person, and has no sign of the grant.+gty.+sub.+IDP_OWN_TOKENS=without-person/,
      );
    });
  }
  for (const client_id of ['', 7, ['app'], {}, false, 'a\0', 'a\nb', 'a'.repeat(501)]) {
    test(`client_id ${JSON.stringify(client_id).slice(0, 20)} names no application, and azp does not replace it`, () => {
      const caller = callerOfClaims({ ...token, client_id, azp: 'app' }, defaults);
      assert.deepEqual(caller, { problem: 'the claim client_id does not name an application' });
    });
  }
});
