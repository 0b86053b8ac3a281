import { runImportBench } from './import.ts';
import { runNotifyBench } from './notify.ts';
import { runReadBench } from './read.ts';
import { runRequestBench } from './requests.ts';

/** Speed, always beside a limit that is measured in the same run: `npm run bench -- [requests | read | import | notify] [options]`. */
const benches: Record<string, (args: string[]) => Promise<void>> = {
  requests: runRequestBench,
  read: runReadBench,
  import: runImportBench,
  notify: runNotifyBench,
};

const [name = 'requests', ...args] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  process.stderr.write(`There is no bench ${name}. Benches: ${Object.keys(benches).join(', ')}.
`);
  process.exit(1);
}
await bench(args);
process.exit(0);
