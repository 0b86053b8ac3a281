import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createEmailSender, type EmailSender } from '../../src/delivery/mail/email.ts';
import type { MailIdentity } from '../../src/delivery/mail/notification-mail.ts';
import { NOW_MS } from './outgoing-message.ts';
import { listening } from './receiver.ts';

const pem = (name: string) => readFileSync(join(import.meta.dirname, `receiver-${name}.pem`), 'utf8');
/** Self-signed, for `receiver.example` and 127.0.0.1. */
export const certificate: { ca: string; key: string; cert: string } = {
  ca: pem('certificate'),
  key: pem('key'),
  cert: pem('certificate'),
};

type Received = { from: string; to: string[]; raw: Buffer; secure: boolean; user: unknown };

export type MailServer = {
  readonly port: number;
  /** The accepted messages, in order. */
  readonly received: Received[];
  /** All bytes that clients sent. */
  readonly wire: () => string;
  readonly connections: () => number;
  readonly open: () => number;
  /** Closes all connections, as a restart of the server does. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

type MailServerOptions = SMTPServerOptions & {
  /** Closes the client's side of the connection after it has sent this: the server gets it, but its reply is lost. */
  cutAfter?: string;
};

/** A real mail server on a loopback address, behind a proxy that records the traffic. TLS is off by default. */
export async function mailServer({ cutAfter, ...options }: MailServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    // A DNS lookup would leave the machine.
    disableReverseLookup: true,
    closeTimeout: 1,
    async onData(stream, { envelope: { mailFrom, rcptTo }, secure, user }, callback) {
      const raw = await buffer(stream).catch(() => undefined);
      if (raw === undefined) return callback(smtpError(451, 'half a message'));
      const from = mailFrom === false ? '' : mailFrom.address;
      received.push({ from, to: rcptTo.map(({ address }) => address), raw, secure, user });
      callback(null, '2.0.0 Ok: queued as 4XyZ');
    },
    ...options,
  });
  // Many tests make a client disconnect.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  const sent: Buffer[] = [];
  const cuts = new Set<() => void>();
  const proxy = await listening(
    createServer({ noDelay: true }, (client) => {
      const upstream = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {});
      const cut = () => {
        client.destroy();
        upstream.destroy();
      };
      cuts.add(cut);
      client
        .on('close', () => upstream.end())
        .on('data', (chunk: Buffer) => {
          sent.push(chunk);
          upstream.write(chunk);
          if (cutAfter !== undefined && Buffer.concat(sent).toString('latin1').includes(cutAfter)) client.destroy();
        });
      upstream.pipe(client);
    }),
  );
  return {
    port: proxy.port,
    received,
    wire: () => Buffer.concat(sent).toString('latin1'),
    connections: proxy.connections,
    open: proxy.open,
    cut: () => {
      for (const cut of cuts) cut();
    },
    async close() {
      await proxy.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An SMTP error reply, for smtp-server's callbacks. */
export function smtpError(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export type EmailSettings = MailIdentity & { smtpUrl: string; timeoutMs: number; ca: string };

/** A sender of e-mail to the server on this port. */
export function senderTo(port: number, settings: Partial<EmailSettings> = {}): EmailSender {
  const { smtpUrl = `smtp://127.0.0.1:${port}`, from = 'notifications@store.example', brand } = settings;
  const time = { now: () => NOW_MS, timeoutMs: settings.timeoutMs ?? 10_000 };
  return createEmailSender(smtpUrl, { from, brand }, time, settings.ca);
}
