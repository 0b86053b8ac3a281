import { after, before, describe } from 'node:test';
import { ConsoleHarness } from '../console/harness.ts';
import { journeyTests } from '../console/pages/journey.ts';

/** Each page adds a line: they share the service and the browser. */
describe('the console in a real browser', () => {
  const harness = new ConsoleHarness();
  before(() => harness.start());
  after(() => harness.end());

  journeyTests(harness);
});
