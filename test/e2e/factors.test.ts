import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { passkeysOf } from '../../src/idp/factors/passkeys.ts';
import { onEngine } from '../db/engines.ts';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { testInTorture } from '../harness/scale.ts';
import { violationsOn } from '../harness/violations.ts';
import { addPerson, addPersonWithApp, codeAt, PASSWORD } from '../idp/factors/person.ts';
import { freshDb, startTestIdp, type TestIdp } from '../idp/harness.ts';
import { Authenticator } from './authenticator.ts';

onEngine('sqlite', 'passkeys and authenticator apps in a browser', (engine) => {
  let browser: Browser;
  let idp: TestIdp;
  let people = 0;
  before(async () => {
    browser = await launchBrowser();
    const port = await freePort();
    // Browsers have passkeys at host names only.
    idp = await startTestIdp(await freshDb(engine), { port, issuer: `http://localhost:${port}` });
  });
  after(async () => {
    await browser.close();
    await idp.close();
  });

  const newPerson = () => {
    people += 1;
    return addPerson(idp, `visitor-${people}`);
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

  async function signIn(page: Page, email: string, path = '/account/security'): Promise<void> {
    await page.goto(`${idp.issuer}${path}`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${idp.issuer}/account/security/new-passkey`);
    await page.getByLabel('Name, such as the device').fill(name);
    await press(page, 'Add a passkey');
  }

  test('a person adds a passkey, signs in with it alone and after the password, and removes it', async () => {
    const person = await newPerson();
    const page = await newVisitor(browser);
    const authenticator = await Authenticator.in(page);
    try {
      await signIn(page, person.email);
      await heading(page, 'Security');
      await addPasskey(page, 'Laptop');
      await heading(page, 'Recovery codes');
      assert.equal(await page.locator('.codes li').count(), 10);
      assert.deepEqual(await violationsOn(page), []);
      const [credential] = await authenticator.credentials();
      assert.equal(Buffer.from(credential?.userHandle ?? '', 'base64').toString(), person.id);

      await page.context().clearCookies();
      await page.goto(`${idp.issuer}/grants`);
      await press(page, 'Sign in with a passkey');
      await heading(page, 'Connected applications');

      await page.context().clearCookies();
      await signIn(page, person.email);
      await heading(page, 'Two-step sign-in');
      assert.deepEqual(await violationsOn(page), []);
      await authenticator.verifyUser(false);
      await press(page, 'Use a passkey');
      await page.getByText('No passkey was used.').waitFor();
      await authenticator.verifyUser(true);
      await press(page, 'Use a passkey');
      await heading(page, 'Security');
      assert.deepEqual(await violationsOn(page), []);
      await page.getByText('Change the name').click();
      await page.getByLabel('Name', { exact: true }).fill('Work laptop');
      await press(page, 'Save the name');
      await page.getByText('The name was changed.').waitFor();
      await press(page, 'Remove the passkey Work laptop');
      await page.getByText('The passkey was removed.').waitFor();
      assert.deepEqual(await passkeysOf(idp.db, person.id), []);
    } finally {
      await authenticator.remove();
    }
  });

  testInTorture(
    'the passkey of another account is refused in the second step, also when its answer is put into the form',
    async () => {
      const [owner, thief] = [await newPerson(), await newPerson()];
      const page = await newVisitor(browser);
      const authenticator = await Authenticator.in(page);
      try {
        await signIn(page, thief.email);
        await addPasskey(page, 'Of the thief');
        await heading(page, 'Recovery codes');
        await page.context().clearCookies();
        const [credential] = await authenticator.credentials();
        // The owner has a passkey, too, on a device that is not here.
        await idp.db.run(
          `INSERT INTO idp_passkey (id, account_id, name, public_key, sign_count, transports, created_at)
         VALUES ('elsewhere', $1, 'Phone', 'AA', 0, '', 1)`,
          [owner.id],
        );
        await signIn(page, owner.email, '/grants');
        await heading(page, 'Two-step sign-in');
        const id = Buffer.from(credential?.credentialId ?? '', 'base64').toString('base64url');
        await page.evaluate((other) => {
          const form = (
            globalThis as unknown as { document: { querySelector(text: string): { dataset: Record<string, string> } } }
          ).document.querySelector('form[data-passkey]');
          const options = JSON.parse(form.dataset.options ?? '{}');
          form.dataset.options = JSON.stringify({ ...options, allowCredentials: [{ id: other, type: 'public-key' }] });
        }, id);
        await press(page, 'Use a passkey');
        await page.getByText('This passkey was not accepted.').first().waitFor();
        await page.goto(`${idp.issuer}/grants`);
        await heading(page, 'Sign in');
      } finally {
        await authenticator.remove();
      }
    },
  );

  test('an authenticator app is set up by the QR code or its text, and removed', async () => {
    const person = await newPerson();
    const page = await newVisitor(browser);
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, person.email);
    await page.getByRole('link', { name: 'Add an authenticator app' }).click();
    await heading(page, 'Add an authenticator app');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.getByText('Enter it by hand instead').click();
    assert.deepEqual(await violationsOn(page), []);
    const secret = ((await page.locator('code.long').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('Code from the app').fill('000000');
    await press(page, 'Add the app');
    await page.locator('#problem', { hasText: 'The code is not right.' }).waitFor();
    await page.getByLabel('Code from the app').fill(codeAt(Date.now(), secret));
    await press(page, 'Add the app');
    await heading(page, 'Recovery codes');
    await page.getByRole('link', { name: 'I have stored them' }).click();
    await press(page, 'Make new codes');
    await heading(page, 'Recovery codes');
    await page.getByRole('link', { name: 'I have stored them' }).click();
    await press(page, 'Remove the app');
    await page.getByText('The authenticator app was removed.').waitFor();
    const mails = await idp.db.all<{ facts: string }>(
      'SELECT facts FROM idp_mail WHERE account_id = $1 ORDER BY created_at',
      [person.id],
    );
    assert.deepEqual(
      mails.map(({ facts }) => JSON.parse(facts).news),
      ['authenticator app added', 'recovery codes replaced', 'authenticator app removed'],
    );
  });

  testInTorture(
    'the second step with an app works without JavaScript, in the dark, and a change needs a recent sign-in',
    async () => {
      const person = await addPersonWithApp(idp, 'quiet-visitor');
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'dark' });
      const page = await context.newPage();
      try {
        await signIn(page, person.email);
        await heading(page, 'Two-step sign-in');
        await page.getByLabel('Code from your authenticator app').fill(codeAt(Date.now()));
        await page.getByRole('button', { name: 'Continue', exact: true }).click();
        await heading(page, 'Security');
        await idp.db.run(
          `UPDATE idp_record SET payload = replace(payload, '"loginTs":', '"loginTs":1,"was":') WHERE kind = 'Session' AND account_id = $1`,
          [person.id],
        );
        await press(page, 'Remove the app');
        await heading(page, 'Sign in');
        await page.getByText('more than 10 minutes ago').waitFor();
        assert.ok(await idp.db.get('SELECT 1 FROM idp_totp WHERE account_id = $1', [person.id]));
      } finally {
        await context.close();
      }
    },
  );
});
