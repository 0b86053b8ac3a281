import { createSmtpTransport } from '../../mail/smtp.ts';
import type { AttemptTime, MessageSender } from '../message-sender.ts';
import { type MailIdentity, notificationMail } from './notification-mail.ts';

export type EmailSender = MessageSender & {
  /** Closes all connections, also those with a message in flight. */
  close(): void;
};

/**
 * EMAIL: over SMTP to the operator's mail server (`smtpUrl`: see `readSmtpUrl`). Throws when a setting is invalid. `ca` are the
 * certificate authorities to trust instead of the well-known ones.
 */
export function createEmailSender(
  smtpUrl: string,
  identity: MailIdentity,
  { now, timeoutMs }: AttemptTime,
  ca?: string,
): EmailSender {
  const transport = createSmtpTransport({ smtpUrl, from: identity.from, timeoutMs, ca });
  return {
    async send(message, signal) {
      const mail = notificationMail(message, identity, now());
      if (mail === undefined) return { result: 'refused', error: 'The destination has no address to send to.' };
      return transport.send(mail, signal);
    },
    close: transport.close,
  };
}
