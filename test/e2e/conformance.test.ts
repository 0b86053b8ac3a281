import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { startDjango } from './conformance/django.ts';
import { checkGuide } from './conformance/guide.ts';
import { conformanceOf } from './conformance/suite.ts';

/** One run of the suite against providers of different makers. test/torture/conformance.test.ts has all; authorization.test.ts the embedded one. */
describe('identity providers', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  test('docs/identity-provider.md gives the settings of the one that runs here', () => {
    checkGuide(['Django OAuth Toolkit']);
  });

  conformanceOf('Django OAuth Toolkit', startDjango, () => browser);
});
