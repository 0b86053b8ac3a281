import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const testFolder = resolve(import.meta.dirname, '..');

/** Folders whose tests start services and other processes. All other tests run inside the test process. */
const FOLDERS_WITH_PROCESSES = ['e2e', 'faults', 'torture'];

export const groups: readonly string[] = ['inside', ...FOLDERS_WITH_PROCESSES];

/** Absolute paths of the test files of a group, sorted. Every `*.test.ts` under `test/` belongs to one group. */
export function testFilesOf(group: string): string[] {
  return globSync('**/*.test.ts', { cwd: testFolder })
    .map((name) => join(testFolder, name))
    .filter((file) => groupOf(file) === group)
    .sort();
}

function groupOf(file: string): string {
  const [folder = ''] = relative(testFolder, file).split('/');
  return FOLDERS_WITH_PROCESSES.includes(folder) ? folder : 'inside';
}
