import { autocannonWith } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { wrkWith } from './wrk.ts';

/** wrk when it is installed, otherwise autocannon. `folder` takes the files that wrk reads its requests from. */
export const loadGenerator = (folder: string, connections: number): LoadGenerator =>
  wrkWith(folder, connections) ?? autocannonWith(connections);
