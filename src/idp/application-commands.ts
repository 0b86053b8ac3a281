import { HOUR_MS } from '../domain/duration.ts';
import { clientMetadata, setClientVerified } from './clients.ts';
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

export const verify = (job: Job) => setVerified(job, Date.now());
export const unverify = (job: Job) => setVerified(job, null);

async function setVerified({ db, names, out, record }: Job, verifiedAt: number | null): Promise<void> {
  const [id = ''] = names;
  const operation = verifiedAt === null ? 'client unverify' : 'client verify';
  const changed = await setClientVerified(db, { id, verifiedAt }, (tx, { sellerId }) =>
    record?.(tx, operation, { id, ...(sellerId !== null && { sellerId }) }),
  );
  const state = verifiedAt === null ? 'not verified' : 'verified';
  if (changed) return void out.write(`${id} is ${state} now.\n`);
  if ((await clientMetadata(db, id)) === undefined)
    throw new CommandError(`There is no application "${id}". See: npm run client -- list`);
  out.write(`${id} is ${state} already: nothing was changed.\n`);
}

function overlapIn(text = String(DEFAULT_OVERLAP_HOURS)): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_OVERLAP_HOURS)
    throw new UsageError(`--overlap-hours must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`);
  return Number(text);
}

const timeOf = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
