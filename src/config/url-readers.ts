import { readSmtpUrl } from '../domain/notifications/addresses/smtp-url.ts';
import { isFreePath, publicPathOf } from '../domain/public-path.ts';
import { Invalid, textLike } from './setting.ts';

export function smtpUrl(text: string): string | Invalid {
  const read = readSmtpUrl(text);
  return 'problem' in read ? new Invalid(`of the form smtp://user:password@host:port; it ${read.problem}`) : text;
}

/** User and password are in the query, where the gateway expects them. */
export function gatewayUrl(text: string): string | Invalid {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.hash
    ? text
    : new Invalid('of the form http://host:13013/cgi-bin/sendsms?username=...&password=...');
}

/** The contact for operators of push services (RFC 8292 2.1). */
export const contactUrl = textLike(
  /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/,
  'of the form mailto:operator@example.com or https://example.com/contact',
);

export function webUrl(text: string): string | Invalid {
  const url = URL.parse(text);
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  return plain
    ? text.replace(/\/+$/, '')
    : new Invalid('an absolute http or https URL, such as https://api.example.com');
}

/** The address of the service itself. Its path begins as none of the service's own does. */
export function serviceUrl(text: string): string | Invalid {
  const url = webUrl(text);
  if (url instanceof Invalid || isFreePath(publicPathOf(url))) return url;
  return new Invalid(
    'an address with another path, such as https://shop.example/seller: the service has that path itself',
  );
}

/** Used as it is given: a slash at its end and a query belong to it (RFC 6749 3.1). */
export function endpointUrl(text: string): string | Invalid {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !text.includes('#') && !url.username && !url.password
    ? text
    : new Invalid('an absolute http or https URL without a fragment, such as https://login.example.com/oauth2/token/');
}

/** Issuers are compared character by character, so a slash at the end stays. */
export function issuer(text: string): string | Invalid {
  const url = webUrl(text);
  return url instanceof Invalid ? url : text;
}

export function postgresUrl(text: string): string | Invalid {
  const url = URL.parse(text);
  return url && /^postgres(ql)?:$/.test(url.protocol)
    ? text
    : new Invalid('of the form postgres://user:password@host:port/database');
}

/** The path is the number of a database. A query would be ignored, so it is a mistake. */
export function redisUrl(text: string): string | Invalid {
  const url = URL.parse(text);
  const isRedis = url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^(\/\d{0,5})?$/.test(url.pathname);
  return isRedis && !url.search && !url.hash && isDecodable(url.username) && isDecodable(url.password)
    ? text
    : new Invalid('of the form redis://user:password@host:port, or rediss:// for TLS');
}

/** User and password are percent-encoded in a URL. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
