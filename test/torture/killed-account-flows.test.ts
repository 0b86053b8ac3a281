import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { onEngine } from '../db/engines.ts';
import { startTestIdp, type TestIdp } from '../idp/harness.ts';
import { type KilledWorld, killFlow } from '../idp/kills/flow.ts';
import { commandFlows, operatorFlows } from '../idp/kills/operator-flows.ts';
import { pageFlows } from '../idp/kills/page-flows.ts';
import { teamMaker } from '../idp/kills/team.ts';

/* The provider's own store is SQLite. `deleted-account.test.ts` kills a flow on both engines. */
onEngine(
  'sqlite',
  'kill -9 at each step of a change of accounts leaves all of it or nothing, and it can be repeated',
  (engine) => {
    let idp: TestIdp;
    let world: KilledWorld;
    before(async () => {
      const database = await engine.fresh();
      const db = await database.open();
      await migrate(db, idpMigrations);
      idp = await startTestIdp(db, { createsDemo: false });
      world = { config: database.config, newTeam: teamMaker(idp) };
    });
    after(() => idp.close());

    for (const flow of [...pageFlows, ...operatorFlows, ...commandFlows])
      test(flow.title, async (t) => {
        const { kills, killsAfterChange } = await killFlow(world, flow);
        t.diagnostic(`${kills} kills, ${killsAfterChange} of them after the change`);
        assert.ok(kills > killsAfterChange && killsAfterChange > 0);
      });
  },
);
