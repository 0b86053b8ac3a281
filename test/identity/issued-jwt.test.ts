import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Identity } from '../../src/identity/identity.ts';
import { RESOURCE, startOidcProvider } from '../e2e/conformance/oidc-provider.ts';
import { type ConformanceProvider, SELLER } from '../e2e/conformance/provider.ts';
import { identityAt } from '../harness/scripted-provider.ts';

/** The suite of test/e2e/conformance/ has all flows, with a browser; `npm run torture` runs it. */
describe('a JWT access token that oidc-provider has issued', () => {
  let provider: ConformanceProvider;
  const opened: Identity[] = [];
  before(async () => {
    provider = await startOidcProvider({ isDefault: true })(['http://127.0.0.1:9/callback']);
  });
  after(async () => {
    await Promise.all(opened.map((identity) => identity.close()));
    await provider.stop();
  });
  const open = (issuer: string, audience: string) => {
    const tokens = { format: 'jwt', algorithms: ['RS256'] } as const;
    const claimRules = { sellerClaims: ['sub'], audience };
    const identity = identityAt(provider.issuer, { issuer, tokens, claimRules, introspection: undefined });
    opened.push(identity);
    return identity;
  };

  test("is the application's own, and refused for another audience", async () => {
    const { id, secret } = provider.own;
    const identity = open(provider.issuer, RESOURCE);
    const answer = await identity.requestToken({
      form: new URLSearchParams({ grant_type: 'client_credentials' }),
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      clientAddress: '127.0.0.1',
    });
    const token = String(answer.body.access_token);
    const caller = await identity.callerOf(token);
    assert.deepEqual([caller?.grant, caller?.clientId, caller?.sellerId], ['own', SELLER, SELLER]);
    assert.equal(await open(provider.issuer, 'https://other.example').callerOf(token), undefined);
  });
});
