import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import type { Migration } from '../../db/migration-plan.ts';
import { type DbConfig, nameWithoutPassword, openDb, reasonOf } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { refuseForeignFile } from '../../db/sqlite/unchanged-file.ts';
import { Fault } from '../../domain/fault.ts';
import { idpMigrations } from '../../idp/migrations.ts';
import { migrations } from '../../migrations/list.ts';
import { MoveError, type StoreOwner } from '../../move/mark.ts';
import { StartError } from '../../processes/start-error.ts';
import { cannotStart } from '../store/cannot-start.ts';

/** Where a store is, or will be. */
export type StorePlace = DbConfig & {
  readonly owner: StoreOwner;
  readonly migrations: readonly Migration[];
  /** For the operator, without a password. */
  readonly name: string;
  /** The folder of a file. */
  readonly folder?: string;
};

const OWN = {
  service: { owner: 'service', migrations, file: 'service.db' },
  provider: { owner: 'provider', migrations: idpMigrations, file: 'idp.db' },
} as const;

/** No statement of a move waits for others: only a server that is gone takes longer. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** `at` is a URL of PostgreSQL, or a folder. */
export function storePlaceOf(owner: StoreOwner, at: string): StorePlace {
  const own = OWN[owner];
  if (/^postgres(ql)?:/.test(at)) return { ...own, databaseUrl: at, file: '', name: nameOf(at) };
  const folder = resolve(at);
  const file = join(folder, own.file);
  return { ...own, file, name: file, folder };
}

/** Where the settings say that a store is. */
export function configuredPlace(owner: StoreOwner, config: Config): StorePlace {
  const url = owner === 'service' ? config.databaseUrl : config.idpDatabaseUrl;
  return storePlaceOf(owner, url ?? config.dataDir);
}

function nameOf(databaseUrl: string): string {
  try {
    // With the schema: two stores of one database differ in it alone.
    const schema = URL.parse(databaseUrl)?.searchParams.get('options');
    return nameWithoutPassword(databaseUrl) + (schema ? ` (${schema})` : '');
  } catch (error) {
    return cannotStart(error as Error);
  }
}

/** Throws a StartError when there is no store to move. */
export async function checkIsStore({ owner, file, folder, name, migrations: own }: StorePlace): Promise<void> {
  if (folder === undefined) return;
  await refuseForeignFile(file, own);
  const settings = owner === 'service' ? 'DATA_DIR and DATABASE_URL' : 'DATA_DIR and IDP_DATABASE_URL';
  if (!hasTables(file)) throw new StartError(`There is no store in ${name}. Check ${settings}.`);
}

/** Opens the stores of a move, which nobody else may use meanwhile. */
export class MoveStores {
  readonly #folders = new Set<string>();
  readonly #open: Db[] = [];

  /** Runs `work` with stores that are opened for it, and closes them. Throws a StartError for what the operator can correct. */
  static async use<T>(work: (stores: MoveStores) => Promise<T>): Promise<T> {
    const stores = new MoveStores();
    try {
      return await work(stores);
    } catch (error) {
      if (error instanceof MoveError) cannotStart(error);
      // A server that is gone, a full disk.
      if (error instanceof Fault) throw new StartError(`${reasonOf(error)}\nRun the move again.`, { cause: error });
      throw error;
    } finally {
      for (const db of stores.#open.toReversed()) await db.close();
    }
  }

  async open(place: StorePlace): Promise<Db> {
    const { folder } = place;
    const isTaken = folder !== undefined && this.#folders.has(folder);
    const alone = isTaken ? 'in a folder that this process has' : true;
    const db = await openDb({ ...place, alone, timeoutMs: STATEMENT_TIMEOUT_MS }).catch(cannotStart);
    if (folder !== undefined) this.#folders.add(folder);
    this.#open.push(db);
    return db;
  }
}
