import { installFromDebian } from '../../test/harness/debian.ts';
import { autocannonWith } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { isWrkInstalled, wrkWith } from './wrk.ts';

/** wrk when it is installed, otherwise autocannon. `folder` takes the files that wrk reads its requests from. */
export const loadGenerator = (folder: string, connections: number): LoadGenerator =>
  isWrkInstalled() ? wrkWith(folder, connections) : autocannonWith(connections);

/** Installs wrk where that is possible without a question: on Debian, as root. Otherwise says that autocannon is used. */
export async function provideWrk(): Promise<void> {
  if (isWrkInstalled()) return;
  const reason = process.getuid?.() === 0 ? await problemOf(installFromDebian('wrk')) : 'only root may install it';
  if (isWrkInstalled()) process.stdout.write('installed wrk with apt-get\n');
  else
    process.stdout.write(`wrk is not installed (${reason}), so autocannon makes the load. It needs more of the CPU.\n`);
}

/** The first line of the error. */
const problemOf = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'apt-get has none',
    (error: Error) => error.message.trim().split('\n', 1)[0] ?? '',
  );
