import type { NodemailerError } from 'nodemailer';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';

/** Replies at RCPT that are about the mailbox where nothing more exact is said (RFC 5321 4.2.3, RFC 7504). */
const MAILBOX_REPLIES = new Set([521, 550, 551, 553, 554, 556]);
/** RFC 3463 3.2 and 3.3: no such mailbox, host or syntax, it has moved, takes no mail (RFC 7505), is switched off. */
const MAILBOX_STATUSES = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.9', '1.10', '2.1']);

/**
 * What a failure means for the delivery. Only what is said of the recipient ends the destination: a sender, a login or a
 * whole server that is refused is the operator's to mend, and would end every destination there is. A refusal of the message
 * is tried again, too, although RFC 5321 4.2.1 has little hope for it: the words are always ours, so what is disliked is who
 * sends them, and that changes when the operator is off a block list.
 */
export function smtpFailure(error: NodemailerError, publicText: (reply: string) => string): AttemptOutcome {
  const { responseCode: code, response = '' } = error;
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const said = code === undefined ? '' : ` (${[code, status].filter((part) => part !== undefined).join(' ')})`;
  const about = subjectOf(error);
  const isGone = about === 'recipient' || about === 'message' ? isMailboxGone(about, code, status) : false;
  return {
    result: isGone ? 'gone' : 'failed',
    ...(code === undefined ? {} : { code }),
    error: `${texts[about]}${said}${isGone ? ': nothing more is sent to it' : ''}.`,
    // What a server says about its own trouble, or about the operator's login, is not for sellers.
    ...(about === 'recipient' || about === 'message' ? { answer: publicText(response) } : {}),
    ...(isGone || isRecipients(about, code, status) ? {} : { isOurs: true }),
  };
}

/** A mailbox that is locked, full or grey for now. One whose server wants another login or relay is the operator's trouble. */
function isRecipients(about: keyof typeof texts, code = 0, status = ''): boolean {
  return about === 'recipient' && (code < 500 || code === 552 || status.startsWith('5.2.'));
}

const texts = {
  recipient: 'The mail server refused the recipient',
  message: 'The mail server refused the message',
  sender: "The mail server refused the service's sender address",
  login: 'The mail server did not let the service in',
  tls: 'No secure connection to the mail server could be made',
  time: 'The mail server did not answer in time',
  end: 'The mail server ended the connection',
  reach: 'The mail server could not be reached',
  other: 'The mail server did not take the message',
} as const;

function subjectOf({ code, command = '', responseCode, originalCode = '' }: ErrorFacts): keyof typeof texts {
  if (responseCode !== undefined && command === 'RCPT TO') return 'recipient';
  if (responseCode !== undefined && command === 'DATA') return 'message';
  if (command === 'MAIL FROM') return 'sender';
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'login';
  if (code === 'ETLS' || command === 'STARTTLS' || /CERT|SSL|TLS/.test(originalCode)) return 'tls';
  if (code === 'ETIMEDOUT') return 'time';
  if (code === 'ECONNECTION') return 'end';
  return code === 'ESOCKET' || code === 'EDNS' ? 'reach' : 'other';
}

type ErrorFacts = Pick<NodemailerError, 'code' | 'command' | 'responseCode' | 'originalCode'>;

/** At RCPT a bare 550 is about the recipient; after the message only what says so is (RFC 3463). */
function isMailboxGone(about: 'recipient' | 'message', code = 0, status?: string): boolean {
  if (code < 500) return false;
  // 5.0.0 says no more than the reply itself.
  if (status === undefined || status === '5.0.0') return about === 'recipient' && MAILBOX_REPLIES.has(code);
  return status.startsWith('5.') && MAILBOX_STATUSES.has(status.slice(2));
}
