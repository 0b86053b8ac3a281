import { isLoopbackName } from './egress-policy.ts';
import { type IpAddress, readIpAddress } from './ip-address.ts';

/** The operator's mail server and the login. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Fail without TLS: an attacker in between could hide the server's STARTTLS and read the password. */
  mustEncrypt: boolean;
  login?: { user: string; password: string };
};

/** The ports of message submission: RFC 6409 3.1 and RFC 8314 7.3. */
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 };

const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i;

/**
 * Reads `smtp://user:password@host:587`. The mail library could read it too, but accepts options after a `?` that turn off
 * certificate checks or log the password; here nothing may follow the port. `problem` ends a sentence that begins with the
 * name of the setting. It quotes nothing, because the URL holds a password.
 */
export function readSmtpUrl(text: string): SmtpServer | { problem: string } {
  const url = URL.parse(text);
  if (url === null || !isScheme(url.protocol)) {
    return { problem: 'must be an address such as smtp://mail.example:587 or smtps://user:password@mail.example' };
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = readIpAddress(host);
  if (address === undefined && !hostName.test(host)) return { problem: 'must have a host, such as mail.example' };
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) {
    return { problem: 'must end with the host and its port: options are not accepted' };
  }
  if (url.port === '0') return { problem: 'must have a port from 1 to 65535' };
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined) {
    return {
      problem: 'must have a user and a password in which other characters than letters and digits are %-encoded',
    };
  }
  if ((user === '') !== (password === '')) return { problem: 'must have a user and a password, or neither' };
  const secure = url.protocol === 'smtps:';
  return {
    host,
    port: Number(url.port || DEFAULT_PORTS[url.protocol]),
    secure,
    mustEncrypt: secure || (user !== '' && !isThisMachine(host, address)),
    ...(user === '' ? {} : { login: { user, password } }),
  };
}

/** The connection to a server on the same machine cannot be intercepted. */
function isThisMachine(host: string, address: IpAddress | undefined): boolean {
  if (address === undefined) return isLoopbackName(host.toLowerCase());
  return address.version === 4 ? address.bits >> 24n === 127n : address.bits === 1n;
}

function isScheme(protocol: string): protocol is keyof typeof DEFAULT_PORTS {
  return Object.hasOwn(DEFAULT_PORTS, protocol);
}

/** Undefined when the text is not correctly encoded, or contains a control character, which could end a line of SMTP. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}
