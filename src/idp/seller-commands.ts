import { cacheTimeText } from './cache-time.ts';
import { CommandError, type Job } from './command-job.ts';
import { isKnownSeller, setSellerDisabled } from './sellers.ts';

export const disableSeller = (job: Job) => setDisabled(job, Date.now());
export const enableSeller = (job: Job) => setDisabled(job, null);

async function setDisabled({ db, names, out, record, cacheSeconds }: Job, disabledAt: number | null): Promise<void> {
  const [sellerId = ''] = names;
  const operation = disabledAt === null ? 'client enable-seller' : 'client disable-seller';
  const changed = await setSellerDisabled(db, { sellerId, disabledAt }, (tx) => record?.(tx, operation, { sellerId }));
  if (!changed && !(await isKnownSeller(db, sellerId)))
    throw new CommandError(`Seller "${sellerId}" has no sign-in and no application. See: npm run client -- list`);
  if (!changed) {
    const state = disabledAt === null ? 'not disabled' : 'disabled already';
    return void out.write(`Seller ${sellerId} is ${state}: nothing was changed.\n`);
  }
  out.write(
    disabledAt === null
      ? `Enabled seller ${sellerId}. Its sign-ins and applications have the access again that they had.\n`
      : `Disabled seller ${sellerId}. Its tokens stop working ${cacheTimeText(cacheSeconds)}, and nothing more is sent to its destinations. Its offers stay.\n`,
  );
}
