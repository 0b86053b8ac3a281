import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../../db/engines.ts';
import { killFlow } from './flow.ts';
import { type KilledWorld, killedWorld } from './killed-world.ts';
import { commandFlows } from './operator-flows.ts';

/* `test/torture/killed-account-flows.test.ts` kills every flow at every step. */
onEngine(
  'sqlite',
  'kill -9 during a change that takes rights away leaves all of it or nothing, and it can be repeated',
  (engine) => {
    let world: KilledWorld;
    before(async () => {
      world = await killedWorld(engine);
    });
    after(() => world.close());

    for (const [title, steps] of [
      ['giving a member a lower role by a command', [2, 4]],
      ['disabling a sign-in by a command', [3]],
    ] as const)
      test(title, async () => {
        const flow = commandFlows.find((one) => one.title === title) ?? assert.fail();
        assert.deepEqual(await killFlow(world, flow, steps), { kills: steps.length, killsAfterChange: 0 });
      });
  },
);
