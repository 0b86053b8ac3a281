import type { SendMailOptions } from 'nodemailer';
import { emailProblem } from '../domain/notifications/email-address.ts';

export type Mail = {
  from: string;
  to: string;
  subject: string;
  /** What stands in `Message-ID`, without the angle brackets. */
  id: string;
  dateMs: number;
  text: string;
  html: string;
};

/** What cannot begin another address or another header: printable ASCII without the specials of RFC 5322 3.2.3. */
const headerSafe = /^[!#-'*+\-./0-9=?A-Z^-~]+@[!#-'*+\-./0-9=?A-Z^-~]+$/;

/**
 * A message as the mail library takes it. Throws when a part could not stand in a header: nothing may slip into the next
 * one. The envelope is given apart from the headers, and neither is a list that would be taken to pieces: an address with a
 * line break in it, read from a `To`, has sent mail to somebody whom nobody had named.
 */
export function mailMessage({ from, to, subject, id, dateMs, text, html }: Mail): SendMailOptions {
  if (emailProblem(to) !== undefined || !isSender(from) || !headerSafe.test(id)) {
    throw new Error('an address of the message is no plain one');
  }
  return {
    envelope: { from, to: [to] },
    from: { name: '', address: from },
    to: [{ name: '', address: to }],
    subject,
    messageId: `<${id}>`,
    date: new Date(dateMs),
    // RFC 3834 5: so that no out-of-office answers to it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    text,
    html,
    // The text is not a path or an address to read it from, whatever it looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The sender is the operator's, and may be at a bare host. */
export function isSender(address: string): boolean {
  return headerSafe.test(address);
}
