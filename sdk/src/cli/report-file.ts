import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ReportRun } from '../loops/report-run.ts';
import type { Terminal } from './output/terminal.ts';
import { Problem } from './problem.ts';

/** Throws before anything is asked for: a long report should not be made for a file that is not written. */
export function mustBeWritable(out: string | undefined, mayReplace: boolean): void {
  if (out === undefined || out === '-') return;
  if (out === '' || !existsSync(dirname(out)))
    throw new Problem(`${out || '--out'} is in no folder that exists.`, 'Give another --out.');
  const present = statSync(out, { throwIfNoEntry: false });
  if (present?.isDirectory()) throw new Problem(`${out} is a folder.`, 'Give the name of a file in it.');
  if (present && !mayReplace) throw new Problem(`${out} exists.`, 'Give another --out, or --force to replace it.');
}

/** Writes the document of a report to a file, or to the standard output (`-`). A file is complete, or not there at all. */
export async function writeDocument(run: ReportRun<object>, out: string, terminal: Terminal): Promise<void> {
  if (out === '-') {
    for await (const bytes of run.bytes()) await terminal.write(bytes);
    return;
  }
  const unfinished = `${out}.${crypto.randomUUID()}.part`;
  const handle = await open(unfinished, 'wx');
  try {
    try {
      for await (const bytes of run.bytes()) await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
