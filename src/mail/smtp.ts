import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import { ConcurrencyLimit } from '../async/concurrency-limit.ts';
import { readSmtpUrl, type SmtpServer } from '../domain/notifications/addresses/smtp-url.ts';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import { type ComposedMail, isSender } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';
import { smtpFailure } from './smtp-failure.ts';
import { smtpOptions } from './smtp-options.ts';

/** Mail servers reject clients that open many more connections at a time. */
const MAX_CONNECTIONS = 10;
const MAX_REPLY_CHARACTERS = 4_096;

type Pool = ReturnType<typeof newPool>;

export type SmtpSettings = {
  /** See `readSmtpUrl`. */
  readonly smtpUrl: string;
  /** The sender's address, to check it at the start. */
  readonly from: string;
  /** Deadline for one attempt, from the DNS lookup to the last byte of the response. */
  readonly timeoutMs: number;
  /** The certificate authorities to trust instead of the well-known ones. */
  readonly ca?: string | undefined;
};

/** Sends over SMTP to the operator's mail server. Throws when a setting is invalid. */
export function createSmtpTransport({ smtpUrl, from, timeoutMs, ca }: SmtpSettings): MailTransport {
  const server = readSmtpUrl(smtpUrl);
  if ('problem' in server) throw new Error(`the mail server's address ${server.problem}`);
  if (!isSender(from)) throw new Error('the sender of e-mail must be one plain address');
  let pool = newPool(server, timeoutMs, ca);
  const retired = new Set<Pool>();
  const connections = new ConcurrencyLimit(MAX_CONNECTIONS);

  /**
   * Replaces a pool in which a message passed its deadline: a server that sends a byte now and then keeps its connection
   * busy for ever. The old pool's other messages get one more timeout to finish.
   */
  const replacePool = (old: Pool): void => {
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
    async send(mail: ComposedMail, signal?: AbortSignal): Promise<AttemptOutcome> {
      if (signal?.aborted) return stopped;
      // The deadline starts with the connection: otherwise messages that only wait for a connection would time out.
      if (!(await connections.acquire(Math.ceil(timeoutMs / 3)))) return busy;
      const used = pool;
      const sending = used.sendMail(mail).then(
        ({ response }): AttemptOutcome => ({
          result: 'delivered',
          code: codeOf(response),
          answer: publicText(server, response),
        }),
        (error: NodemailerError) => smtpFailure(error, (reply) => publicText(server, reply)),
      );
      const outcome = await withinDeadline(sending, timeoutMs, signal);
      connections.release();
      if (outcome !== 'late') return outcome === 'stopped' ? stopped : outcome;
      replacePool(used);
      return { result: 'failed', isOperatorFault: true, error: 'The mail server did not answer in time.' };
    },
    close() {
      for (const one of [pool, ...retired]) one.close({ force: true });
    },
  };
}

/** Not counted as an attempt: nothing was sent. */
const busy: AttemptOutcome = {
  result: 'interrupted',
  isOperatorFault: true,
  error: 'The mail server was busy with other messages.',
};

const stopped: AttemptOutcome = {
  result: 'failed',
  isOperatorFault: true,
  error: 'The service stopped before the mail server answered.',
};

function newPool(server: SmtpServer, timeoutMs: number, ca: string | undefined) {
  const options: SMTPPoolOptions & { pool: true } = {
    ...smtpOptions(server, timeoutMs, ca),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // One retry for a kept connection that the server has closed meanwhile. Further retries are up to the delivery queue.
    maxRequeues: 1,
    // Shorter than the socket's timeout, so that the connection ends with QUIT.
    idleTimeout: Math.ceil(timeoutMs / 2),
  };
  return createTransport(options);
}

/** Whichever comes first: the outcome, the deadline (`late`), or the shutdown of the service (`stopped`). */
async function withinDeadline<T>(
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

/** A reply as sellers may see it: without credentials, internal names, addresses and control characters (PostgreSQL's text holds no NUL). */
function publicText({ host, login }: SmtpServer, reply: string): string {
  const internal = [login?.password, login?.user, host].filter((text) => text !== undefined);
  let text = reply.slice(0, MAX_REPLY_CHARACTERS);
  for (const one of internal) text = text.replaceAll(one, '***');
  return text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[\da-f:]*:[\da-f:.]*\]/gi, '***').replace(/[^\P{Cc}\n]/gu, ' ');
}
