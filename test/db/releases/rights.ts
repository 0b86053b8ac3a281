import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

/** What a release's own applications, grants and tokens were allowed to do, as that release told it. */
export type RecordedRights = {
  /** When the release made them. */
  readonly atMs: number;
  readonly own: { id: string; secret: string; rights: string[] }[];
  readonly delegated: {
    clientId: string;
    asked: string | undefined;
    granted: string;
    refreshToken: string | undefined;
  }[];
  readonly tokens: { token: string; claims: Record<string, unknown>; rights: string[] }[];
};

const content = (release: string, name: string) => readFileSync(new URL(`${release}/${name}`, import.meta.url));

/**
 * The provider's store that `make-rights.ts` made, with all its times moved to now: otherwise its tokens would have expired. `remove`
 * deletes it.
 */
export function unpackRights(release: string): { recorded: RecordedRights; file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'released-rights-'));
  const file = join(folder, 'idp.db');
  writeFileSync(file, gunzipSync(content(release, 'rights.db.gz')));
  const recorded = JSON.parse(gunzipSync(content(release, 'rights.json.gz')).toString()) as RecordedRights;
  moveTimes(file, Math.floor((Date.now() - recorded.atMs) / 1000));
  return { recorded, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const timesInPayload = /"(exp|iat|iiat|loginTs|authTime)":(\d+)/g;

function moveTimes(file: string, seconds: number): void {
  const store = new DatabaseSync(file);
  store.exec('BEGIN');
  const update = store.prepare(
    'UPDATE idp_record SET payload = ?, created_at = created_at + ?, expires_at = expires_at + ? WHERE kind = ? AND id = ?',
  );
  for (const { kind, id, payload } of store.prepare('SELECT kind, id, payload FROM idp_record').all()) {
    const moved = String(payload).replace(timesInPayload, (_, name, time) => `"${name}":${Number(time) + seconds}`);
    update.run(moved, seconds * 1000, seconds * 1000, String(kind), String(id));
  }
  store.exec('COMMIT');
  store.close();
}
