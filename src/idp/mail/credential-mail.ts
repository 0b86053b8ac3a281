import { accountById } from '../accounts.ts';
import type { MailWriter } from './queued-mail.ts';

/** Tells a person that a secret of an application, or the access that the person gave to one, ends soon. */
export const credentialExpiring: MailWriter = async ({ accountId = '', facts }, { db, nowMs, pageUrl }) => {
  const account = await accountById(db, accountId);
  const { type, application, endsMs } = facts;
  if (account === undefined || account.demo || account.disabledAt !== null) return undefined;
  // A message that waited for so long that it is over would only alarm.
  if (typeof endsMs !== 'number' || endsMs <= nowMs) return undefined;
  const ends = `${new Date(endsMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const isSecret = type === 'CLIENT_SECRET';
  return {
    to: account.email,
    subject: isSecret ? `A secret of ${application} expires soon` : `The access of ${application} ends soon`,
    sentences: isSecret
      ? [
          `A secret of the application ${application} expires at ${ends}. After that, the application gets no access with it.`,
          'Create another secret, and give it to the application before. Both work for a while.',
        ]
      : [
          `The access of ${application} to your seller account ends at ${ends}. After that, it cannot act for you.`,
          'If you still use the application, connect it again. Otherwise there is nothing to do.',
        ],
    link: isSecret
      ? { label: 'Your applications', url: pageUrl('/account/applications') }
      : { label: 'Connected applications', url: pageUrl('/grants') },
    facts: [
      ['Application', String(application)],
      ['Ends', ends],
    ],
  };
};
