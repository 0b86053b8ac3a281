import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import { mailFile, outboxTime, writeToOutbox } from '../mail/outbox-folder.ts';
import { type MailIdentity, notificationMail } from './mail/notification-mail.ts';
import type { MessageSender, OutgoingMessage } from './message-sender.ts';
import { eventsOf, messageText } from './message-text.ts';

type File = { extension: 'eml' | 'txt' | 'json'; content: string | Buffer };

/**
 * The sender of every type that has no server configured: it writes the message to a file that a person can open. So the
 * service can be tried without a mail server or an SMS gateway, and no message disappears. Such a delivery is STORED, not
 * DELIVERED: it has reached nobody.
 */
export function createOutbox(dataDir: string, identity: MailIdentity, now: () => number): MessageSender {
  return {
    async send(message: OutgoingMessage): Promise<AttemptOutcome> {
      const nowMs = now();
      const file = await fileOf(message, identity, nowMs);
      if (file === undefined) return { result: 'refused', error: 'The destination has no address to send to.' };
      const name = `${fileName(message.delivery, nowMs)}.${file.extension}`;
      return writeToOutbox(dataDir, name, file.content);
    },
  };
}

/** Undefined when the destination has no address for its type. */
async function fileOf(message: OutgoingMessage, identity: MailIdentity, nowMs: number): Promise<File | undefined> {
  const { sms, push } = message.destination.settings;
  switch (message.destination.type) {
    case 'EMAIL': {
      const mail = notificationMail(message, identity, nowMs);
      if (mail === undefined) return undefined;
      return { extension: 'eml', content: await mailFile(mail) };
    }
    case 'SMS': {
      if (sms === undefined) return undefined;
      const lines = [
        `To: ${sms.phoneNumber.replace(/[^+\d]/g, '')}`,
        '',
        messageText(message).short,
        eventJson(message),
      ];
      return { extension: 'txt', content: lines.join('\n') };
    }
    case 'MOBILE_PUSH':
      return push && { extension: 'json', content: pushText(push.endpoint, message) };
    case 'WEBHOOKS':
    case 'PULL':
      return undefined;
  }
}

/** The whole events; empty until the owner of the address has agreed, because events may hold text of the seller (decision 27). */
function eventJson(message: OutgoingMessage): string {
  const isUnconfirmed = message.destination.status === 'PENDING_VERIFICATION';
  return isUnconfirmed
    ? ''
    : `\n${eventsOf(message)
        .map((event) => `${JSON.stringify(event, null, 2)}\n`)
        .join('')}`;
}

/** Holds only the endpoint's origin: the rest is a secret: anyone who has it can send to the device. */
function pushText(endpoint: string, message: OutgoingMessage): string {
  const pushService = URL.parse(endpoint)?.origin;
  const [event, ...earlier] = eventsOf(message);
  const events = { event, ...(earlier.length === 0 ? {} : { earlier }) };
  return `${JSON.stringify({ pushService, ...messageText(message).push, ...events }, null, 2)}\n`;
}

/** Sorts by time, and differs for each attempt. */
function fileName({ deliveryId, attempts }: Delivery, nowMs: number): string {
  return `${outboxTime(nowMs)}-${safeName(deliveryId)}-${attempts}`;
}

function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}
