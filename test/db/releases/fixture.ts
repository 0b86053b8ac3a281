import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Answers } from './answers.ts';

/** Releases whose stores a process of this program migrates directly. */
export const RELEASES = ['0.1.0', '0.2.0'] as const;

export type Release = (typeof RELEASES)[number];

const place = (release: Release, name: string): URL => new URL(`${release}/${name}`, import.meta.url);
const content = (release: Release, name: string): Buffer => readFileSync(place(release, name));

/** A new data folder with the stores that a release made, and their key: 0.1.0 has it in the store. The caller removes it. */
export function unpackStores(release: Release): string {
  const folder = mkdtempSync(join(tmpdir(), 'released-'));
  for (const name of ['service.db', 'idp.db'])
    writeFileSync(join(folder, name), gunzipSync(content(release, `${name}.gz`)));
  const key = place(release, 'operator.key');
  if (existsSync(key)) writeFileSync(join(folder, 'operator.key'), readFileSync(key), { mode: 0o600 });
  return folder;
}

/** What the release answered. */
export const recordedAnswers = (release: Release): Answers =>
  JSON.parse(gunzipSync(content(release, 'answers.json.gz')).toString());

/** The number of rows by file and table, such as `service.db offer`. */
export const recordedRows = (release: Release): Record<string, number> =>
  JSON.parse(content(release, 'rows.json').toString());
