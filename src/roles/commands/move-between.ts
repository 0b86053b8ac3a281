import { migrate } from '../../db/migrate.ts';
import type { Migration } from '../../db/migration-plan.ts';
import { checkAlone } from '../../db/open.ts';
import type { StoreOwner } from '../../move/mark.ts';
import { type Moved, moveStore, type Store } from '../../move/move.ts';
import { VERSION } from '../settings/version.ts';
import { cannotStart } from '../store/cannot-start.ts';

export type PrintLine = (line: string) => unknown;

type Options = {
  readonly owner: StoreOwner;
  readonly migrations: readonly Migration[];
  readonly say: PrintLine;
  readonly beforeFinish?: () => Promise<void>;
};

/** Moves one store, and says how far it is. */
export async function moveBetween(source: Store, target: Store, options: Options): Promise<Moved> {
  const { owner, migrations, say, beforeFinish } = options;
  for (const { db } of [source, target]) await migrate(db, migrations, VERSION).catch(cannotStart);
  say(`Moving ${source.name} to ${target.name}`);
  return moveStore(source, target, {
    ...{ owner, migrations },
    onProgress: progressTo(say),
    beforeFinish: async () => {
      await Promise.all([source, target].map(({ db }) => checkAlone(db))).catch(cannotStart);
      await beforeFinish?.();
    },
  });
}

/** A line for each table, and every few seconds one for a large table. */
function progressTo(say: PrintLine) {
  let printedMs = performance.now();
  return (step: string, table: string, rows: number, total: number) => {
    if (rows < total && performance.now() - printedMs < PRINT_EVERY_MS) return;
    printedMs = performance.now();
    if (total > 0) say(`${step} ${table}: ${rows}${rows < total ? ` of ${total}` : ''} rows`);
  };
}

const PRINT_EVERY_MS = 5_000;
