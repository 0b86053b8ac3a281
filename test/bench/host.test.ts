import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostWatch } from '../../bench/host.ts';

/** The seconds that count of those in which the host took so many milliseconds from each of two processors. */
function counted(seconds: readonly (readonly [number, number])[]): number[] {
  const total = [5_000, 7_000];
  const host = new HostWatch(() => [...total]);
  host.sample(0);
  for (const [n, lost] of seconds.entries()) {
    for (const [processor, ms] of lost.entries()) total[processor] = (total[processor] ?? 0) + ms;
    host.sample((n + 1) * 1_000);
  }
  return host.undisturbed().map(({ fromMs, untilMs }) => {
    assert.equal(untilMs - fromMs, 1_000);
    return fromMs / 1_000;
  });
}

describe('the times in which the host of a virtual machine left its processors alone', () => {
  it('are without more than two ticks of one processor, also right before and after', () => {
    const quiet: [number, number] = [0, 0];
    assert.deepEqual(counted([quiet, [20, 10], [0, 20], [0, 30], [20, 20], quiet]), [0, 1, 5]);
    assert.deepEqual(counted([[30, 0], quiet, quiet]), [2]);
  });

  it('are all where the system does not say', () => {
    const host = new HostWatch(() => []);
    for (const atMs of [0, 1_000, 2_000]) host.sample(atMs);
    assert.equal(host.undisturbed().length, 2);
  });
});
