import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Steps } from '../../src/http/in-step.ts';

describe('requests that keep in step', () => {
  const plainly = (work: () => void) => work();
  const walk = (steps: Steps, seen: string[], name: string) =>
    steps.take(0, () => {
      seen.push(`judge ${name}`);
      steps.take(1, () => {
        seen.push(`handle ${name}`);
        steps.take(2, () => seen.push(`send ${name}`));
      });
    });

  it('take each step together, in the order in which they came', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) walk(steps, seen, name);
    deepEqual(seen, []);
    await turn();
    deepEqual(seen, [
      ...['judge a', 'judge b', 'judge c'],
      ...['handle a', 'handle b', 'handle c'],
      ...['send a', 'send b', 'send c'],
    ]);
  });

  it('do not wait for more than go together', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (let n = 1; n <= 33; n += 1) walk(steps, seen, String(n));
    equal(seen.length, 32 * 3);
    equal(seen.at(-1), 'send 32');
    await turn();
    equal(seen.at(-1), 'send 33');
  });

  it('are also taken on when one is handed back to an earlier step', async () => {
    const steps = new Steps([plainly, plainly]);
    const seen: string[] = [];
    steps.take(1, () => steps.take(0, () => seen.push('again')));
    await turn();
    await turn();
    deepEqual(seen, ['again']);
  });
});
