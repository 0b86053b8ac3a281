import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startBetterAuth, startBetterAuthWithJwt } from '../e2e/conformance/better-auth.ts';
import { startDjango } from '../e2e/conformance/django.ts';
import { startDoorkeeper } from '../e2e/conformance/doorkeeper.ts';
import { startEmbedded } from '../e2e/conformance/embedded.ts';
import { startGlewlwyd } from '../e2e/conformance/glewlwyd.ts';
import { checkGuide } from '../e2e/conformance/guide.ts';
import { startLemonldap, startLemonldapWithJwt } from '../e2e/conformance/lemonldap.ts';
import { startOidcProvider } from '../e2e/conformance/oidc-provider.ts';
import { conformanceOf } from '../e2e/conformance/suite.ts';
import { launchBrowser } from '../harness/browser.ts';

/** The suite of test/e2e/conformance.test.ts with every way through the pages, and the doctor with tokens of each provider. */
describe('identity providers, in full', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  test('docs/identity-provider.md gives the settings of those that run here', () => {
    checkGuide([
      'embedded provider',
      'oidc-provider',
      'Django OAuth Toolkit',
      'Doorkeeper',
      'Glewlwyd',
      'LemonLDAP::NG',
    ]);
  });

  conformanceOf('the embedded provider', startEmbedded, () => browser);
  const jwt = startOidcProvider({ isDefault: true });
  const bound = startOidcProvider({ isDefault: false });
  conformanceOf('oidc-provider with JWT access tokens', jwt, () => browser);
  conformanceOf('oidc-provider with tokens bound to a resource', bound, () => browser);
  conformanceOf('Better Auth', startBetterAuth, () => browser);
  conformanceOf('Better Auth with JWT access tokens', startBetterAuthWithJwt, () => browser);
  conformanceOf('Django OAuth Toolkit', startDjango, () => browser);
  conformanceOf('Doorkeeper', startDoorkeeper, () => browser);
  conformanceOf('Glewlwyd', startGlewlwyd, () => browser);
  conformanceOf('LemonLDAP::NG', startLemonldap, () => browser);
  conformanceOf('LemonLDAP::NG with JWT access tokens', startLemonldapWithJwt, () => browser);
});
