import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { TestBrowser } from '../browser.ts';
import { freshDb, startTestIdp, type TestIdp } from '../harness.ts';

withEnginesInTorture('the account pages', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => 'http://service.example/console' });
  });
  after(async () => {
    await idp.close();
    await idp.db.close();
  });

  it('ask for a sign-in, and lead to where the person was going', async () => {
    const browser = new TestBrowser(idp.issuer);
    const asked = await browser.go('/account');
    assert.match(asked.text, /<h1>Sign in<\/h1>/);
    const profile = await browser.signIn(asked);
    assert.equal(profile.url, `${idp.issuer}/account`);
    assert.match(profile.text, /<dt>E-mail address<\/dt><dd>demo@store\.example<\/dd>/);
    assert.match(profile.text, /A1DEMOSELLER \(owner\)/);
  });

  it('have one navigation, which marks where the person is and leads back to the console', async () => {
    const browser = new TestBrowser(idp.issuer);
    await browser.signIn(await browser.go('/account'));
    for (const [path, title] of [
      ['/account', 'Profile'],
      ['/grants', 'Connected applications'],
    ] as const) {
      const { text } = await browser.go(path);
      assert.match(text, new RegExp(`<a href="${path}" aria-current="page">${title}</a>`));
      assert.equal(text.match(/ aria-current="page"/g)?.length, 1);
      assert.match(text, /<a href="http:\/\/service\.example\/console">Back to the console<\/a>/);
    }
  });

  it('have their paths in the log', async () => {
    await fetch(`${idp.issuer}/account?secret=x`, { redirect: 'manual' });
    assert.match(idp.logged(), /"route":"\/account"/);
    assert.doesNotMatch(idp.logged(), /secret=x/);
  });
});
