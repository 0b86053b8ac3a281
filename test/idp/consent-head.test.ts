import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runClientCommand } from '../../src/idp/commands.ts';
import { initialsOf } from '../../src/idp/pages/application-head.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { authorizationUrl, connectable, connected, consentTo } from './delegated.ts';
import { freshDb, register, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture('an application that asks for consent', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { cacheSeconds: 7 });
  });
  after(() => idp.close());

  const run = async (...args: string[]) => {
    let text = '';
    const code = await runClientCommand(idp.db, args, { write: (piece: string) => (text += piece) });
    return { code, text };
  };

  it('shows its link as text and its initials, and no logo', async () => {
    const uri = 'https://repricer.example/about?a=1&b=2';
    const metadata = { client_uri: uri, logo_uri: 'https://repricer.example/logo.png' };
    const { consent } = await consentTo(idp, await authorizationUrl(await connectable(idp, metadata)));
    const escaped = uri.replace('&', '&amp;');
    assert.ok(consent.text.includes(`<a href="${escaped}" target="_blank" rel="noopener noreferrer">${escaped}</a>`));
    assert.match(consent.text, /<span class="initials" aria-hidden="true">ER<\/span>/);
    assert.ok(!consent.text.includes('logo.png'));
    assert.ok(!/<img/.test(consent.text));
  });

  it('is not verified until the operator says so, and again after unverify', async () => {
    const application = await connectable(idp);
    const { client_id: id } = application.client;
    const pageText = async () => (await consentTo(idp, await authorizationUrl(application))).consent.text;
    assert.match(await pageText(), /Not verified by the operator/);
    assert.deepEqual(await run('verify', id), { code: 0, text: `${id} is verified now.\n` });
    assert.match(await pageText(), /Verified by the operator/);
    assert.match((await run('list')).text, new RegExp(`${id}.*enabled, verified`));
    assert.match((await run('verify', id)).text, /already: nothing was changed/);
    assert.equal((await run('unverify', id)).code, 0);
    assert.match(await pageText(), /Not verified by the operator/);
    assert.equal((await run('verify', 'nobody')).code, 1);
  });

  it('cannot register itself as verified', async () => {
    const { status, body } = await register(idp, { redirect_uris: ['https://a.example/'], verified: true });
    assert.deepEqual([status, body.error], [400, 'invalid_client_metadata']);
  });

  it('the page of connected applications says when it was last used, when it ends, and how long its tokens outlive a withdrawal', async () => {
    const { browser } = await connected(idp);
    const { text } = await browser.go('/grants');
    assert.match(text, /last used <time[^>]+>[^<]+ UTC<\/time> · ends <time/);
    assert.match(
      text,
      /it gets no new access token, and those that it has stop working within 7 seconds, and within a minute/,
    );
  });
});

describe('initials', () => {
  it('are the first letters of the first two words', () => {
    for (const [name, initials] of [
      ['Example Repricer', 'ER'],
      ['erp', 'E'],
      ['  Über—market tools', 'ÜM'],
      ['𝒜lpha beta', '𝒜B'],
      ['***', '?'],
      ['', '?'],
    ] as const)
      assert.equal(initialsOf(name), initials, name);
  });
});
