import type { NodemailerError } from 'nodemailer';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';

/** Replies to RCPT that concern the mailbox when there is no enhanced status code (RFC 5321 4.2.3, RFC 7504). */
const MAILBOX_REPLIES = new Set([521, 550, 551, 553, 554, 556]);
/** Enhanced codes of RFC 3463 3.2 and 3.3: no such mailbox or host, bad syntax, moved, accepts no mail (RFC 7505), disabled. */
const MAILBOX_STATUSES = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.9', '1.10', '2.1']);

/**
 * The outcome of a failed attempt. Only a permanent error of the recipient suspends the destination. A rejected sender,
 * login or server is the operator's to repair; it would otherwise suspend every destination. A rejected message is retried,
 * although RFC 5321 4.2.1 expects it to fail again: the service writes the text, so the server objects to the sender, and
 * accepts the message when the operator is off a block list.
 */
export function smtpFailure(error: NodemailerError, publicText: (reply: string) => string): AttemptOutcome {
  const { responseCode: code, response = '' } = error;
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reply = code === undefined ? '' : ` (${[code, status].filter((part) => part !== undefined).join(' ')})`;
  const about = subjectOf(error);
  const isGone = about === 'recipient' || about === 'message' ? isMailboxGone(about, code, status) : false;
  return {
    result: isGone ? 'gone' : 'failed',
    ...(code === undefined ? {} : { code }),
    error: `${texts[about]}${reply}${isGone ? ': nothing more is sent to it' : ''}.`,
    // Replies about the server's own faults or the operator's login are not for sellers.
    ...(about === 'recipient' || about === 'message' ? { answer: publicText(response) } : {}),
    ...(isGone || isRecipientsFault(about, code, status) ? {} : { isOperatorFault: true }),
  };
}

/** A mailbox that is locked, full or greylisted. A server that wants another login or relay is the operator's to repair. */
function isRecipientsFault(about: keyof typeof texts, code = 0, status = ''): boolean {
  return about === 'recipient' && (code < 500 || code === 552 || status.startsWith('5.2.'));
}

const texts = {
  recipient: 'The mail server rejected the recipient',
  message: 'The mail server rejected the message',
  sender: "The mail server rejected the service's sender address",
  login: "The mail server rejected the service's login",
  tls: 'No secure connection to the mail server could be made',
  time: 'The mail server did not answer in time',
  end: 'The mail server ended the connection',
  reach: 'The mail server could not be reached',
  other: 'The mail server did not accept the message',
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

/** A bare 550 concerns the recipient at RCPT; after DATA only an enhanced code can say so (RFC 3463). */
function isMailboxGone(about: 'recipient' | 'message', code = 0, status?: string): boolean {
  if (code < 500) return false;
  // 5.0.0 adds nothing to the basic reply code.
  if (status === undefined || status === '5.0.0') return about === 'recipient' && MAILBOX_REPLIES.has(code);
  return status.startsWith('5.') && MAILBOX_STATUSES.has(status.slice(2));
}
