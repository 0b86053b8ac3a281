import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import type { CloudEvent } from '../domain/notifications/notification.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import { messageText } from './message-text.ts';
import { notificationMail, type Sender } from './notification-mail.ts';

export type OutboxParts = Sender & { dataDir: string; now: () => number };

/** In the data folder; made when it is missing. Sellers are shown this part of the path, and not what is before it. */
const FOLDER = 'outbox';

type File = { extension: 'eml' | 'txt' | 'json'; content: string | Buffer };

/**
 * The channel of the types that nothing is configured for: the message becomes a file that a person can open, so that a
 * first try needs no mail server and no gateway, and nobody wonders where the message went.
 */
export function createOutbox({ dataDir, now, ...sender }: OutboxParts): Channel {
  return {
    async send(message: OutgoingMessage): Promise<AttemptOutcome> {
      const nowMs = now();
      const file = await fileOf(message, sender, nowMs);
      if (file === undefined) return { result: 'refused', error: 'The destination has no address to send to.' };
      const name = `${fileName(message.delivery, nowMs)}.${file.extension}`;
      try {
        await writeWhole(join(dataDir, FOLDER), name, file.content);
      } catch (error) {
        return {
          result: 'failed',
          isOurs: true,
          error: `The message could not be written to the outbox${codeOf(error)}.`,
        };
      }
      return { result: 'delivered', answer: `Written to ${FOLDER}/${name}` };
    },
  };
}

/** Undefined when the destination has nothing that a message of its type could be sent to. */
async function fileOf(message: OutgoingMessage, sender: Sender, nowMs: number): Promise<File | undefined> {
  const { sms, push } = message.destination.settings;
  switch (message.destination.type) {
    case 'EMAIL': {
      const mail = notificationMail(message, sender, nowMs);
      if (mail === undefined) return undefined;
      // The library's own writing: byte for byte what a mail server would get.
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
        attached(message),
      ];
      return { extension: 'txt', content: lines.join('\n') };
    }
    case 'MOBILE_PUSH':
      return push && { extension: 'json', content: pushed(push.endpoint, message) };
    case 'WEBHOOKS':
    case 'PULL':
      return undefined;
  }
}

/** The whole event, too; not for an address whose owner has not agreed yet: it may hold words of the seller (decision 27). */
function attached({ delivery, destination }: OutgoingMessage): string {
  const isStranger = destination.status === 'PENDING_VERIFICATION';
  return isStranger ? '' : `\n${JSON.stringify(JSON.parse(delivery.body), null, 2)}\n`;
}

/** The rest of an endpoint is a secret: who has it can send to the device. */
function pushed(endpoint: string, message: OutgoingMessage): string {
  const pushService = URL.parse(endpoint)?.origin;
  const event = JSON.parse(message.delivery.body) as CloudEvent;
  return `${JSON.stringify({ pushService, ...messageText(message).push, event }, null, 2)}\n`;
}

/** In the order of time, and another one for each try. */
function fileName({ deliveryId, attempts }: Delivery, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
  return `${time}-${safe(deliveryId)}-${attempts}`;
}

function safe(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}

/**
 * All of it or nothing under its name, whatever happens in between: a person or a program that watches the folder never
 * sees half a message, and one that is told of is still there after a power cut.
 */
async function writeWhole(folder: string, name: string, content: string | Buffer): Promise<void> {
  // Messages hold addresses and confirmation codes: they are for the service's own user only.
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
    // On a full disk it would take the room that the next message needs. The first error is the one to tell.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  // The name is in the folder, and the folder is a file of its own.
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** `ENOSPC` and its kind; the message beside it would quote paths. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? ` (${code})` : '';
}

/** Takes away what is older than the log of deliveries; the names begin with the time, so the oldest come first. */
export async function deleteOldOutboxFiles(dataDir: string, beforeMs: number): Promise<void> {
  const folder = join(dataDir, FOLDER);
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: beforeMs }));
    if (mtimeMs >= beforeMs) return;
    await rm(path, { force: true });
  }
}
