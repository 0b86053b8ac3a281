import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withSection } from './requests/document.ts';
import { type Results, sectionOf, sectionStart } from './requests/report.ts';

export const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url));

/**
 * Prints the last results of `npm run bench` as a section of docs/performance.md. With `--into FILE` it replaces the section about
 * this architecture there.
 */
export async function runReport(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { into: { type: 'string' } } });
  const results: Results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const section = sectionOf(results);
  if (values.into === undefined) process.stdout.write(section);
  else
    writeFileSync(values.into, withSection(readFileSync(values.into, 'utf8'), sectionStart(results.machine), section));
}
