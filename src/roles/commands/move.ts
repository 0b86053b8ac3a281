import { parseArgs } from 'node:util';
import type { Config } from '../../config/config.ts';
import { migrate, readApplied } from '../../db/migrate.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { migrations } from '../../migrations/list.ts';
import { markOf, removeMark } from '../../move/mark.ts';
import { StartError } from '../../processes/start-error.ts';
import { moveDocuments } from '../../reports/files/move-documents.ts';
import { VERSION } from '../settings/version.ts';
import { recordBeside } from '../start/audit-start.ts';
import { recordOnce } from '../store/audited.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { checkRestored } from '../store/data-folder.ts';
import { reportFolderOf } from '../store/report-store.ts';
import { moveBetween, type PrintLine } from './move-between.ts';
import { keepKey } from './move-key.ts';
import { checkIsStore, configuredPlace, MoveStores, type StorePlace, storePlaceOf } from './move-places.ts';
import { moveProvider, type ProviderMove, providerMove, providerStep } from './move-provider.ts';

export const MOVE_USAGE = `Moves everything that the service keeps into another, empty store. The service must be stopped.

  npm run move -- --to postgres://user:password@host:5432/database   from the configured store into PostgreSQL
  npm run move -- --to DIR                                           into service.db in the folder DIR, and idp.db with it
  npm run move -- --provider-to postgres://...                       the store of the embedded identity provider; also with --to
  npm run move -- --undo                                             use the configured stores again after a move

The configured stores are those of DATABASE_URL and IDP_DATABASE_URL, or of DATA_DIR. Without a password in the URL, PGPASSWORD is used.
`;

const print: PrintLine = (line) => process.stdout.write(`${line}\n`);

/** Moves the service's store, the provider's or both, or undoes the mark of a move. Returns the exit code. */
export async function move(config: Config, args: string[], say: PrintLine = print): Promise<number> {
  const options = readArguments(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}${MOVE_USAGE}`);
    return 2;
  }
  checkRestored(config);
  if (options.undo) return undo(config, say);
  const from = configuredPlace('service', config);
  const to = options.to === undefined ? undefined : storePlaceOf('service', options.to);
  if (to) await checkIsStore(from);
  if (to?.name === from.name) throw new StartError(`The store is in ${from.name} already.`);
  const provider = await providerMove(config, { to: options.providerTo, serviceTo: to });
  if (provider && provider.to.name === to?.name)
    throw new StartError(`${to.name} cannot have both stores: choose another database, or schema, for the provider.`);
  if (to) await moveAll(config, { from, to, provider }, say);
  else if (provider) await moveProviderAlone(config, provider, say);
  return 0;
}

type WholeMove = { readonly from: StorePlace; readonly to: StorePlace; readonly provider: ProviderMove | undefined };

/**
 * The provider's store moves when the copy of the service's is complete, and before that may be used: interrupted at any point, neither
 * target is used by halves, and the same call completes the move.
 */
async function moveAll(config: Config, { from, to, provider }: WholeMove, say: PrintLine): Promise<void> {
  await MoveStores.use(async (stores) => {
    const source = { db: await stores.open(from), name: from.name };
    await migrate(source.db, migrations, VERSION).catch(cannotStart);
    const keyStep = await keepKey(config, source.db, to.folder).catch(cannotStart);
    const names = {
      ...{ from: from.name, to: to.name },
      ...(provider && { providerFrom: provider.from.name, providerTo: provider.to.name }),
    };
    await recordOnce(source.db, 'move', 'begun', names);
    const target = { db: await stores.open(to), name: to.name };
    const beforeFinish = async () => {
      const documents = await moveDocuments(target.db, reportFolderOf(config));
      if (documents > 0) say(`The files of ${documents} reports are in ${to.name}.`);
      if (provider) await moveProvider(stores, provider, say);
    };
    const moved = await moveBetween(source, target, { owner: 'service', migrations, say, beforeFinish });
    // The source has been copied: only the target can have it.
    await recordOnce(target.db, 'move', 'ended', { ...names, ...moved });
    say(`${moved.rows} rows of ${moved.tables} tables are in ${to.name}. All were read again and compared.\n`);
    const setting =
      to.folder === undefined
        ? `- Set DATABASE_URL to the URL of ${to.name}.`
        : `- Set DATA_DIR to ${to.folder}, and remove DATABASE_URL.`;
    say('Before you start the service:');
    for (const step of [setting, `- ${keyStep}`, ...providerStep(config, provider)]) say(step);
    say(ending(provider ? `${from.name} and ${provider.from.name}` : from.name));
  });
}

async function moveProviderAlone(config: Config, provider: ProviderMove, say: PrintLine): Promise<void> {
  const moved = await MoveStores.use((stores) => moveProvider(stores, provider, say));
  const names = { providerFrom: provider.from.name, providerTo: provider.to.name };
  await recordBeside(config, 'move', { ...names, ...moved }, say);
  say('All were read again and compared.\n\nBefore you start the service:');
  for (const step of providerStep(config, provider)) say(step);
  say(ending(provider.from.name));
}

const ending = (from: string): string =>
  `The service no longer starts on ${from}. Keep it until you are sure; npm run move -- --undo opens it again.`;

/** Both stores of the settings, as far as they were moved. */
async function undo(config: Config, say: PrintLine): Promise<number> {
  const places = [configuredPlace('service', config), configuredPlace('provider', config)];
  const undone: Record<string, string> = {};
  await MoveStores.use(async (stores) => {
    for (const place of places) {
      if (place.folder !== undefined && !hasTables(place.file)) continue;
      const db = await stores.open(place);
      const mark = (await readApplied(db)).length === 0 ? undefined : await markOf(db, place.owner);
      if (mark?.state !== 'moved') continue;
      await removeMark(db, place.owner);
      undone[place.owner === 'service' ? 'to' : 'providerTo'] = mark.to;
      say(
        `${place.name} can be used again, as it was before the move. What has changed in ${mark.to} since is not in it.`,
      );
      const why = place.owner === 'service' ? 'both would send what waited in the queue' : 'both would accept sign-ins';
      say(`Never start the service on ${mark.to} again: ${why}. Delete it.`);
    }
  });
  if (Object.keys(undone).length === 0)
    throw new StartError(`${places[0]?.name} was not moved. There is nothing to undo.`);
  await recordBeside(config, 'move', { undone: true, ...undone }, say);
  return 0;
}

type Arguments = { to: string | undefined; providerTo: string | undefined; undo: boolean };

function readArguments(args: string[]): Arguments | string {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args, options: { to: text, 'provider-to': text, undo: { type: 'boolean' } } });
    const { to, 'provider-to': providerTo, undo: isUndo = false } = values;
    const targets = [to, providerTo].filter((target) => target !== undefined);
    if (targets.includes('') || isUndo === targets.length > 0) return '';
    const isForeign = targets.some((target) => /^\w+:\/\//.test(target) && !/^postgres(ql)?:/.test(target));
    if (isForeign) return '--to and --provider-to take a URL of PostgreSQL, or a folder.\n\n';
    return { to, providerTo, undo: isUndo };
  } catch (error) {
    return `${(error as Error).message}\n\n`;
  }
}
