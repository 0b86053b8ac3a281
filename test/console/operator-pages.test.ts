// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLocalTimes } from '../../console/moments.ts';
import { destinationWords } from '../../console/operator/deliveries/words.ts';
import { gateName } from '../../console/operator/items/gate-names.ts';
import { fileName } from '../../console/operator/market/file-name.ts';
import { ageText, spanText } from '../../console/operator/service/words.ts';
import { GATES } from '../../src/domain/pricing/gates.ts';

describe("words of the operator's console", () => {
  it('say of a queue what is due, and never an age of nothing', () => {
    const age = (count: number, oldestSeconds?: number, queue = 'reports') =>
      ageText({ queue, count, ...(oldestSeconds !== undefined && { oldestSeconds }) });
    assert.deepEqual([age(0), age(0, 0), age(3)], ['–', '–', '–']);
    assert.deepEqual([age(3, 0), age(3, 0.4), age(3, 90)], ['just now', 'just now', '90 s']);
    // Deliveries wait for their next attempt or the end of a window.
    assert.deepEqual([age(30, 0, 'deliveries'), age(30, 300, 'deliveries')], ['none is due', '5 min']);
  });

  it('never measure a span as 0 ms', () => {
    assert.deepEqual([spanText(0), spanText(0.0004), spanText(0.012)], ['under 1 ms', 'under 1 ms', '12 ms']);
  });

  it('name what each gate looks at, and not how that ends', () => {
    for (const name of GATES) {
      assert.notEqual(gateName(name), name);
      assert.doesNotMatch(gateName(name), /\b(?:below|within|above|has|in stock|passes)\b/i);
    }
    assert.equal(gateName('newGate'), 'newGate');
  });

  it('call an active destination failing while nothing arrives there', () => {
    const failingSince = '2026-11-15T10:32:00.000Z';
    assert.equal(destinationWords({ status: 'ACTIVE' }).label, 'Active');
    assert.deepEqual(destinationWords({ status: 'ACTIVE', failingSince }), { label: 'Failing', tone: 'bad' });
    assert.equal(destinationWords({ status: 'SUSPENDED', failingSince }).label, 'Suspended');
  });

  it('name a file of sellers after no marketplace', () => {
    assert.equal(fileName('STORE_US', 'offer'), 'STORE_US-offer.jsonl.gz');
    assert.equal(fileName('STORE US/1', ''), 'STORE_US_1.jsonl.gz');
    assert.equal(fileName('STORE_US', 'seller'), 'sellers.jsonl.gz');
  });

  it('show moments in sentences of the service in the time of the reader', () => {
    const text = withLocalTimes('It waits since 2026-11-15T10:32:00.123Z, and ends on 2026-11-16T00:00:00Z.');
    assert.doesNotMatch(text, /\d{4}-\d{2}-\d{2}|T\d{2}:/);
    assert.match(text, /^It waits since Nov 1\d, 2026, \d+:\d\d\s[AP]M, and ends on Nov 1\d, 2026, .*\.$/);
    assert.equal(withLocalTimes('A day such as 2026-11-15 stays.'), 'A day such as 2026-11-15 stays.');
  });
});
