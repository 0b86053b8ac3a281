import { accountById } from '../accounts.ts';
import { invitationLink } from '../invitations.ts';
import type { MailWriter } from './queued-mail.ts';

/** The link with which an invited person joins a seller's team. The same text whether or not the address has an account. */
export const invitation: MailWriter = async ({ facts }, { db, nowMs, pageUrl, brand }) => {
  const sent = await invitationLink(db, String(facts.invitationId ?? ''), nowMs);
  if (sent === undefined) return undefined;
  const { sellerId, role, email } = sent.invitation;
  return {
    to: email,
    subject: `Join the team of seller ${sellerId}`,
    sentences: [
      `You are invited to the team of seller ${sellerId} at ${brand.name}, as ${role}.`,
      'The link works once, for 7 days. Sign in with this e-mail address, or choose a password if you have no sign-in yet.',
    ],
    link: { label: 'Join the team', url: `${pageUrl('/invitation')}?token=${sent.token}` },
    closing: ['If you do not know this seller, ignore this message: nothing happens.'],
  };
};

/** A person of the operator chooses a password by the way of people who forgot theirs: so the message needs no link that expires. */
export const operatorInvited: MailWriter = async ({ accountId = '' }, { db, pageUrl, brand }) => {
  const account = await accountById(db, accountId);
  if (account === undefined) return undefined;
  return {
    to: account.email,
    subject: `Your account at ${brand.name}`,
    sentences: [
      `You have an account of the operator at ${brand.name}. It signs in to the operator console with this e-mail address.`,
      'Choose a password first: the page sends you a link. The first sign-in sets up a second step.',
    ],
    link: { label: 'Choose a password', url: pageUrl('/forgot') },
    closing: ['If you do not work for the operator, ignore this message.'],
  };
};
