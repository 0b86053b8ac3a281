import { accountById } from '../accounts.ts';
import type { FactorNews } from '../factors/factor-changes.ts';
import type { MailText, MailWriter } from './queued-mail.ts';

type Text = Pick<MailText, 'subject'> & { readonly sentence: string };

const texts: Readonly<Record<FactorNews, Text>> = {
  'passkey added': {
    subject: 'A passkey was added',
    sentence: 'A passkey was added to your sign-in. It signs in without your password.',
  },
  'passkey removed': { subject: 'A passkey was removed', sentence: 'A passkey was removed from your sign-in.' },
  'authenticator app added': {
    subject: 'An authenticator app was added',
    sentence:
      'An authenticator app was added to your sign-in. From now on you are asked for its code after the password.',
  },
  'authenticator app removed': {
    subject: 'The authenticator app was removed',
    sentence: 'The authenticator app was removed from your sign-in.',
  },
  'recovery codes replaced': {
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were made for your sign-in. The old ones no longer work.',
  },
  'recovery code used': {
    subject: 'A recovery code was used',
    sentence: 'Somebody signed in with your password and one of your recovery codes.',
  },
};

/** Tells a person of every change of the ways to sign in, who did not necessarily do it. */
export const factorChanged: MailWriter = async ({ accountId = '', facts, createdAt }, { db, pageUrl, brand }) => {
  const account = await accountById(db, accountId);
  const text = texts[facts.news as FactorNews];
  if (account === undefined || account.demo || text === undefined) return undefined;
  return {
    to: account.email,
    subject: text.subject,
    sentences: [
      `${text.sentence} This is about ${brand.name}.`,
      'If this was not you, change your password at once and look at your passkeys and apps on the security page.',
    ],
    link: { label: 'Open the security page', url: pageUrl('/account/security') },
    facts: [
      ['Time', `${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ...(typeof facts.name === 'string' ? [['Name', facts.name] as const] : []),
    ],
  };
};
