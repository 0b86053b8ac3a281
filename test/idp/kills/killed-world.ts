import type { DbConfig } from '../../../src/db/open.ts';
import { idpMigrations } from '../../../src/idp/migrations.ts';
import type { Engine } from '../../db/engines.ts';
import { startTestIdp } from '../harness.ts';
import { type Team, teamMaker } from './team.ts';

/** A store in which processes are killed, a provider on it that is not, and the teams in it. */
export type KilledWorld = {
  readonly config: DbConfig;
  readonly newTeam: () => Promise<Team>;
  readonly close: () => Promise<unknown>;
};

export async function killedWorld(engine: Engine): Promise<KilledWorld> {
  const { config, open } = await engine.migrated(idpMigrations);
  const db = await open();
  const idp = await startTestIdp(db, { createsDemo: false });
  return { config, newTeam: teamMaker(idp), close: () => idp.close() };
}
