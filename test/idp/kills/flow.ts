import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { DbConfig } from '../../../src/db/open.ts';
import { runClientCommand } from '../../../src/idp/commands.ts';
import type { TestBrowser } from '../browser.ts';
import { commandPorts } from './command-ports.ts';
import { doDying, startDyingProvider } from './dying.ts';
import type { KilledWorld } from './killed-world.ts';
import type { Team } from './team.ts';
import { stateOf } from './team-state.ts';

/** The provider that is asked, and the owner's browser there. */
export type Place = { readonly issuer: string; readonly browser: TestBrowser };

type Deed =
  /** What the person does, from the first page. */
  | { readonly act: (team: Team, place: Place) => Promise<unknown> }
  /** The arguments of `npm run client`. */
  | { readonly command: (team: Team) => readonly string[] };

/** What somebody does in one go, and may have to do again. */
export type Flow = Deed & {
  readonly title: string;
  readonly prepare?: (team: Team) => Promise<unknown>;
  /**
   * What the person does when the change was made and the answer was lost; by default the same again, which then must change nothing.
   */
  readonly whenDone?: (team: Team, place: Place) => Promise<unknown>;
};

export type KilledFlow = { readonly kills: number; readonly killsAfterChange: number };

const MAX_STEPS = 60;

/**
 * Kills the process of a flow at each of its steps, or at those given. After each kill, the store has all of the change or nothing of it,
 * with its entry in the audit log and its queued e-mails; then the person goes on and has it.
 */
export async function killFlow(
  { config, newTeam: makeTeam }: KilledWorld,
  flow: Flow,
  steps?: readonly number[],
): Promise<KilledFlow> {
  const newTeam = preparing(flow, makeTeam);
  const model = await newTeam();
  const before = await stateOf(model);
  await goOn(flow, model);
  const after = await stateOf(model);
  assert.notDeepEqual(after, before);
  let [kills, killsAfterChange] = [0, 0];
  for (const dyingAt of steps ?? Array.from({ length: MAX_STEPS }, (_, index) => index + 1)) {
    const team = await newTeam();
    const { isKilled } = await runDying(config, flow, team, dyingAt);
    const state = await stateOf(team);
    const isDone = isDeepStrictEqual(state, after);
    if (!isDone) assert.deepEqual(state, before, `${flow.title}: killed at step ${dyingAt}`);
    if (!isKilled) {
      assert.ok(isDone, flow.title);
      return { kills, killsAfterChange };
    }
    kills += 1;
    if (isDone) killsAfterChange += 1;
    if (isDone && flow.whenDone) await flow.whenDone(team, placeOf(team));
    else {
      await goOn(flow, team);
      assert.deepEqual(await stateOf(team), after, `${flow.title}: again after a kill at step ${dyingAt}`);
    }
  }
  assert.ok(steps, `${flow.title} has no end`);
  return { kills, killsAfterChange };
}

const preparing =
  ({ prepare }: Flow, make: () => Promise<Team>) =>
  async (): Promise<Team> => {
    const team = await make();
    await prepare?.(team);
    return team;
  };

export const placeOf = ({ idp, browser }: Team): Place => ({ issuer: idp.issuer, browser });

async function goOn(flow: Flow, team: Team): Promise<void> {
  if ('act' in flow) await flow.act(team, placeOf(team));
  else
    assert.equal(await runClientCommand(team.idp.db, [...flow.command(team)], { write: () => true }, commandPorts), 0);
}

async function runDying(config: DbConfig, flow: Flow, team: Team, dyingAt: number): Promise<{ isKilled: boolean }> {
  if ('command' in flow) return doDying(config, dyingAt, { kind: 'command', args: flow.command(team) });
  const { issuer, stop } = await startDyingProvider(config, dyingAt);
  const failed = await flow.act(team, { issuer, browser: team.browser.at(issuer) }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const { isKilled } = await stop();
  if (failed !== undefined && !isKilled) throw failed;
  return { isKilled };
}
