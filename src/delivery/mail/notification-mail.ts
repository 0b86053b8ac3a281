import { type Brand, brandColors, DEFAULT_BRAND } from '../../domain/brand.ts';
import { emailProblem } from '../../domain/notifications/addresses/email-address.ts';
import type { ConfirmationText } from '../../domain/notifications/texts/confirmation-text.ts';
import type { MessageText } from '../../domain/notifications/texts/event-text.ts';
import type { MailLook } from '../../mail/mail-frame.ts';
import { type ComposedMail, mailMessage } from '../../mail/mail-message.ts';
import type { OutgoingMessage, StopLink } from '../message-sender.ts';
import { messageText } from '../message-text.ts';
import { confirmationHtml, eventsHtml } from './mail-html.ts';

/** Who an e-mail comes from. */
export type MailIdentity = {
  /** One plain address. */
  from: string;
  /** How the operator appears in the message. */
  brand?: Brand | undefined;
};

/** The e-mail for a message, sent over SMTP or written to the outbox. Undefined when the destination has no valid address. */
export function notificationMail(
  message: OutgoingMessage,
  identity: MailIdentity,
  nowMs: number,
): ComposedMail | undefined {
  const to = message.destination.settings.email?.address;
  if (to === undefined || emailProblem(to) !== undefined) return undefined;
  const text = messageText(message);
  const { stop } = message;
  const brand = identity.brand ?? DEFAULT_BRAND;
  const look = { brand, colors: brandColors(brand.color) };
  return mailMessage({
    from: identity.from,
    to,
    subject: text.subject,
    id: messageId(message, identity.from),
    dateMs: nowMs,
    stopUrl: stop?.url,
    ...(isConfirmation(text) ? { text: text.body, html: confirmationHtml(text, look) } : eventParts(text, stop, look)),
  });
}

function isConfirmation(text: MessageText | ConfirmationText): text is ConfirmationText {
  return 'code' in text;
}

function eventParts(text: MessageText, stop: StopLink | undefined, look: MailLook) {
  const closing = footer(stop);
  const end = stop === undefined ? '' : `\n-- \n${[...closing, `${STOP}: ${stop.url}`].join('\n')}\n`;
  return {
    text: `${text.body}${end}`,
    html: eventsHtml(text, { closing, closingLink: stop && { label: STOP, url: stop.url } }, look),
  };
}

const STOP = 'Stop these notifications';

/** Why the reader gets the message. */
function footer(stop: StopLink | undefined): string[] {
  if (stop === undefined) return [];
  const { seller, marketplace = 'the marketplace', operator } = stop.names;
  return [
    `You get this because the seller "${seller}" has notifications of ${marketplace} sent to this address.`,
    ...(operator === undefined ? [] : [`Sent by ${operator}, the operator of ${marketplace}.`]),
  ];
}

/** The same for every attempt, so that a mailbox can drop duplicates. */
function messageId({ delivery }: OutgoingMessage, from: string): string {
  return `${delivery.deliveryId.replace(/[^A-Za-z0-9_-]/g, '_')}@${from.slice(from.lastIndexOf('@') + 1)}`;
}
