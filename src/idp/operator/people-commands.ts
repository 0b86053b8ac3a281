import { emailProblem } from '../../domain/notifications/addresses/email-address.ts';
import { accountByEmail } from '../accounts.ts';
import { CommandError, checkId, type Job, UsageError } from '../command-job.ts';
import { inviteFirstOwner } from '../invitations.ts';
import { signInsOf } from '../sign-in-attempts.ts';
import { giveHelp, helpState } from './factor-help.ts';

/** Invites the first owner of a seller. The running provider sends the message. */
export async function inviteOwnerOnce({ db, flags, out, maker, warnOfSeller }: Job): Promise<void> {
  const { email = '', seller } = flags as { [flag: string]: string | undefined };
  if (emailProblem(email) !== undefined) throw new UsageError('--email must be an e-mail address.');
  if (seller === undefined) throw new UsageError('"invite-owner" needs --seller ID.');
  checkId('--seller', seller);
  const isInvited = await db.transaction((tx) => inviteFirstOwner(tx, { sellerId: seller, email }, maker()));
  if (!isInvited)
    throw new CommandError(`Seller ${seller} has people already: its owners invite others on the page "Team".`);
  out.write(`Invited ${email} as the owner of seller ${seller}. The link in the e-mail works once, for 7 days.\n`);
  await warnOfSeller?.(seller);
}

/** Begins the 72 hours after which lost factors are removed, or vouches for a person who asked: two people end the wait. */
export async function helpOnce({ db, names, out, maker }: Job): Promise<void> {
  const [email = ''] = names;
  const account = await accountByEmail(db, email);
  if (account === undefined) throw new CommandError(`There is no sign-in "${email}". See: npm run client -- list`);
  const { who, atMs: now, from } = maker();
  const problem = await db.transaction((tx) => giveHelp(tx, { accountId: account.id, who, now, from }));
  if (problem !== undefined) throw new CommandError(`${problem.message} ${problem.details}`);
  const { state, removalMs } = await helpState(db, account.id);
  out.write(
    state === 'removed'
      ? `The factors of ${email} are removed: the next sign-in with the password sets up a new one.\n`
      : `The factors of ${email} are removed at ${new Date(removalMs ?? now).toISOString()}, or when another person vouches, too. The person was told by e-mail and can stop it.\n`,
  );
}

const SHOWN = 50;

/** The latest sign-ins and failures, of one account or of all. */
export async function showSignIns({ db, flags, out }: Job): Promise<void> {
  const { email } = flags as { [flag: string]: string | undefined };
  const account = email === undefined ? undefined : await accountByEmail(db, email);
  if (email !== undefined && account === undefined)
    throw new CommandError(`There is no sign-in "${email}". See: npm run client -- list`);
  const attempts = await signInsOf(db, { accountId: account?.id, limit: SHOWN });
  if (attempts.length === 0) return void out.write('There are no sign-ins in the last 90 days.\n');
  for (const { atMs, outcome, email: address, typed, device, address: network } of attempts) {
    const who = address ?? (typed === undefined ? 'a removed account' : 'an address without an account');
    out.write(`${new Date(atMs).toISOString()}  ${outcome.padEnd(17)}  ${who}  ${device}, ${network}\n`);
  }
}
