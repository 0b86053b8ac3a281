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
