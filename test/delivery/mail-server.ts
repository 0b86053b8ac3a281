import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createEmailChannel, type EmailChannel, type EmailParts } from '../../src/delivery/email.ts';
import { NOW_MS } from './outgoing-message.ts';
import { listening } from './receiver.ts';

const pem = (name: string) => readFileSync(join(import.meta.dirname, `receiver-${name}.pem`), 'utf8');
/** For `receiver.example` and 127.0.0.1, signed by itself. */
export const certificate: { ca: string; key: string; cert: string } = {
  ca: pem('certificate'),
  key: pem('key'),
  cert: pem('certificate'),
};

type Received = { from: string; to: string[]; raw: Buffer; secure: boolean; user: unknown };

export type MailServer = {
  readonly port: number;
  /** What it took, in order. */
  readonly received: Received[];
  /** All that clients sent, as it was on the wire, and how many connections they made. */
  readonly wire: () => string;
  readonly connections: () => number;
  readonly open: () => number;
  /** Cuts what is connected, as a server that is started anew does. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

type Wishes = SMTPServerOptions & {
  /** The client's end of the connection is cut when it has sent this: the server gets it, its reply is lost. */
  cutAfter?: string;
};

/** A real mail server on a loopback address, with a listener on its wire. Without TLS unless it is asked for. */
export async function mailServer({ cutAfter, ...options }: Wishes = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    // A look-up would leave the machine.
    disableReverseLookup: true,
    closeTimeout: 1,
    async onData(stream, { envelope: { mailFrom, rcptTo }, secure, user }, callback) {
      const raw = await buffer(stream).catch(() => undefined);
      if (raw === undefined) return callback(refusal(451, 'half a message'));
      const from = mailFrom === false ? '' : mailFrom.address;
      received.push({ from, to: rcptTo.map(({ address }) => address), raw, secure, user });
      callback(null, '2.0.0 Ok: queued as 4XyZ');
    },
    ...options,
  });
  // A client that hangs up is what half of the tests are about.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  const said: Buffer[] = [];
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
          said.push(chunk);
          upstream.write(chunk);
          if (cutAfter !== undefined && Buffer.concat(said).toString('latin1').includes(cutAfter)) client.destroy();
        });
      upstream.pipe(client);
    }),
  );
  return {
    port: proxy.port,
    received,
    wire: () => Buffer.concat(said).toString('latin1'),
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

/** How it refuses, in one of smtp-server's callbacks. */
export function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** The channel that speaks to it. */
export function channelTo(port: number, others: Partial<EmailParts> = {}): EmailChannel {
  return createEmailChannel({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'notifications@store.example',
    now: () => NOW_MS,
    timeoutMs: 2_000,
    ...others,
  });
}
