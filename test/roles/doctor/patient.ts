import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { migrate } from '../../../src/db/migrate.ts';
import { openDb } from '../../../src/db/open.ts';
import { idpMigrations } from '../../../src/idp/migrations.ts';
import { loadOrCreateKeys } from '../../../src/idp/provider-keys.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { operatorKeyOf } from '../../../src/notifications/keys/operator-key-source.ts';
import { runDoctor } from '../../../src/roles/commands/doctor/doctor.ts';

const home = mkdtempSync(join(tmpdir(), 'doctor-test-'));
after(() => rmSync(home, { recursive: true, force: true }));

let made = 0;
export function newFolder(): string {
  made += 1;
  return join(home, String(made));
}

/** Settings with which the doctor looks at no port of the machine. */
export const NO_PORTS = { PORT: '0', ADMIN_PORT: '0', IDP_PORT: '0', DEMO_RECEIVER_PORT: '0' };

/** What `npm run doctor` prints, and its exit code. */
export async function diagnose(settings: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const code = await runDoctor({ ...NO_PORTS, ...settings }, args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

/** The lines of problems, each with the step that fixes it. */
export const problemsIn = (text: string): string[] => text.match(/^ {2}PROBLEM .*\n.*/gm) ?? [];

let template: Promise<string> | undefined;

/** A data folder after its first start: both stores with their tables, and the keys. Everything is closed. */
export async function usedFolder(): Promise<string> {
  const folder = newFolder();
  template ??= firstStart();
  cpSync(await template, folder, { recursive: true });
  return folder;
}

async function firstStart(): Promise<string> {
  const folder = newFolder();
  const service = await openDb({ file: join(folder, 'service.db') });
  await migrate(service, migrations);
  await operatorKeyOf(service, { configured: undefined, file: join(folder, 'operator.key'), mayGenerate: true });
  await service.close();
  const provider = await openDb({ file: join(folder, 'idp.db') });
  await migrate(provider, idpMigrations);
  await loadOrCreateKeys(provider);
  await provider.close();
  return folder;
}

/** Names, sizes, permissions, times and contents of all files. */
export function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { size, mode, mtimeMs } = statSync(path);
      assert.ok(statSync(path).isFile(), name);
      // The index of the log is memory that readers share: their marks are in it.
      if (name.endsWith('-shm')) return `${name} ${size} ${mode}`;
      return `${name} ${size} ${mode} ${mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    });
}
