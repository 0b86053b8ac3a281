import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formActionSource } from '../../src/idp/pages/redirect-target.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { goodRedirectUris } from '../domain/redirect-uris.ts';
import { TestBrowser } from './browser.ts';
import { authorizationUrl, connectable, redirectUri } from './delegated.ts';
import { freshDb, startTestIdp, type TestIdp } from './harness.ts';

const HOSTILE = "https://app.example;script-src'unsafe-inline',x.example/callback";

describe('the source of form-action', () => {
  it('never contains a character that would end the directive', () => {
    assert.equal(URL.parse(HOSTILE)?.host.includes(';'), true, 'the URL parser accepts it');
    assert.equal(formActionSource(HOSTILE), "'self'");
    for (const uri of goodRedirectUris) assert.match(formActionSource(uri), /^[A-Za-z0-9:/.[\]+-]+$/, uri);
    assert.equal(formActionSource('https://app.example:8443/cb?x=;y'), 'https://app.example:8443');
    assert.equal(formActionSource('http://[::1]:3000/cb'), 'http://[::1]:3000');
    assert.equal(formActionSource('com.example.app:/cb'), 'com.example.app:');
  });
});

withEnginesInTorture('pages of the default provider', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
  });
  after(() => idp.close());

  it('reject a redirect URI that the rules of the service reject, even when it is stored from an older version', async () => {
    const application = await connectable(idp);
    const id = application.client.client_id;
    const stored = await idp.db.get<{ payload: string }>('SELECT payload FROM idp_client WHERE id = $1', [id]);
    const payload = { ...(JSON.parse(stored?.payload ?? '') as object), redirect_uris: [HOSTILE, redirectUri] };
    await idp.db.run('UPDATE idp_client SET payload = $2 WHERE id = $1', [id, JSON.stringify(payload)]);
    const go = async (uri: string) =>
      new TestBrowser(idp.issuer).go((await authorizationUrl(application, { redirect_uri: uri })).url);
    const rejected = await go(HOSTILE);
    assert.equal(rejected.status, 400);
    assert.doesNotMatch(rejected.headers.get('content-security-policy') ?? '', /unsafe-inline/);
    assert.equal((await go(redirectUri)).status, 200);
  });

  it('tell the seller that an application sees its own destinations only (decision 38)', async () => {
    const browser = new TestBrowser(idp.issuer);
    const { url } = await authorizationUrl(await connectable(idp), { scope: 'seller-api:notifications:read' });
    const consent = await browser.signIn(await browser.go(url));
    assert.match(consent.text, /does not see your own destinations, those of other applications/);
    const other = await authorizationUrl(await connectable(idp), { scope: 'seller-api:pricing:read' });
    assert.doesNotMatch((await browser.go(other.url)).text, /destinations/);
  });
});
