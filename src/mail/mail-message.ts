import type { SendMailOptions } from 'nodemailer';
import { emailProblem } from '../domain/notifications/addresses/email-address.ts';

/** A message in the form that nodemailer takes. */
export type ComposedMail = SendMailOptions;

export type Mail = {
  from: string;
  to: string;
  subject: string;
  /** The `Message-ID`, without the angle brackets. */
  id: string;
  dateMs: number;
  text: string;
  html: string;
  /** Where the recipient stops such messages. */
  stopUrl?: string | undefined;
};

/** An address that cannot start another address or header: printable ASCII without the specials of RFC 5322 3.2.3. */
const headerSafe = /^[!#-'*+\-./0-9=?A-Z^-~]+@[!#-'*+\-./0-9=?A-Z^-~]+$/;

/**
 * A message in the form that nodemailer takes. Throws when an address could inject a header or another recipient. The
 * envelope is separate from the headers, and addresses are objects, so that nodemailer parses no address list: an address
 * with a line break, parsed from a `To`, would send the message to somebody else.
 */
export function mailMessage({ from, to, subject, id, dateMs, text, html, stopUrl }: Mail): ComposedMail {
  if (emailProblem(to) !== undefined || !isSender(from) || !headerSafe.test(id)) {
    throw new Error('an address of the message is not a plain address');
  }
  return {
    envelope: { from, to: [to] },
    from: { name: '', address: from },
    to: [{ name: '', address: to }],
    subject,
    messageId: `<${id}>`,
    date: new Date(dateMs),
    // RFC 3834 5: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopUrl) },
    xMailer: false,
    text,
    html,
    // nodemailer must not take a text for a file path or a URL to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mail programs show a button for it. RFC 8058: pressing it sends a POST, to https only; without this they open the page. */
function stopHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined || !URL.canParse(url)) return {};
  const { href, protocol } = new URL(url);
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'List-Unsubscribe': `<${href}>`, ...(protocol === 'https:' ? oneClick : {}) };
}

/** The operator sets the sender's address, so it may be at a host without a domain. */
export function isSender(address: string): boolean {
  return headerSafe.test(address);
}
