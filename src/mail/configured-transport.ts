import { madeOnce } from '../async/made-once.ts';
import type { ComposedMail } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import { mailFile, outboxTime, writeToOutbox } from './outbox-folder.ts';

export type MailSettings = {
  /** SMTP_URL. Without it, messages are files in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly dataDir: string;
  readonly timeoutMs: number;
  /** The time of day, for the names of files. */
  readonly now: () => number;
};

/** The transport that the settings configure. The package that talks SMTP is loaded for the first message. */
export function configuredTransport(settings: MailSettings): MailTransport {
  const { smtpUrl } = settings;
  return smtpUrl === undefined || smtpUrl === '' ? outboxOf(settings) : smtpAt(smtpUrl, settings);
}

function smtpAt(smtpUrl: string, { from, timeoutMs }: MailSettings): MailTransport {
  let opened: MailTransport | undefined;
  const loaded = madeOnce(async () => {
    const { createSmtpTransport } = await import('./smtp.ts');
    opened = createSmtpTransport({ smtpUrl, from, timeoutMs });
    return opened;
  });
  return {
    send: async (mail, signal) => (await loaded()).send(mail, signal),
    close: () => opened?.close(),
  };
}

function outboxOf({ dataDir, now }: MailSettings): MailTransport {
  return {
    send: async (mail) => writeToOutbox(dataDir, fileName(mail, now()), await mailFile(mail)),
    close: () => undefined,
  };
}

/** Sorts by time, and differs for each attempt. */
function fileName({ messageId }: ComposedMail, nowMs: number): string {
  const id = String(messageId ?? '').replace(/^<|@.*$/gs, '');
  return `${outboxTime(nowMs)}-${id.replace(/[^A-Za-z0-9_-]/g, '_')}.eml`;
}
