import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Answers } from './answers.ts';

const content = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

/** A new data folder with the stores that the last release made. The caller removes it. */
export function unpackStores(): string {
  const folder = mkdtempSync(join(tmpdir(), 'last-release-'));
  for (const name of ['service.db', 'idp.db']) writeFileSync(join(folder, name), gunzipSync(content(`${name}.gz`)));
  return folder;
}

/** What the last release answered. */
export const recordedAnswers = (): Answers => JSON.parse(gunzipSync(content('answers.json.gz')).toString());

/** The number of rows by file and table, such as `service.db offer`. */
export const recordedRows = (): Record<string, number> => JSON.parse(content('rows.json').toString());
