import { after, before, describe } from 'node:test';
import { ConsoleHarness } from '../console/harness.ts';
import { feesPageTests } from '../console/pages/fees.ts';
import { journeyTests } from '../console/pages/journey.ts';
import { listingsPageTests } from '../console/pages/listings.ts';
import { notificationsPageTests } from '../console/pages/notifications.ts';
import { overviewPageTests } from '../console/pages/overview.ts';
import { whatIfPageTests } from '../console/pages/what-if.ts';

/** Each page adds a line: they share the service and the browser. */
describe('the console in a real browser', () => {
  const harness = new ConsoleHarness();
  before(() => harness.start());
  after(() => harness.end());

  journeyTests(harness);
  feesPageTests(harness);
  whatIfPageTests(harness);
  listingsPageTests(harness);
  notificationsPageTests(harness);
  overviewPageTests(harness);
});
