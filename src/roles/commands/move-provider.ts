import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { isMoved, type Moved } from '../../move/move.ts';
import { StartError } from '../../processes/start-error.ts';
import { moveBetween, type PrintLine } from './move-between.ts';
import { checkIsStore, configuredPlace, type MoveStores, type StorePlace, storePlaceOf } from './move-places.ts';

/** The move of the embedded provider's store. */
export type ProviderMove = { readonly from: StorePlace; readonly to: StorePlace };

/**
 * What happens to the provider's store. `to` is the option, `serviceTo` where the service goes: into another folder, `idp.db` goes with it.
 * Undefined: it stays where it is. Throws a StartError when it cannot be moved.
 */
export async function providerMove(
  config: Config,
  { to, serviceTo }: { readonly to: string | undefined; readonly serviceTo: StorePlace | undefined },
): Promise<ProviderMove | undefined> {
  const from = configuredPlace('provider', config);
  const along = config.idpIssuer === undefined && from.folder !== undefined && hasTables(from.file);
  const target = to ?? (along ? serviceTo?.folder : undefined);
  if (target === undefined || (to === undefined && resolve(target) === from.folder)) return undefined;
  await checkIsStore(from);
  const place = storePlaceOf('provider', target);
  if (place.name === from.name) throw new StartError(`The provider's store is in ${from.name} already.`);
  return { from, to: place };
}

/** Undefined when an earlier call has moved it: that one was interrupted afterwards. */
export async function moveProvider(stores: MoveStores, move: ProviderMove, say: PrintLine): Promise<Moved | undefined> {
  const [source, target] = [
    { db: await stores.open(move.from), name: move.from.name },
    { db: await stores.open(move.to), name: move.to.name },
  ];
  if (await isMoved(source, target, move.from)) {
    say(`The identity provider's data is in ${target.name} already.`);
    return undefined;
  }
  const moved = await moveBetween(source, target, { ...move.from, say });
  say(`${moved.rows} rows of ${moved.tables} tables of the identity provider are in ${target.name}.`);
  return moved;
}

/** What the operator has to do about the provider. */
export function providerStep(config: Config, move: ProviderMove | undefined): string[] {
  const from = configuredPlace('provider', config);
  if (move === undefined) {
    if (config.idpIssuer !== undefined) return [];
    const stays = `- The identity provider's data stays in ${from.name}`;
    if (from.folder === undefined) return [`${stays}: leave IDP_DATABASE_URL as it is.`];
    return hasTables(from.file)
      ? [`${stays}: leave DATA_DIR as it is, or move it, too: npm run move -- --provider-to URL`]
      : ['- There is no identity provider here whose data could be moved. One on another machine stays as it is.'];
  }
  const { to } = move;
  if (to.folder === undefined)
    return [`- Set IDP_DATABASE_URL to the URL of ${to.name}, for every process of the provider.`];
  const remove = from.folder === undefined ? ', and remove IDP_DATABASE_URL' : '';
  return [`- The identity provider's data is in ${to.name}: set DATA_DIR to ${to.folder}${remove}.`];
}
