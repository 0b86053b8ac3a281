import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ConsoleHarness } from '../console/harness.ts';
import { addressTests } from './console/addresses.ts';
import { feesPageTests } from './console/fees.ts';
import { journeyTests } from './console/journey.ts';
import { languageTests } from './console/language.ts';
import { limitsPageTests } from './console/limits.ts';
import { listingsPageTests } from './console/listings.ts';
import { lossTests } from './console/losses.ts';
import { notificationsPageTests } from './console/notifications.ts';
import { overviewPageTests } from './console/overview.ts';
import { priceChangeTests } from './console/price-changes.ts';
import { reportsPageTests } from './console/reports.ts';
import { startPageTests } from './console/start-page.ts';
import { subscriptionTests } from './console/subscriptions.ts';
import { usagePageTests } from './console/usage.ts';
import { weightTests } from './console/weight.ts';
import { whatIfPageTests } from './console/what-if.ts';
import { widthTests } from './console/widths.ts';

/** Each page adds a line: they share the service and the browser. */
describe('the console in a real browser', () => {
  const harness = new ConsoleHarness();
  before(() => harness.start());
  after(() => harness.end());

  test('the service needs no build before it serves the console', async () => {
    const page = await fetch(`${harness.base}/console`);
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
    const { status, headers } = await fetch(new URL(script, harness.base));
    assert.deepEqual([page.status, status, headers.get('content-type')], [200, 200, 'text/javascript; charset=utf-8']);
  });
  // Comes first: events of other tests are content of the overview.
  weightTests(harness);
  journeyTests(harness);
  feesPageTests(harness);
  whatIfPageTests(harness);
  listingsPageTests(harness);
  notificationsPageTests(harness);
  subscriptionTests(harness);
  usagePageTests(harness);
  overviewPageTests(harness);
  addressTests(harness);
  languageTests(harness);
  priceChangeTests(harness);
  limitsPageTests(harness);
  reportsPageTests(harness);
  lossTests(harness);
  // Last: they change the market.
  widthTests(harness);
  startPageTests(harness);
});
