import type { SendMailOptions } from 'nodemailer';
import type { ConfirmationText } from '../domain/notifications/confirmation-text.ts';
import { emailProblem } from '../domain/notifications/email-address.ts';
import type { MessageText } from '../domain/notifications/event-text.ts';
import type { OutgoingMessage } from './channel.ts';
import { mailHtml } from './mail-html.ts';
import { mailMessage } from './mail-message.ts';
import { messageText } from './message-text.ts';

export type Sender = {
  /** One plain address. */
  from: string;
  /** The service's address, named at the end of a message, so that the reader knows whom to ask. */
  publicUrl?: string | undefined;
};

/** The e-mail for a message, sent over SMTP or written to the outbox. Undefined when the destination has no valid address. */
export function notificationMail(message: OutgoingMessage, sender: Sender, nowMs: number): SendMailOptions | undefined {
  const to = message.destination.settings.email?.address;
  if (to === undefined || emailProblem(to) !== undefined) return undefined;
  const text = messageText(message);
  const closing = isConfirmation(text) ? [] : [footer(sender)];
  return mailMessage({
    from: sender.from,
    to,
    subject: text.subject,
    id: messageId(message, sender.from),
    dateMs: nowMs,
    text: closing.length === 0 ? text.body : `${text.body}\n-- \n${closing.join('\n')}\n`,
    html: mailHtml({
      title: text.subject,
      sentences: text.sentences,
      facts: text.facts,
      link: isConfirmation(text) ? text.link : undefined,
      code: isConfirmation(text) ? text.code : undefined,
      closing: isConfirmation(text) ? text.closing : closing,
    }),
  });
}

function isConfirmation(text: MessageText | ConfirmationText): text is ConfirmationText {
  return 'link' in text;
}

function footer({ publicUrl }: Sender): string {
  const host = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.host;
  const where = host ? ` at ${host}` : '';
  return `You get this because notifications to this address were set up in the seller service${where}. They can be switched off there.`;
}

/** The same for every attempt, so that a mailbox can drop duplicates. */
function messageId({ delivery }: OutgoingMessage, from: string): string {
  return `${delivery.deliveryId.replace(/[^A-Za-z0-9_-]/g, '_')}@${from.slice(from.lastIndexOf('@') + 1)}`;
}
