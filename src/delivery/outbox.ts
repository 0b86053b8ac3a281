import { mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import { type MailIdentity, notificationMail } from './mail/notification-mail.ts';
import type { MessageSender, OutgoingMessage } from './message-sender.ts';
import { eventsOf, messageText } from './message-text.ts';

/** In the data folder, created when it is missing. Sellers see only this part of the path. */
const FOLDER = 'outbox';

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
      try {
        await writeAtomically(join(dataDir, FOLDER), name, file.content);
      } catch (error) {
        return {
          result: 'failed',
          isOperatorFault: true,
          error: `The message could not be written to the outbox${codeOf(error)}.`,
        };
      }
      return { result: 'stored', answer: `Written to ${FOLDER}/${name}` };
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
      // nodemailer writes the file: byte for byte what a mail server would get. Loaded for the first message, not for each start.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: file } = await composer.sendMail(mail);
      return { extension: 'eml', content: file as Buffer };
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
  return `${nameTime(nowMs)}-${safeName(deliveryId)}-${attempts}`;
}

function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}

/**
 * Writes a file atomically and durably: a program that watches the folder never sees half a message, and a message that
 * was reported as written survives a power cut.
 */
async function writeAtomically(folder: string, name: string, content: string | Buffer): Promise<void> {
  // Messages hold addresses and confirmation codes: only the service's own user may read them.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${name}.part`);
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    // On a full disk the remainder would take the space of the next message. The first error is the one to report.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  // The new name is durable only after the folder is synced, too.
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** A code such as `ENOSPC`. The error's message is left out: it quotes paths. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? ` (${code})` : '';
}

/**
 * Deletes files that are older than the delivery log, one by one: their names start with the time. The folder is not read as
 * a whole, because it may hold hundreds of thousands. Files of other names are somebody else's.
 */
export async function deleteOldOutboxFiles(dataDir: string, beforeMs: number, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const folder = join(dataDir, FOLDER);
  const before = nameTime(beforeMs);
  const files = await opendir(folder).catch(() => []);
  for await (const { name } of files) {
    if (signal?.aborted) break;
    const [, time = before] = ownName.exec(name) ?? [];
    if (time >= before) continue;
    await rm(join(folder, name), { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Also the rest of a file that was being written when the process died. */
const ownName = /^\.?(\d{8}T\d{9}Z)-\S+\.(?:eml|txt|json)(?:\.part)?$/;

const nameTime = (ms: number) => new Date(ms).toISOString().replace(/[-:.]/g, '');
