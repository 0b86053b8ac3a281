import { after, before, describe } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { startDjango } from './conformance/django.ts';
import { startEmbedded } from './conformance/embedded.ts';
import { startGlewlwyd } from './conformance/glewlwyd.ts';
import { conformanceOf } from './conformance/suite.ts';

/** One suite against providers of different makers. Their settings are in docs/identity-provider.md, too. */
describe('identity providers', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  conformanceOf('the embedded provider', startEmbedded, () => browser);
  conformanceOf('Django OAuth Toolkit', startDjango, () => browser);
  conformanceOf('Glewlwyd', startGlewlwyd, () => browser);
});
