import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SingleFlights, singleFlight } from '../../src/async/single-flight.ts';

describe('a single flight', () => {
  it('gives all callers that come meanwhile one result, and later ones a new one', async () => {
    let runs = 0;
    const run = singleFlight(async () => (runs += 1));
    assert.deepEqual(await Promise.all([run(), run()]), [1, 1]);
    assert.equal(await run(), 2);
  });

  it('gives its failure to all of them, and does not keep it', async () => {
    let runs = 0;
    const run = singleFlight(async () => {
      runs += 1;
      if (runs === 1) throw new Error('down');
      return runs;
    });
    const results = await Promise.allSettled([run(), run()]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await run(), 2);
  });

  it('runs each key for itself', async () => {
    const flights = new SingleFlights<string, string>();
    const begun: string[] = [];
    const run = (key: string) =>
      flights.run(key, async () => {
        begun.push(key);
        return key.toUpperCase();
      });
    const results = Promise.all([run('a'), run('b'), run('a')]);
    assert.deepEqual([flights.has('a'), flights.has('c')], [true, false]);
    assert.deepEqual(await results, ['A', 'B', 'A']);
    assert.deepEqual(begun, ['a', 'b']);
    assert.equal(flights.has('a'), false);
  });
});
