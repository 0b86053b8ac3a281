import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { ComposedMail } from './mail-message.ts';

/** Sends composed messages: over SMTP, or into the outbox. */
export type MailTransport = {
  /**
   * Makes one attempt. Every failure of the mail server or of the disk is an outcome; the promise does not reject for it. `signal`
   * aborts when the process shuts down: the attempt ends and counts as `failed`.
   */
  send(mail: ComposedMail, signal?: AbortSignal): Promise<AttemptOutcome>;
  /** Closes all connections, also those with a message in flight. */
  close(): void;
};
