import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { exportSPKI, importJWK } from 'jose';
import { Fault } from '../../src/domain/fault.ts';
import type { AccessTokenOptions } from '../../src/identity/access-tokens.ts';
import type { ClaimRules } from '../../src/identity/claims.ts';
import type { Identity } from '../../src/identity/identity.ts';
import { createLog } from '../../src/log/log.ts';
import { identityAt, json, type ScriptedProvider, text } from '../harness/scripted-provider.ts';
import { newKey, type SigningKey, signedToken, startSigningProvider } from '../harness/signing-provider.ts';

const NOW = 1_800_000_000;
const AUDIENCE = 'https://api.store.example';
const READ = 'seller-api:pricing:read';
type Claims = Readonly<Record<string, unknown>>;
type Tokens = NonNullable<AccessTokenOptions['tokens']>;

describe('access tokens that are JWTs', () => {
  let rsa: SigningKey;
  let elliptic: SigningKey;
  /** A key of somebody else. */
  let foreign: SigningKey;
  let provider: ScriptedProvider;
  let elsewhere: ScriptedProvider;
  let nowMs = NOW * 1000;
  let clockMs = 0;
  const opened: Identity[] = [];
  let reasons: string[] = [];

  const open = (tokens: Partial<Tokens> = {}, claimRules: Partial<ClaimRules> = { audience: AUDIENCE }) => {
    const identity = identityAt(provider.origin, {
      ...{ now: () => nowMs, monotonic: () => clockMs },
      tokens: { format: 'jwt', algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'], ...tokens },
      claimRules,
      log: createLog('info', { write: (line) => void reasons.push(String(JSON.parse(line).reason)) }),
    });
    opened.push(identity);
    return identity;
  };
  const claims = (changes: Claims = {}): Claims => ({
    ...{ iss: provider.origin, aud: AUDIENCE, iat: NOW - 10, exp: NOW + 900 },
    ...{ sub: 'ann', client_id: 'repricer', seller_id: 'S1', scope: `${READ} offline_access`, ...changes },
  });
  const good = (changes: Claims = {}, header: Record<string, unknown> = {}, key = rsa) =>
    signedToken(key, claims(changes), header);
  const fetches = () => provider.at('/keys').length;
  const publish = (...keys: object[]) => provider.paths.set('/keys', json(200, { keys }));

  before(async () => {
    [rsa, elliptic, foreign] = await Promise.all([newKey('rsa-1'), newKey('ec-1', 'ES256'), newKey('rsa-1')]);
    provider = await startSigningProvider([]);
    elsewhere = await startSigningProvider([foreign.publicKey]);
  });
  after(async () => {
    await Promise.all([provider.close(), elsewhere.close(), ...opened.map((identity) => identity.close())]);
  });
  beforeEach(() => {
    provider.received.length = 0;
    reasons = [];
    nowMs = NOW * 1000;
    clockMs += 100_000_000;
    publish(rsa.publicKey, elliptic.publicKey);
  });

  test('count by their signature, and the provider is asked only for its keys, once', async () => {
    const identity = open();
    for (const key of [rsa, elliptic]) {
      const caller = await identity.callerOf(await good({}, {}, key));
      assert.deepEqual([caller?.clientId, caller?.grant, caller?.sellerId], ['repricer', 'delegated', 'S1']);
      assert.deepEqual([...(caller?.rights ?? [])], [READ]);
    }
    assert.deepEqual([fetches(), provider.at('/introspect').length], [1, 0]);
    await identity.ping();
  });

  test('may carry their rights in scp and roles, and say in gty, idtyp or sub that they are own ones', async () => {
    const identity = open();
    const callerOf = async (changes: Claims) => identity.callerOf(await good({ scope: undefined, ...changes }));
    assert.deepEqual([...((await callerOf({ scp: [READ] }))?.rights ?? [])], [READ]);
    assert.deepEqual([...((await callerOf({ scp: `${READ} openid` }))?.rights ?? [])], [READ]);
    const nameless = { client_id: undefined, azp: 'shop' };
    for (const sign of [{ gty: 'client-credentials', sub: 'shop@clients' }, { idtyp: 'app' }, { sub: 'shop' }]) {
      const caller = await callerOf({ ...nameless, ...sign, roles: ['seller-api:pricing:write'] });
      assert.deepEqual([caller?.clientId, caller?.grant], ['shop', 'own'], JSON.stringify(sign));
      assert.ok(caller?.rights.has('seller-api:pricing:write') && caller.rights.has(READ));
    }
    const user = await callerOf({ idtyp: 'user', roles: ['operator:admin', 'seller-api:pricing:write'], scp: READ });
    assert.deepEqual([user?.grant, [...(user?.rights ?? [])]], ['delegated', [READ]]);
  });

  test('have 30 seconds for clocks that differ, at both ends, and no more', async () => {
    const identity = open();
    const isGood = async (changes: Claims) => (await identity.callerOf(await good(changes))) !== undefined;
    for (const [changes, expected] of [
      [{ exp: NOW - 29 }, true],
      [{ exp: NOW - 30 }, false],
      [{ nbf: NOW + 30 }, true],
      [{ nbf: NOW + 31 }, false],
      [{ iat: NOW + 30 }, true],
      [{ iat: NOW + 31 }, false],
    ] as const)
      assert.equal(await isGood(changes), expected, JSON.stringify(changes));
    const token = await good({ exp: NOW + 10 });
    assert.ok(await identity.callerOf(token));
    nowMs += 40_001;
    clockMs += 40_001;
    assert.equal(await identity.callerOf(token), undefined, 'the cache does not outlive exp');
  });

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = (header: object) => `${base64(header)}.${base64(claims())}.`;
  /** Signs with the bytes of the public key, as a library would that takes any key for any algorithm. */
  const confused = (secret: string | Buffer, alg = 'HS256') => {
    const input = `${base64({ alg, kid: rsa.kid, typ: 'at+jwt' })}.${base64(claims())}`;
    return `${input}.${createHmac(alg === 'HS512' ? 'sha512' : 'sha256', secret)
      .update(input)
      .digest('base64url')}`;
  };
  const spki = () => createPublicKey({ key: rsa.publicKey as never, format: 'jwk' });
  const altered = async (at: 0 | 1 | 2, change: (part: string) => string) =>
    (await good())
      .split('.')
      .map((part, index) => (index === at ? change(part) : part))
      .join('.');

  const NOT_ALLOWED = /alg.*IDP_JWT_ALGORITHMS/;
  const NOT_SIGNED = /signature is not that of the provider/;
  const NO_KEY = /publishes no key/;
  const attacks: Record<string, [() => Promise<string> | string, RegExp]> = {
    'HS256 with the public key as PEM': [
      async () => confused(await exportSPKI((await importJWK(rsa.publicKey, 'RS256')) as CryptoKey)),
      NOT_ALLOWED,
    ],
    'HS256 with the public key as DER': [() => confused(spki().export({ type: 'spki', format: 'der' })), NOT_ALLOWED],
    'HS256 with the public key as JWK': [() => confused(JSON.stringify(rsa.publicKey)), NOT_ALLOWED],
    'HS512 with the modulus': [() => confused(String(rsa.publicKey.n), 'HS512'), NOT_ALLOWED],
    'HS256 with an empty secret': [() => confused(''), NOT_ALLOWED],
    'alg none': [() => unsigned({ alg: 'none', typ: 'at+jwt' }), NOT_ALLOWED],
    'alg None': [() => unsigned({ alg: 'None', typ: 'at+jwt' }), NOT_ALLOWED],
    'alg none with the signature of a good token': [
      () => altered(0, () => base64({ alg: 'none', kid: 'rsa-1' })),
      NOT_ALLOWED,
    ],
    'no signature': [() => altered(2, () => ''), /no valid JWT|signature/],
    'no alg': [() => unsigned({ typ: 'at+jwt' }), /no signed JWT/],
    'an algorithm that is a list': [() => unsigned({ alg: ['RS256'], typ: 'at+jwt' }), /no signed JWT/],
    'an algorithm that is not in the list': [
      async () => good({}, { alg: 'RS512' }, await withAlg('RS512')),
      NOT_ALLOWED,
    ],
    'the algorithm of another key': [
      () => altered(0, () => base64({ alg: 'ES256', kid: 'rsa-1', typ: 'at+jwt' })),
      NO_KEY,
    ],
    'other claims': [() => altered(1, () => base64(claims({ seller_id: 'S2' }))), NOT_SIGNED],
    'another signature': [
      () => altered(2, (part) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`),
      NOT_SIGNED,
    ],
    'the key of somebody else with a known kid': [() => good({}, {}, foreign), NOT_SIGNED],
    'a kid that is a path': [() => good({}, { kid: '../../../../dev/null' }), NO_KEY],
    'a kid that is SQL': [() => good({}, { kid: "x' UNION SELECT 'secret' --" }), NO_KEY],
    'a kid that is an address': [() => good({}, { kid: `${elsewhere.origin}/keys` }, foreign), NO_KEY],
    'a kid that is __proto__': [() => good({}, { kid: '__proto__' }), NO_KEY],
    'an empty kid': [() => good({}, { kid: '' }), NO_KEY],
    'a kid that is a number': [
      () => altered(0, () => base64({ alg: 'RS256', kid: 1, typ: 'at+jwt' })),
      /kid is no text/,
    ],
    'its own key in jwk': [() => good({}, { kid: undefined, jwk: foreign.publicKey }, foreign), NOT_SIGNED],
    'its own key set in jku': [() => good({}, { jku: `${elsewhere.origin}/keys` }, foreign), NOT_SIGNED],
    'its own certificate in x5u': [() => good({}, { x5u: `${elsewhere.origin}/certificate` }, foreign), NOT_SIGNED],
    'its own certificate in x5c': [() => good({}, { x5c: ['MIIB'] }, foreign), NOT_SIGNED],
    'crit with an unknown extension': [
      () => altered(0, () => base64({ alg: 'RS256', kid: 'rsa-1', crit: ['exp'], exp: 1 })),
      /crit/,
    ],
    'crit that is empty': [() => altered(0, () => base64({ alg: 'RS256', kid: 'rsa-1', crit: [] })), /crit/],
    'an unencoded payload (b64)': [
      () => altered(0, () => base64({ alg: 'RS256', kid: 'rsa-1', b64: false, crit: ['b64'] })),
      /crit/,
    ],
    'another issuer': [() => good({ iss: elsewhere.origin }), /iss/],
    'the issuer with a slash': [() => good({ iss: `${provider.origin}/` }), /iss/],
    'no issuer': [() => good({ iss: undefined }), /iss/],
    'another audience': [() => good({ aud: 'https://other.example' }), /aud/],
    'no audience': [() => good({ aud: undefined }), /aud/],
    'the audience of the application, as an ID token': [() => good({ aud: 'repricer' }), /aud/],
    'the header of a logout token': [() => good({}, { typ: 'logout+jwt' }), /another kind/],
    'the header of a proof': [() => good({}, { typ: 'dpop+jwt' }), /another kind/],
    'a header typ that is no text': [
      () => altered(0, () => base64({ alg: 'RS256', kid: 'rsa-1', typ: 7 })),
      /another kind/,
    ],
    'an ID token: no kind at all': [() => good({ nonce: 'n' }, { typ: 'JWT' }), /IDP_UNTYPED_TOKENS/],
    'a refresh token by typ': [() => good({ typ: 'Refresh' }, { typ: 'JWT' }), /typ is not/],
    'a refresh token by token_use': [() => good({ token_use: 'refresh' }), /token_use is not/],
    'an ID token by token_use': [() => good({ token_use: 'id' }, { typ: undefined }), /token_use is not/],
    'a token that is bound to a key': [() => good({ cnf: { jkt: 'x' } }), /cnf/],
    expired: [() => good({ exp: NOW - 3600, iat: NOW - 7200 }), /exp/],
    'not yet valid': [() => good({ nbf: NOW + 3600 }), /nbf/],
    'issued in the future': [() => good({ iat: NOW + 3600, exp: NOW + 3700 }), /iat/],
    'no exp': [() => good({ exp: undefined }), /exp/],
    'an exp that is text': [() => good({ exp: `${NOW + 900}` as never }), /time|exp/],
    'no iat': [() => good({ iat: undefined }), /iat/],
    'a life longer than IDP_MAX_TOKEN_SECONDS': [() => good({ exp: NOW + 3600 }), /IDP_MAX_TOKEN_SECONDS \(3600\)/],
    'an encrypted token': [async () => `${await good()}.x.y`, /no signed JWT/],
    'an opaque token': [() => '0123456789abcdef', /no signed JWT/],
    'claims that are a list': [() => listPayload(), /no valid JWT/],
  };
  const withAlg = async (alg: string): Promise<SigningKey> => newKey('rsa-1', alg);
  const listPayload = async () => {
    const { CompactSign } = await import('jose');
    return new CompactSign(new TextEncoder().encode('[1]'))
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa-1' })
      .sign(rsa.privateKey);
  };
  for (const [name, [forge, reason]] of Object.entries(attacks)) {
    test(`are refused: ${name}`, async () => {
      const identity = open();
      assert.ok(await identity.callerOf(await good()), 'a good token passes');
      const token = await forge();
      assert.equal(await identity.callerOf(token), undefined);
      assert.match(reasons.at(-1) ?? '', reason);
      assert.ok(!reasons.join().includes(token.slice(-20)), 'no part of the token is logged');
      assert.deepEqual([elsewhere.received.length, provider.at('/introspect').length], [0, 0]);
      const others = provider.received.filter(
        ({ path }) => !['/keys', '/.well-known/openid-configuration'].includes(path),
      );
      assert.deepEqual(others, []);
    });
  }

  test('with made-up key ids cause one fetch of the keys in ten seconds, however many arrive', async () => {
    const identity = open();
    assert.ok(await identity.callerOf(await good()));
    for (let round = 1; round <= 3; round += 1) {
      clockMs += 10_000;
      const flood = await Promise.all(
        Array.from({ length: 100 }, (_, n) => good({}, { kid: `made-up-${round}-${n}` }, foreign)),
      );
      assert.deepEqual(
        new Set(await Promise.all(flood.map(async (token) => identity.callerOf(token)))),
        new Set([undefined]),
      );
      assert.equal(fetches(), 1 + round);
    }
  });

  test('of a new key count at once, and those of a key that is withdrawn no longer, ten minutes later at the latest', async () => {
    const identity = open();
    const old = await good();
    assert.ok(await identity.callerOf(old));
    clockMs += 10_000;
    const rotated = await newKey('ec-2', 'ES256');
    publish(rotated.publicKey);
    assert.ok(await identity.callerOf(await good({}, {}, rotated)));
    assert.equal(fetches(), 2);
    clockMs += 31_000;
    assert.equal(await identity.callerOf(old), undefined);
    publish(elliptic.publicKey);
    const last = await good({ jti: 'another' }, {}, rotated);
    assert.ok(await identity.callerOf(last), 'nothing made the service fetch the keys again');
    clockMs += 600_000;
    assert.equal(await identity.callerOf(last), undefined);
  });

  test('count by the keys at hand for an hour while the provider does not answer; then, and of unknown keys, the answer is 503', async () => {
    const identity = open({ format: 'jwt' }, { audience: AUDIENCE });
    const token = await good();
    assert.ok(await identity.callerOf(token));
    provider.paths.set('/keys', text(500, 'down'));
    const unavailable = (error: unknown) => error instanceof Fault && error.code === 'ServiceUnavailable';
    const unknown = await good({}, { kid: 'new' });
    clockMs += 600_000;
    assert.ok(await identity.callerOf(token));
    await identity.ping();
    await assert.rejects(async () => identity.callerOf(unknown), unavailable);
    assert.equal(fetches(), 2, 'within ten seconds the provider is not asked again');
    clockMs += 3_000_001;
    await assert.rejects(async () => identity.callerOf(token), unavailable);
    await assert.rejects(() => identity.ping(), unavailable);
    publish(rsa.publicKey);
    clockMs += 10_000;
    assert.ok(await identity.callerOf(token));
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...elliptic.publicKey, kid: `k${n}` }));
  const privateOne = async () => {
    const { exportJWK } = await import('jose');
    return { ...(await exportJWK(rsa.privateKey)), kid: 'rsa-1', alg: 'RS256' };
  };
  for (const [name, set, pattern] of [
    ['too many keys', async () => JSON.stringify({ keys: many(101) }), /more than 100 keys/],
    [
      'too many bytes',
      async () => JSON.stringify({ keys: [{ ...elliptic.publicKey, pad: 'x'.repeat(300_000) }] }),
      /more than 262144 bytes/,
    ],
    ['megabytes', async () => JSON.stringify({ keys: [{ pad: 'x'.repeat(3_000_000) }] }), /more than 1048576 bytes/],
    ['no list', async () => '{"keys":{}}', /without a key set/],
    ['no JSON', async () => '<html>', /without a key set/],
    [
      'secret keys only',
      async () => JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'rsa-1', alg: 'HS256' }] }),
      /no public key/,
    ],
    ['a private key', async () => JSON.stringify({ keys: [await privateOne()] }), /no public key/],
    ['keys for encryption', async () => JSON.stringify({ keys: [{ ...rsa.publicKey, use: 'enc' }] }), /no public key/],
    [
      'a modulus of 64 kilobits',
      async () => JSON.stringify({ keys: [{ ...rsa.publicKey, n: 'x'.repeat(10_923) }] }),
      /no public key/,
    ],
    ['entries that are no keys', async () => '{"keys":[null,1,"x",[]]}', /no public key/],
  ] as const) {
    test(`are 503 with a key set of the provider that has ${name}`, async () => {
      provider.paths.set('/keys', text(200, await set()));
      const identity = open();
      await assert.rejects(
        async () => identity.callerOf(await good()),
        (error: Fault) => error.code === 'ServiceUnavailable' && pattern.test(String((error.cause as Error).message)),
      );
    });
  }

  test('without a kid are tried with the keys that fit, at most eight', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, (_, n) => newKey(`other-${n}`, 'ES256')));
    publish(...others.slice(0, 7).map(({ publicKey }) => publicKey), elliptic.publicKey);
    assert.ok(await open().callerOf(await good({}, { kid: undefined }, elliptic)));
    publish(...others.map(({ publicKey }) => publicKey), elliptic.publicKey);
    assert.equal(await open().callerOf(await good({}, { kid: undefined }, elliptic)), undefined);
  });

  test('with both formats never lead to introspection, and opaque tokens always do', async () => {
    const identity = open({ format: 'both' });
    provider.paths.set('/introspect', json(200, { active: true, token_type: 'Bearer', ...claims() }));
    assert.ok(await identity.callerOf(await good()));
    assert.equal(await identity.callerOf(await good({}, {}, foreign)), undefined);
    assert.equal(provider.at('/introspect').length, 0);
    for (const opaque of ['0123456789abcdef', 'with.two.dots', 'a.b.c.d.e']) assert.ok(await identity.callerOf(opaque));
    assert.equal(provider.at('/introspect').length, 3);
    await identity.ping();
    assert.equal(provider.at('/introspect').length, 4);
  });

  test('may be marked by a claim or a header of the provider, which every one of them then needs', async () => {
    const own = { name: 'tty', value: 'access' };
    assert.ok(await open({ mark: own }).callerOf(await good({ tty: 'access' }, { typ: 'JWT' })));
    assert.equal(await open({ mark: own }).callerOf(await good()), undefined);
    assert.match(reasons.at(-1) ?? '', /no tty that is access \(IDP_JWT_TYPE\)/);
    const header = open({ mark: { name: 'typ', value: 'application/vendor+jwt' } });
    assert.ok(await header.callerOf(await good({}, { typ: 'vendor+jwt' })));
    assert.equal(await header.callerOf(await good({ typ: 'Bearer' }, { typ: 'JWT' })), undefined);
    const use = { name: 'token_use', value: 'access' };
    assert.ok(
      await open({ mark: use }, {}).callerOf(await good({ token_use: 'access', aud: undefined }, { typ: undefined })),
    );
    const untyped = open({}, { audience: AUDIENCE, untypedTokens: 'accept' });
    assert.ok(await untyped.callerOf(await good({}, { typ: 'JWT' })));
    assert.equal(await untyped.callerOf(await good({ nonce: 'n' }, { typ: 'JWT' })), undefined, 'an ID token');
  });
});
