import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/migrations/list.ts';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { projectFolder } from '../harness/process.ts';

/** The present program with one migration more, which changes the tables of the hot path, and one board version more. */
export function makeNewerProgram(): { main: string; boardVersion: number; migration: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'newer-program-'));
  for (const name of readdirSync(projectFolder)) {
    if (name === 'src') cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
    else if (!name.startsWith('.')) symlinkSync(join(projectFolder, name), join(folder, name));
  }
  const last = Number.parseInt(migrations.at(-1)?.name ?? '', 10);
  const migration = `${String(last + 1).padStart(4, '0')} next version`;
  writeFileSync(join(folder, 'src/migrations/next-version.ts'), migrationFile(migration, last));
  edit(join(folder, 'src/migrations/list.ts'), [
    [/^/, "import { nextVersion } from './next-version.ts';\n"],
    [/\n\];/, '\n  nextVersion,\n];'],
  ]);
  const boardVersion = BOARD_VERSION + 1;
  edit(join(folder, 'src/wire/pricing/board.ts'), [
    [/export const BOARD_VERSION = [\d_]+;/, `export const BOARD_VERSION = ${boardVersion};`],
  ]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { main: join(folder, 'src/main.ts'), boardVersion, migration, remove };
}

const migrationFile = (
  name: string,
  oldestProgram: number,
) => `import type { Migration } from '../db/migration-plan.ts';

export const nextVersion: Migration = {
  name: '${name}',
  oldestProgram: ${oldestProgram},
  sql: \`
    ALTER TABLE board ADD COLUMN next_version TEXT;
    ALTER TABLE offer ADD COLUMN next_version BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE delivery ADD COLUMN next_version TEXT;
    CREATE INDEX offer_next_version ON offer (next_version) WHERE next_version > 0;
    CREATE TABLE next_version (a TEXT);
  \`,
};
`;

/** Throws when a text to replace is not there: the program would be the present one. */
function edit(file: string, replacements: readonly (readonly [RegExp, string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of replacements) {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${from}`);
    text = changed;
  }
  writeFileSync(file, text);
}
