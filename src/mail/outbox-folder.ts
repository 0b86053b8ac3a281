import { mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { ComposedMail } from './mail-message.ts';

/** In the data folder, created when it is missing. Sellers see only this part of the path. */
const FOLDER = 'outbox';

/** Writes a message for a person to open: where no server is configured, no message disappears. `stored` or `failed`. */
export async function writeToOutbox(dataDir: string, name: string, content: string | Buffer): Promise<AttemptOutcome> {
  try {
    await writeAtomically(join(dataDir, FOLDER), name, content);
  } catch (error) {
    return {
      result: 'failed',
      isOperatorFault: true,
      error: `The message could not be written to the outbox${codeOf(error)}.`,
    };
  }
  return { result: 'stored', answer: `Written to ${FOLDER}/${name}` };
}

/** Byte for byte what a mail server would get: nodemailer writes it. Loaded for the first message, not for each start. */
export async function mailFile(mail: ComposedMail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(mail);
  return message as Buffer;
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
  const before = outboxTime(beforeMs);
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

/** The time at the start of a file's name: names sort by it. */
export const outboxTime = (ms: number) => new Date(ms).toISOString().replace(/[-:.]/g, '');
