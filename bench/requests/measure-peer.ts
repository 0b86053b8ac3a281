import { join } from 'node:path';
import { measureInTurn } from '../compare/rounds.ts';
import { geometricMeanOf } from '../compare/statistics.ts';
import type { Callers } from './callers.ts';
import { loadGenerator } from './load-generator.ts';
import { measure } from './measure.ts';
import { startPrism } from './peer.ts';
import type { PeerResult } from './report.ts';
import type { Row } from './rows.ts';

/** Few rounds, because Prism's answers are the same each time. */
const PACE = { rounds: 3, seconds: 2, warmUpSeconds: 3 };
const ROWS = ['fees', 'offers-uniform', 'competitive-1'];

/** Measures Prism with the requests of some rows. */
export async function measurePeer(
  rows: readonly Row[],
  callers: Callers,
  folder: string,
  connections: number,
): Promise<PeerResult[]> {
  const compared = rows.filter(({ name }) => ROWS.includes(name));
  if (compared.length === 0) return [];
  const prism = await startPrism(join(folder, 'prism.log'));
  const results: PeerResult[] = [];
  for (const row of compared) {
    const run = loadGenerator(folder, connections).prepare(row.name, row.requests(callers));
    const contender = {
      warmUp: (seconds: number) => run(prism.base, seconds),
      measure: (seconds: number) => measure(run, prism, seconds),
    };
    const [found = []] = await measureInTurn([contender], PACE);
    results.push({
      name: row.name,
      cpuMicros: Math.round(geometricMeanOf(found.map(({ cpuMicros }) => cpuMicros))),
      requestsPerSecond: Math.round(geometricMeanOf(found.map(({ requestsPerSecond }) => requestsPerSecond))),
    });
  }
  await prism.stop();
  return results;
}
