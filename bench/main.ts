import { runImportBench } from './import.ts';
import { runNotifyBench } from './notify.ts';
import { runReadBench } from './read.ts';

/** Speed, always beside a limit that is measured in the same run: `npm run bench -- [read | import | notify] [options]`. */
const benches: Record<string, (args: string[]) => Promise<void>> = {
  read: runReadBench,
  import: runImportBench,
  notify: runNotifyBench,
};

const [name, ...args] = process.argv.slice(2);
const chosen = name === undefined ? Object.keys(benches) : [name];
for (const one of chosen) {
  const bench = benches[one];
  if (!bench) {
    process.stderr.write(`There is no bench ${one}. Benches: ${Object.keys(benches).join(', ')}.\n`);
    process.exit(1);
  }
  process.stdout.write(`\n# ${one}\n`);
  await bench(args);
}
process.exit(0);
