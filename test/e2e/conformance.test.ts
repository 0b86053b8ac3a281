import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { startDjango } from './conformance/django.ts';
import { startEmbedded } from './conformance/embedded.ts';
import { startGlewlwyd } from './conformance/glewlwyd.ts';
import { checkGuide } from './conformance/guide.ts';
import { conformanceOf } from './conformance/suite.ts';

/** One suite against providers of different makers. Their settings are in docs/identity-provider.md, too. */
describe('identity providers', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  test('docs/identity-provider.md gives the settings of those that run here', () => {
    checkGuide(['embedded provider', 'Django OAuth Toolkit', 'Glewlwyd']);
  });

  conformanceOf('the embedded provider', startEmbedded, () => browser);
  conformanceOf('Django OAuth Toolkit', startDjango, () => browser);
  conformanceOf('Glewlwyd', startGlewlwyd, () => browser);
});
