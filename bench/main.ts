import { runCompareBench } from './compare.ts';
import { runConsoleBench } from './console.ts';
import { runEventsBench } from './events.ts';
import { runFloodBench } from './flood.ts';
import { runImportBench } from './import.ts';
import { runNotifyBench } from './notify.ts';
import { runReadBench } from './read.ts';
import { runReport } from './report.ts';
import { runRequestBench } from './requests.ts';
import { runStartBench } from './start.ts';

/**
 * `npm run bench -- [requests | read | import | notify | events | start | flood | console | compare] [options]`. Each bench measures a limit, or another commit, in
 * the same run. `report` prints the last results again.
 */
const benches: Record<string, (args: string[]) => Promise<void>> = {
  requests: runRequestBench,
  read: runReadBench,
  import: runImportBench,
  notify: runNotifyBench,
  events: runEventsBench,
  start: runStartBench,
  flood: runFloodBench,
  console: runConsoleBench,
  compare: runCompareBench,
  report: runReport,
};

const given = process.argv.slice(2);
const [name = 'requests', ...args] = given[0]?.startsWith('--') ? ['requests', ...given] : given;
const bench = benches[name];
if (!bench) {
  process.stderr.write(`Unknown bench: ${name}. Benches: ${Object.keys(benches).join(', ')}.\n`);
  process.exit(1);
}
await bench(args).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.exit(0);
