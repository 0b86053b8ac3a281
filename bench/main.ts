import { programOptions } from '../test/harness/program-options.ts';
import { CHANGES_USAGE } from './changes/options.ts';
import { runChangesBench } from './changes.ts';
import { COMPARE_USAGE, runCompareBench } from './compare.ts';
import { runConsoleBench } from './console.ts';
import { runEventsBench } from './events.ts';
import { runFloodBench } from './flood.ts';
import { runImportBench } from './import.ts';
import { runNotifyBench } from './notify.ts';
import { PRICE_CHANGES_USAGE, runPriceChangesBench } from './price-changes.ts';
import { runReadBench } from './read.ts';
import { runReport } from './report.ts';
import { runReportsBench } from './reports.ts';
import { REQUESTS_USAGE } from './requests/options.ts';
import { runRequestBench } from './requests.ts';
import { runStallsBench } from './stalls.ts';
import { runStartBench } from './start.ts';

const benches: Record<string, (args: string[]) => Promise<void>> = {
  requests: runRequestBench,
  read: runReadBench,
  import: runImportBench,
  changes: runChangesBench,
  'price-changes': runPriceChangesBench,
  notify: runNotifyBench,
  events: runEventsBench,
  start: runStartBench,
  flood: runFloodBench,
  console: runConsoleBench,
  compare: runCompareBench,
  report: runReport,
  reports: runReportsBench,
  stalls: runStallsBench,
};

const usage = `Measures the service. Each bench measures a limit, or another commit, in the same run.

  npm run bench -- [BENCH] [options]

    BENCH  ${Object.keys(benches).join(', ')} (default: requests)

  report prints the last results again; reports measures reports of sellers. requests, changes, price-changes and compare list their options with --help.
`;
const usages: Record<string, string> = {
  requests: REQUESTS_USAGE,
  changes: CHANGES_USAGE,
  'price-changes': PRICE_CHANGES_USAGE,
  compare: COMPARE_USAGE,
};

const given = process.argv.slice(2);
const [name = 'requests', ...args] = given[0]?.startsWith('--') ? ['requests', ...given] : given;
const bench = programOptions(usages[given[0] ?? ''] ?? usage, () => {
  if (Object.hasOwn(benches, name)) return benches[name] as (typeof benches)[string];
  throw new Error(`Unknown bench: ${name}.`);
});
await bench(args).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(`\n${usages[name] ?? usage}`);
  process.exit(1);
});
process.exit(0);
