import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../db/engines.ts';
import { killFlow } from '../idp/kills/flow.ts';
import { type KilledWorld, killedWorld } from '../idp/kills/killed-world.ts';
import { commandFlows, operatorFlows } from '../idp/kills/operator-flows.ts';
import { pageFlows } from '../idp/kills/page-flows.ts';

/* The provider's own store is SQLite. `deleted-account.test.ts` kills a flow on both engines. */
onEngine(
  'sqlite',
  'kill -9 at each step of a change of accounts leaves all of it or nothing, and it can be repeated',
  (engine) => {
    let world: KilledWorld;
    before(async () => {
      world = await killedWorld(engine);
    });
    after(() => world.close());

    for (const flow of [...pageFlows, ...operatorFlows, ...commandFlows])
      test(flow.title, async (t) => {
        const { kills, killsAfterChange } = await killFlow(world, flow);
        t.diagnostic(`${kills} kills, ${killsAfterChange} of them after the change`);
        assert.ok(kills > killsAfterChange && killsAfterChange > 0);
      });
  },
);
