import { isNamedRight, NAMED_RIGHTS, SELLER_RIGHTS } from '../domain/authorization/rights.ts';
import { cacheTimeText } from './cache-time.ts';
import { ownApplicationById, setOwnRights } from './clients.ts';
import { CommandError, type Job, UsageError } from './command-job.ts';

/** The rights by name only in the value of a flag, separated by commas or spaces. */
export function namedRightsIn(flag: string, text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const wrong = names.find((name) => !isNamedRight(name));
  if (names.length > 0 && wrong === undefined) return names;
  const problem = wrong === undefined ? 'names none' : `has "${wrong}"`;
  throw new UsageError(`${flag} ${problem}: it takes ${NAMED_RIGHTS.join(', ')}, separated by commas.`);
}

/** Shows the rights of a seller's own application, and changes them when it is told to. */
export async function changeRights({ db, flags, names, out, record, cacheSeconds }: Job): Promise<void> {
  const [id = ''] = names;
  const added = namedRightsIn('--add', flags.add);
  const removed = namedRightsIn('--remove', flags.remove);
  const both = added.find((right) => removed.includes(right));
  if (both !== undefined) throw new UsageError(`${both} is in --add and in --remove.`);
  const { before, after } = await db.transaction(async (tx) => {
    const application = await ownApplicationById(tx, id);
    if (application === undefined) throw noOwnApplication(id);
    const { sellerId, rights: before } = application;
    const after = SELLER_RIGHTS.filter(
      (right) => (before.includes(right) || added.includes(right)) && !removed.includes(right),
    );
    if (after.join() !== before.join()) {
      await setOwnRights(tx, id, after);
      await record?.(tx, 'client rights', { id, sellerId, before, after });
    }
    return { before, after };
  });
  out.write(`${id} has ${after.join(', ')}.\n`);
  if (after.some((right) => !before.includes(right))) out.write('Its next token has what was added.\n');
  if (before.some((right) => !after.includes(right)))
    out.write(`Its tokens lose what was removed ${cacheTimeText(cacheSeconds)} (IDP_CACHE_SECONDS).\n`);
}

const noOwnApplication = (id: string) =>
  new CommandError(
    `A seller has no own application "${id}". Others have the rights that sellers consent to. See: npm run client -- list`,
  );
