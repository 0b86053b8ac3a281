import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';

const CONNECT_MS = 5_000;
/** A chain may lead in a circle. */
const MAX_CHAIN = 10;

/** `begins`: what is said before the encryption begins. */
export type TlsServer = {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly begins: 'at once' | 'SMTP' | 'PostgreSQL';
};

/** `endsMs`: the first end in the chain that the server sends. */
export type Certificate = { readonly endsMs: number } | { readonly failure: string };

/** Looks at the certificate of a server, also at one that has ended or that nobody trusts. Sends nothing else. */
export async function certificateAt({ host, port, begins }: TlsServer): Promise<Certificate> {
  const socket = connect({ host, port });
  const { promise, resolve } = Promise.withResolvers<Certificate>();
  const fail = (error: NodeJS.ErrnoException) => resolve({ failure: error.message || error.code || 'no connection' });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`no answer within ${CONNECT_MS / 1000} s`)));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server ended the connection')));
  let encrypted: TLSSocket | undefined;
  const encrypt = () => {
    socket.removeAllListeners('data');
    // Whether it can be trusted is a question of the connections that use it.
    encrypted = connectTls({ socket, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) });
    encrypted.on('error', fail);
    encrypted.on('secureConnect', () => resolve(endOf(encrypted?.getPeerCertificate(true))));
  };
  if (begins === 'at once') socket.once('connect', encrypt);
  else if (begins === 'SMTP') askSmtp(socket, encrypt, fail);
  else askPostgres(socket, encrypt, fail);
  return promise.finally(() => {
    encrypted?.destroy();
    socket.destroy();
  });
}

type Fail = (error: Error) => void;

/** RFC 3207: greeting, EHLO, STARTTLS. */
function askSmtp(socket: Socket, encrypt: () => void, fail: Fail): void {
  const steps = ['EHLO doctor.invalid\r\n', 'STARTTLS\r\n'];
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
    // The last line of an answer has a space behind its code.
    const [, code] = /(?:^|\n)(\d{3}) [^\n]*\r?\n$/.exec(text) ?? [];
    if (code === undefined) return;
    text = '';
    const next = steps.shift();
    if (!code.startsWith('2')) fail(new Error(`the server answers ${code}: it offers no encryption`));
    else if (next === undefined) encrypt();
    else socket.write(next);
  });
}

/** An SSLRequest, which the server answers with one letter. */
function askPostgres(socket: Socket, encrypt: () => void, fail: Fail): void {
  socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
  socket.once('data', (letter) => {
    if (letter.toString('latin1') === 'S') encrypt();
    else fail(new Error('the server offers no encryption'));
  });
}

function endOf(certificate: DetailedPeerCertificate | undefined): Certificate {
  const ends: number[] = [];
  for (let one = certificate, n = 0; one !== undefined && n < MAX_CHAIN; n += 1) {
    const endMs = Date.parse(one.valid_to ?? '');
    if (Number.isFinite(endMs)) ends.push(endMs);
    one = one.issuerCertificate === one ? undefined : one.issuerCertificate;
  }
  return ends.length === 0 ? { failure: 'it sends none' } : { endsMs: Math.min(...ends) };
}
