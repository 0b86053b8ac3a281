import { BackgroundLoop } from '../../async/background-loop.ts';
import type { Db } from '../../db/db.ts';
import type { Brand } from '../../domain/brand.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { AttemptOutcome } from '../../domain/notifications/delivery.ts';
import type { Log } from '../../log/log.ts';
import type { MailTransport } from '../../mail/mail-transport.ts';
import { composedMail } from './composed-mail.ts';
import { claimMail, type DueMail, dueMails, nextDueAt, postponeMail, removeMail } from './mail-queue.ts';
import { mailWriters } from './mail-writers.ts';
import type { MailContext, MailWriter } from './queued-mail.ts';

/** The e-mails of the provider: `mail-queue.ts` stores them, this sends them. */
export type ProviderMail = {
  /** Call it after the commit of a transaction that queued a message: it is sent at once. */
  wake(): void;
  /** Waits for the attempts that run. What is not sent then is sent after the next start. */
  stop(): Promise<void>;
};

export type ProviderMailOptions = {
  readonly db: Db;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => number;
  readonly transport: MailTransport;
  /** The sender: one plain address. */
  readonly from: string;
  readonly brand: Brand;
  /** The public address of the provider. */
  readonly issuer: string;
};

const MAX_CONCURRENT = 5;
/** Another process, such as a command, may queue a message: nobody wakes the loop then. */
const MAX_PAUSE_MS = 10_000;
/** Longer than an attempt can take. */
const CLAIM_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = HOUR_MS;
const GIVE_UP_MS = DAY_MS;

export function startProviderMail(options: ProviderMailOptions): ProviderMail {
  const { db, log, now } = options;
  const loop = new BackgroundLoop({
    name: 'provider mail',
    turn: async (signal) => {
      const due = await dueMails(db, now(), MAX_CONCURRENT);
      await Promise.all(due.map((mail) => sendOne(options, mail, signal)));
      const next = await nextDueAt(db);
      return next === undefined ? MAX_PAUSE_MS : Math.min(Math.max(0, next - now()), MAX_PAUSE_MS);
    },
    pauseAfterFailureMs: MAX_PAUSE_MS,
    keepsProcessAlive: false,
    onFailure: (err) => log.warn({ err }, 'queued e-mails were not sent; trying again'),
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      options.transport.close();
    },
  };
}

async function sendOne(options: ProviderMailOptions, mail: DueMail, signal: AbortSignal): Promise<void> {
  const { db, log, now } = options;
  if (signal.aborted || !(await claimMail(db, mail, now() + CLAIM_MS))) return;
  const outcome = await attempt(options, mail, signal);
  const facts = { mail: mail.kind, attempts: mail.attempts + 1, reason: outcome.error };
  switch (outcome.result) {
    case 'delivered':
    case 'stored':
      if (outcome !== NOTHING_TO_SEND) log.info({ mail: mail.kind }, 'an e-mail was sent');
      return removeMail(db, mail.id);
    case 'gone':
    case 'refused':
      log.warn(facts, 'an e-mail was given up: its address takes none');
      return removeMail(db, mail.id);
    case 'failed':
    case 'interrupted':
      if (!signal.aborted && now() - mail.createdAt >= GIVE_UP_MS) {
        log.warn(facts, 'an e-mail was given up after a day. Check SMTP_URL and MAIL_FROM');
        return removeMail(db, mail.id);
      }
      if (!signal.aborted) log.warn(facts, 'an e-mail was not sent; trying again');
      return postponeMail(db, mail.id, now() + retryMs(mail, signal));
  }
}

/** A start that is interrupted counts for nothing: the message is due at once after the next start. */
const retryMs = ({ attempts }: DueMail, signal: AbortSignal) =>
  signal.aborted ? 0 : Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS);

const NOTHING_TO_SEND: AttemptOutcome = { result: 'stored' };

/** A writer that fails is a failed attempt: the reason is in the log, the others go on. */
async function attempt(options: ProviderMailOptions, mail: DueMail, signal: AbortSignal): Promise<AttemptOutcome> {
  const { db, log, now, from, brand, issuer, transport } = options;
  const writer = (mailWriters as Readonly<Record<string, MailWriter>>)[mail.kind];
  if (writer === undefined) return { result: 'failed', error: 'This program does not know the kind of message.' };
  const base = issuer.replace(/\/$/, '');
  const context: MailContext = { db, nowMs: now(), brand, pageUrl: (path) => `${base}${path}` };
  try {
    const text = await writer(mail, context);
    if (text === undefined) return NOTHING_TO_SEND;
    return await transport.send(composedMail({ id: mail.id, from, nowMs: now(), text, brand }), signal);
  } catch (err) {
    log.warn({ err, mail: mail.kind }, 'an e-mail could not be written');
    return { result: 'failed', error: 'The message could not be written.' };
  }
}
