import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import { readSmtpUrl, type SmtpServer } from '../domain/notifications/smtp-url.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { isSender } from './mail-message.ts';
import { notificationMail } from './notification-mail.ts';
import { smtpFailure } from './smtp-failure.ts';

export type EmailParts = {
  /** `smtp://` or `smtps://`, see `readSmtpUrl`. */
  smtpUrl: string;
  /** The sender: one plain address. */
  from: string;
  /** The wall clock. */
  now: () => number;
  publicUrl?: string | undefined;
  /** For a whole try, from the look-up of the name to the answer to the last line. */
  timeoutMs: number;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
};

export type EmailChannel = Channel & {
  /** Ends the connections, and what is on its way with them. */
  close(): void;
};

/** Connections at a time: mail servers refuse clients with many more. */
const MAX_CONNECTIONS = 10;
const KEPT_CHARACTERS = 4_096;

type Pool = ReturnType<typeof newPool>;

/** EMAIL: over SMTP to the operator's mail server. Throws when the settings are no such thing. */
export function createEmailChannel({ smtpUrl, from, now, publicUrl, timeoutMs, ca }: EmailParts): EmailChannel {
  const server = readSmtpUrl(smtpUrl);
  if ('problem' in server) throw new Error(`the address of the mail server ${server.problem}`);
  if (!isSender(from)) throw new Error('the sender of e-mail must be one plain address');
  let pool = newPool(server, timeoutMs, ca);
  const retired = new Set<Pool>();
  const slots = new ConcurrencyLimit(MAX_CONNECTIONS);

  /** A server that sends a byte now and then holds a connection for ever: leave that pool, let its others end, cut it off. */
  const retire = (old: Pool): void => {
    if (old !== pool) return;
    pool = newPool(server, timeoutMs, ca);
    retired.add(old);
    old.close();
    setTimeout(() => {
      old.close({ force: true });
      retired.delete(old);
    }, timeoutMs).unref();
  };

  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const mail = notificationMail(message, { from, publicUrl }, now());
      if (mail === undefined) return { result: 'refused', error: 'The destination has no address to send to.' };
      if (signal?.aborted) return stopped;
      // The clock of a try runs when it has a connection: many at once would otherwise be late without having been sent.
      if (!(await slots.acquire(Math.ceil(timeoutMs / 3)))) return busy;
      const used = pool;
      const sending = used.sendMail(mail).then(
        ({ response }): AttemptOutcome => ({
          result: 'delivered',
          code: codeOf(response),
          answer: publicText(server, response),
        }),
        (error: NodemailerError) => smtpFailure(error, (reply) => publicText(server, reply)),
      );
      const outcome = await untilEnd(sending, timeoutMs, signal);
      slots.release();
      if (outcome !== 'late') return outcome === 'stopped' ? stopped : outcome;
      retire(used);
      return { result: 'failed', isOurs: true, error: 'The mail server did not answer in time.' };
    },
    close() {
      for (const one of [pool, ...retired]) one.close({ force: true });
    },
  };
}

/** Not a try: nothing was sent. */
const busy: AttemptOutcome = {
  result: 'interrupted',
  isOurs: true,
  error: 'The mail server was busy with other messages.',
};

const stopped: AttemptOutcome = {
  result: 'failed',
  isOurs: true,
  error: 'The service stopped before the mail server answered.',
};

function newPool({ host, port, secure, mustEncrypt, login }: SmtpServer, timeoutMs: number, ca: string | undefined) {
  // A little less than a try has, so that a silent server costs its own connection and not the pool.
  const silenceMs = Math.ceil(timeoutMs * 0.9);
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    host,
    port,
    secure,
    requireTLS: mustEncrypt && !secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    maxConnections: MAX_CONNECTIONS,
    // Once, for a kept connection that the server had closed meanwhile. More is the queue's to decide.
    maxRequeues: 1,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    dnsTimeout: silenceMs,
    socketTimeout: silenceMs,
    // Before the socket's own time is over, so that the server is told.
    idleTimeout: Math.ceil(timeoutMs / 2),
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options);
}

/** What comes first: the outcome, the end of its time, or the end of the service. */
async function untilEnd<T>(
  sending: Promise<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<T | 'late' | 'stopped'> {
  const end = Promise.withResolvers<'late' | 'stopped'>();
  const stop = () => end.resolve('stopped');
  const timer = setTimeout(() => end.resolve('late'), timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([sending, end.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function codeOf(response: string): number {
  return Number(/^\d{3}/.exec(response)?.[0] ?? 250);
}

/** A reply as sellers may see it: without the names and addresses of the inside, and without what PostgreSQL's text cannot hold. */
function publicText({ host, login }: SmtpServer, reply: string): string {
  const inside = [login?.password, login?.user, host].filter((text) => text !== undefined);
  let text = reply.slice(0, KEPT_CHARACTERS);
  for (const one of inside) text = text.replaceAll(one, '***');
  return text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[\da-f:]*:[\da-f:.]*\]/gi, '***').replace(/[^\P{Cc}\n]/gu, ' ');
}
