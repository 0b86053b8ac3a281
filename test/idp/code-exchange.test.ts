import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { withEnginesInTorture } from '../db/engines.ts';
import { type Application, authorizationUrl, connectable, consentTo, redirectUri } from './delegated.ts';
import { freshDb, introspect, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture('the code exchange of the default provider (decision 37)', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
  });
  after(() => idp.close());

  /** A code exchange as it is written here, without the parameters that a library would add. */
  const postCode = async ({ client, auth, server }: Application, fields: Record<string, string>) => {
    const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields });
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    await auth(server, client, body, headers);
    const response = await fetch(server.token_endpoint ?? '', { method: 'POST', headers, body });
    const { error, access_token } = (await response.json()) as { error?: string; access_token?: string };
    return { status: response.status, error, ...(access_token === undefined ? {} : { access_token }) };
  };

  it('the code exchange needs no redirect_uri (OAuth 2.1); one that differs is invalid_grant and leaves the code', async () => {
    const other = 'https://repricer.example/other';
    const application = await connectable(idp, { redirect_uris: [redirectUri, other] });
    const started = await authorizationUrl(application);
    const { back } = await consentTo(idp, started);
    const code = new URL(back.url).searchParams.get('code') ?? '';
    const { verifier: code_verifier } = started;
    const send = (fields: Record<string, string>) => postCode(application, { code, code_verifier, ...fields });
    for (const redirect_uri of [other, `${redirectUri}/`]) {
      assert.deepEqual(await send({ redirect_uri }), { status: 400, error: 'invalid_grant' });
    }
    assert.equal((await send({})).status, 200);
    assert.deepEqual(await send({}), { status: 400, error: 'invalid_grant' });
  });

  it('a wrong code_verifier uses the code up, but not that of another client or one that was exchanged', async () => {
    const wrong = { code_verifier: 'w'.repeat(43) };
    const denied = { status: 400, error: 'invalid_grant' };
    const [application, stranger] = [await connectable(idp), await connectable(idp)];
    const consented = async () => {
      const started = await authorizationUrl(application);
      const { back } = await consentTo(idp, started);
      return { code: new URL(back.url).searchParams.get('code') ?? '', code_verifier: started.verifier };
    };
    const first = await consented();
    assert.deepEqual(await postCode(application, { ...first, ...wrong }), denied);
    assert.deepEqual(await postCode(application, first), denied);
    const second = await consented();
    assert.deepEqual(await postCode(stranger, { ...second, ...wrong }), denied);
    const { access_token: token, ...exchanged } = await postCode(application, second);
    assert.deepEqual(exchanged, { status: 200, error: undefined });
    assert.deepEqual(await postCode(application, { ...second, ...wrong }), denied);
    assert.equal((await introspect(idp, token ?? '')).active, true);
  });
});
