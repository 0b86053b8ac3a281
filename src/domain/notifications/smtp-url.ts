import { isLoopbackName } from './egress-policy.ts';
import { type IpAddress, readAddress } from './ip-address.ts';

/** The operator's mail server, and how to come in. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Never without TLS: somebody on the way could hide that the server offers it, and read the password. */
  mustEncrypt: boolean;
  login?: { user: string; password: string };
};

/** The ports of message submission: RFC 6409 3.1 and RFC 8314 7.3. */
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 };

const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i;

/**
 * Reads `smtp://user:password@host:587`. The mail library reads such addresses too, with options after a `?` that switch
 * off the check of certificates or log the password; here there is nothing after the port. `problem` ends a sentence that
 * begins with the setting's name, and quotes nothing: the address holds a password.
 */
export function readSmtpUrl(text: string): SmtpServer | { problem: string } {
  const url = URL.parse(text);
  if (url === null || !isScheme(url.protocol)) {
    return { problem: 'must be an address such as smtp://mail.example:587 or smtps://user:password@mail.example' };
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = readAddress(host);
  if (address === undefined && !hostName.test(host)) return { problem: 'must have a host, such as mail.example' };
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) {
    return { problem: 'must end with the host and its port: options are not taken' };
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
    mustEncrypt: secure || (user !== '' && !isHere(host, address)),
    ...(user === '' ? {} : { login: { user, password } }),
  };
}

/** Nobody is on the way to a server on the same machine. */
function isHere(host: string, address: IpAddress | undefined): boolean {
  if (address === undefined) return isLoopbackName(host.toLowerCase());
  return address.version === 4 ? address.bits >> 24n === 127n : address.bits === 1n;
}

function isScheme(protocol: string): protocol is keyof typeof DEFAULT_PORTS {
  return Object.hasOwn(DEFAULT_PORTS, protocol);
}

/** Undefined when it is not well encoded, or holds what would end a line or a part of the login. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}
