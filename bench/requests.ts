import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtExit } from './clean-up.ts';
import { describeMachine, thisMachine } from './machine.ts';
import { RESULTS } from './report.ts';
import { type Group, groupsOf } from './requests/groups.ts';
import { DEFAULT_CONNECTIONS } from './requests/load.ts';
import { loadGenerator, provideWrk } from './requests/load-generator.ts';
import { type EngineResult, measureEngine } from './requests/measure-engine.ts';
import { measurePeer } from './requests/measure-peer.ts';
import { readOptions } from './requests/options.ts';
import { type PeerResult, type Results, sectionOf } from './requests/report.ts';
import { TimeBudget } from './requests/time-budget.ts';

/**
 * Measures requests to the service as `npm start` runs it, and to a bare `node:http` server that sends prepared buffers of the
 * same sizes.
 */
export async function runRequestBench(args: string[]): Promise<void> {
  const options = readOptions(args);
  const groups = groupsOf(options);
  const machine = thisMachine();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanUpAtExit(folder);
  await provideWrk();
  const load = loadGenerator(folder, DEFAULT_CONNECTIONS).name;
  process.stdout.write(`${describeMachine(machine)}\nload by ${load}\n`);

  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const budget = new TimeBudget(options.pace, { seconds: options.minutes * 60, rows });
  const done: EngineResult[] = [];
  let peers: PeerResult[] = [];
  for (const engine of new Set(options.engines)) {
    const own = groups.filter((group) => group.engine === engine);
    const result = await measureEngine(engine, own, { folder, items: options.items[engine], budget });
    done.push(result);
    if (engine === 'sqlite' && !options.isQuick) peers = await peersOf(own, result, folder);
  }
  const results: Results = {
    ...{ machine, load, date: new Date().toISOString().slice(0, 10), seconds: options.pace.seconds },
    ...{ groups: done.flatMap((one) => one.groups), peers },
  };
  process.stdout.write(`\n${sectionOf(results)}`);
  if (options.names.length === 0 && !options.isQuick) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const failures = done.flatMap((one) => one.failures);
  if (failures.length > 0) throw new Error(`Left out:\n${failures.join('\n')}`);
}

/** Prism needs packages of its own. A bench without them is still worth its time. */
async function peersOf(groups: readonly Group[], { callers }: EngineResult, folder: string): Promise<PeerResult[]> {
  const [first] = groups;
  if (first === undefined) return [];
  try {
    return await measurePeer(first.rows, callers, folder, first.connections);
  } catch (error) {
    process.stdout.write(`Prism is left out: ${(error as Error).message.split('\n', 1)[0]}\n`);
    return [];
  }
}
