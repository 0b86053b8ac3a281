import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { OPERATOR_RIGHTS } from '../../src/domain/authorization/operator-rights.ts';
import { TestBrowser } from '../idp/browser.ts';
import { type Addresses, serverMetadata } from './solution-provider.ts';

type Parts = {
  addresses: () => Addresses;
  /** Gets every token, to be searched for in logs. */
  keep: (secret: string) => void;
};

/** The demo's operator, at the client of the operator console: no setting names it (decision 55). */
export function operatorSignInTests({ addresses, keep }: Parts): void {
  test("openid-client, unmodified, signs the demo's operator in to the operator console's client, with all operator rights and no second factor", async () => {
    const { base, issuer } = addresses();
    const config = new client.Configuration(serverMetadata(addresses()), 'operator-console', undefined, client.None());
    client.allowInsecureRequests(config);
    const redirectUri = `${base}/operator-console/callback`;
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: OPERATOR_RIGHTS.join(' '),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const browser = new TestBrowser(issuer);
    const { headers } = await fetch(url, { redirect: 'manual' });
    const page = await browser.go(headers.get('location') ?? '');
    assert.match(page.text, /<strong>Operator console<\/strong>: for the people of the marketplace's operator/);
    assert.match(page.text, /Sign in with <code>operator@store\.example<\/code> and the password <code>demo<\/code>/);
    assert.doesNotMatch(page.text, /seller account|demo@store/);
    const back = await browser.signIn(page, 'operator@store.example');
    assert.ok(back.url.startsWith(`${redirectUri}?`), back.url);
    const tokens = await client.authorizationCodeGrant(config, new URL(back.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    keep(tokens.access_token);
    assert.equal(tokens.refresh_token, undefined);
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${base}${path}`, { ...init, headers: { authorization: `Bearer ${tokens.access_token}` } });
    const sellers = await call('/operator/v1/sellers');
    assert.equal(sellers.status, 200);
    assert.match(await sellers.text(), /A1DEMOSELLER/);
    const operators = (await (await call('/operator/v1/operators')).json()) as {
      operators: { email: string; rights: string[] }[];
    };
    assert.deepEqual(
      operators.operators.map(({ email, rights }) => [email, rights]),
      [['operator@store.example', OPERATOR_RIGHTS.toSorted()]],
    );
    assert.equal((await call('/operator/v1/usage')).status, 200);
    assert.equal((await call('/operator/v1/audit')).status, 200);
    assert.equal((await call('/sellers/v4/marketplaceParticipations')).status, 403, 'it acts for no seller');
    // A seller's account, and a seller's application, get nothing there.
    const other = new TestBrowser(issuer);
    const refused = await other.signIn(await other.go(headers.get('location') ?? ''));
    assert.equal(refused.status, 403);
  });
}
