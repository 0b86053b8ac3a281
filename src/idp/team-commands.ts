import { isRole, ROLES } from '../domain/authorization/roles.ts';
import { accountByEmail } from './accounts.ts';
import { CommandError, type Job, UsageError } from './command-job.ts';
import { membershipsOf } from './members.ts';
import { changeRole } from './team.ts';

/** Gives a sign-in another role at a seller (decision 52). */
export async function setRole({ db, names, flags, out, record, maker }: Job): Promise<void> {
  const [email = ''] = names;
  const { seller, role = '' } = flags as { [flag: string]: string | undefined };
  if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  const account = await accountByEmail(db, email);
  if (account === undefined) throw new CommandError(`There is no sign-in "${email}". See: npm run client -- list`);
  const memberships = await membershipsOf(db, account.id, 'also disabled');
  if (seller === undefined && memberships.length > 1)
    throw new UsageError(`${email} works for several sellers: name one with --seller.`);
  const member = memberships.find(({ sellerId }) => seller === undefined || sellerId === seller);
  if (member === undefined)
    throw new CommandError(`${email} works for no seller ${seller ?? ''}`.trimEnd().concat('.'));
  const { sellerId, id: memberId } = member;
  let ended: readonly string[] = [];
  const change = { sellerId, memberId, role, now: maker().atMs };
  const result = await changeRole(db, change, (tx, _member, { secretsEnded }) => {
    ended = [...new Set(secretsEnded)];
    return record?.(tx, 'client set-role', { email, sellerId, role, ...(ended.length > 0 && { secretsEnded }) });
  });
  if (result === 'last owner')
    throw new CommandError(`${email} is the only owner of seller ${sellerId}: make another member an owner first.`);
  if (result !== 'done') throw new CommandError(`${email} works for seller ${sellerId} no more.`);
  out.write(
    `${email} is ${role} of seller ${sellerId}. Applications that it connected have at most the rights of that role.\n`,
  );
  if (ended.length > 0)
    out.write(
      `Secrets that it created for applications with more rights end in 24 hours: ${ended.join(', ')}. Give them new ones: npm run client -- rotate-secret\n`,
    );
}
