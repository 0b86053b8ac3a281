import { HOUR_MS } from '../domain/duration.ts';
import { CommandError, type Job, UsageError } from './command-job.ts';
import { rotateSecret } from './secret-rotation.ts';
import { expiryOf } from './stored-secrets.ts';

const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 8760;

export async function rotate({ db, flags, names, out, record, secretDays }: Job): Promise<void> {
  const [id = ''] = names;
  const overlapHours = overlapIn(flags['overlap-hours'] as string | undefined);
  const now = Date.now();
  const expiresAt = expiryOf(now, secretDays);
  const rotated = await rotateSecret(
    db,
    { clientId: id, overlapMs: overlapHours * HOUR_MS, expiresAt, now },
    (tx, { sellerId }) =>
      record?.(tx, 'client rotate-secret', { id, ...(sellerId !== null && { sellerId }), overlapHours }),
  );
  if (rotated === undefined)
    throw new CommandError(`There is no application "${id}" with a secret. See: npm run client -- list`);
  const { secret, previousEndsAt } = rotated;
  out.write(`client_id      ${id}\nclient_secret  ${secret}\n\nThe secret is shown only now: keep it safe.\n`);
  if (expiresAt !== undefined) out.write(`It expires at ${timeOf(expiresAt)}.\n`);
  out.write(
    previousEndsAt === undefined
      ? 'No other secret of this application works any more.\n'
      : `The secret that was used last works until ${timeOf(previousEndsAt)}.\n`,
  );
}

function overlapIn(text = String(DEFAULT_OVERLAP_HOURS)): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_OVERLAP_HOURS)
    throw new UsageError(`--overlap-hours must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`);
  return Number(text);
}

const timeOf = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
