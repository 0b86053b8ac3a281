import { after, before, describe } from 'node:test';
import type { Browser } from 'playwright-core';
import { startDjango } from '../e2e/conformance/django.ts';
import { startEmbedded } from '../e2e/conformance/embedded.ts';
import { startGlewlwyd } from '../e2e/conformance/glewlwyd.ts';
import { startLemonldap } from '../e2e/conformance/lemonldap.ts';
import { conformanceOf } from '../e2e/conformance/suite.ts';
import { launchBrowser } from '../harness/browser.ts';

/** The suite of test/e2e/conformance.test.ts with every way through the pages, and the doctor with tokens of each provider. */
describe('identity providers, in full', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  conformanceOf('the embedded provider', startEmbedded, () => browser);
  conformanceOf('Django OAuth Toolkit', startDjango, () => browser);
  conformanceOf('Glewlwyd', startGlewlwyd, () => browser);
  conformanceOf('LemonLDAP::NG', startLemonldap, () => browser);
});
