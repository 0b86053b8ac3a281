import { PERSON_CLAIMS } from './domain/authorization/own-token.ts';
import { OPERATOR_RIGHT } from './domain/authorization/rights.ts';
import { readScopeMap, type ScopeMap } from './domain/authorization/scope-map.ts';
import { type AllowedTarget, readEgressAllow } from './domain/notifications/addresses/egress-allow.ts';
import { readRange } from './domain/notifications/addresses/ip-address.ts';
import { readSmtpUrl } from './domain/notifications/addresses/smtp-url.ts';
import { isFreePath, publicPathOf } from './domain/public-path.ts';
import type { TrustedProxies } from './domain/relay.ts';

/** One setting: its name in the environment, how its text is parsed, and its default. */
export type Setting<T> = {
  readonly name: string;
  /** Still read when the setting has no text under its present name. */
  readonly formerName?: string;
  /** The text when the setting is absent or empty. */
  readonly fallback: string | undefined;
  /** Shown only as set or not set. */
  readonly secret: boolean;
  read(text: string): T | Invalid;
};

/** The text of a setting is invalid. `expected` completes the sentence "NAME must be ...". */
export class Invalid {
  readonly expected: string;
  constructor(expected: string) {
    this.expected = expected;
  }
}

type Read<T> = (text: string) => T | Invalid;

export function setting<T>(name: string, read: Read<T>, fallback: string): Setting<T> {
  return { name, fallback, secret: false, read };
}

/** A setting that had another name before. */
export const renamed = <T>(from: string, entry: Setting<T>): Setting<T> => ({ ...entry, formerName: from });

/** What the environment has for a setting, and under which of its names. An empty text is none. */
export function givenText(
  { name, formerName }: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): { name: string; text: string | undefined } {
  const isFormer = formerName !== undefined && !environment[name] && Boolean(environment[formerName]);
  const used = isFormer ? formerName : name;
  return { name: used, text: environment[used] || undefined };
}

export function optional<T>(name: string, read: Read<T>): Setting<T | undefined> {
  return { name, fallback: undefined, secret: false, read };
}

export function secret<T>(name: string, read: Read<T>): Setting<T | undefined> {
  return { name, fallback: undefined, secret: true, read };
}

export const anyText: Read<string> = (text) => text;

export function port(text: string): number | Invalid {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Invalid('a port number from 0 to 65535');
}

export function seconds(text: string): number | Invalid {
  return /^\d{1,7}$/.test(text) ? Number(text) : new Invalid('a whole number of seconds');
}

export function milliseconds(text: string): number | Invalid {
  return /^\d{1,9}$/.test(text) ? Number(text) : new Invalid('a whole number of milliseconds');
}

/** For limits: PostgreSQL takes a timeout of 0 as none, and timers end at 2^31 ms. */
export function positiveMilliseconds(text: string): number | Invalid {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : new Invalid('a whole number of milliseconds, at least 1');
}

export function positiveSeconds(text: string): number | Invalid {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : new Invalid('a whole number of seconds, at least 1');
}

export function count(text: string): number | Invalid {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : new Invalid('a whole number from 1 to 999999');
}

/** Each process takes 100 MB and more: a larger number is a slip. */
export function processCount(text: string): number | Invalid {
  return /^([1-9]|[1-5]\d|6[0-4])$/.test(text) ? Number(text) : new Invalid('a whole number from 1 to 64');
}

/**
 * Days without use after which an application loses its destinations. The seller is told 14 days before, and the last use is
 * stored once a day: with fewer days the seller would be told about applications that are in use every week.
 */
export function daysUnused(text: string): number | Invalid {
  const value = count(text);
  return value instanceof Invalid || value < 30 ? new Invalid('a whole number of days from 30 to 999999') : value;
}

/** How long something is kept: at least a day, at most ten years. */
export function daysKept(text: string): number | Invalid {
  const value = count(text);
  return value instanceof Invalid || value > 3650 ? new Invalid('a whole number of days from 1 to 3650') : value;
}

/** The same; 0 is for ever. */
export function daysKeptOrForEver(text: string): number | Invalid {
  const value = text === '0' ? 0 : daysKept(text);
  return value instanceof Invalid ? new Invalid('a whole number of days from 1 to 3650, or 0 for ever') : value;
}

/** Delays in seconds, separated by commas; fractions are allowed. */
export function delays(text: string): readonly number[] | Invalid {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d{1,7}(\.\d{1,3})?$/.test(part))
    ? parts.map((part) => Math.round(Number(part) * 1000))
    : new Invalid('a list of seconds, separated by commas, such as 0,5,300');
}

/** A part of a whole: 0 is nothing, 1 is all. */
export function ratio(text: string): number | Invalid {
  return /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text)
    ? Number(text)
    : new Invalid('a number from 0 to 1, such as 0.05');
}

/** Headers for a trace collector, as OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export function collectorHeaders(text: string): Readonly<Record<string, string>> | Invalid {
  const invalid = new Invalid(
    'a list of headers such as authorization=Bearer%20abc,x-tenant=shop, values percent-encoded',
  );
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, encoded] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/.exec(part) ?? [];
    if (name === undefined || encoded === undefined) return invalid;
    try {
      const value = decodeURIComponent(encoded);
      if (!/^[\x20-\x7e]*$/.test(value)) return invalid;
      headers[name.toLowerCase()] = value;
    } catch {
      return invalid;
    }
  }
  return headers;
}

/** A name in messages to people: one line. */
export function displayName(text: string): string | Invalid {
  return /^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u.test(text)
    ? text
    : new Invalid('a name of at most 60 characters, in one line');
}

/** A colour. Every page writes it into its style, so nothing else may pass. In files `#` begins a comment: it may be absent. */
export function hexColor(text: string): string | Invalid {
  return /^#?[0-9a-f]{6}$/i.test(text)
    ? `#${text.toLowerCase().replace('#', '')}`
    : new Invalid('a colour of six hexadecimal digits, such as 4453c9');
}

/** A key that cannot be guessed: 32 characters at least. */
export function longKey(text: string): string | Invalid {
  return text.length >= 32
    ? text
    : new Invalid('a secret text of at least 32 characters, such as 32 random bytes in base64');
}

/** Hosts that a seller's address may lead to although they are not public. */
export function egressTargets(text: string): readonly AllowedTarget[] | Invalid {
  const read = readEgressAllow(text);
  return 'allow' in read
    ? read.allow
    : new Invalid(`a list of addresses, ranges and host names, separated by commas: ${read.problems.join('; ')}`);
}

export function mailAddress(text: string): string | Invalid {
  return /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text)
    ? text
    : new Invalid('one plain mail address, such as notifications@example.com');
}

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
export function contactUrl(text: string): string | Invalid {
  return /^mailto:[^@\s]+@[^@\s]+$/.test(text) || /^https:\/\/\S+$/.test(text)
    ? text
    : new Invalid('of the form mailto:operator@example.com or https://example.com/contact');
}

export function trueOrFalse(text: string): boolean | Invalid {
  return text === 'true' || text === 'false' ? text === 'true' : new Invalid('true or false');
}

export function wordList(text: string): string[] | Invalid {
  const list = text.split(/[\s,]+/).filter((word) => word !== '');
  return list.length > 0 ? list : new Invalid('a list of words, separated by commas');
}

/**
 * Claims that may name the application. A person in its place would make every token of that person one of the seller's own
 * application, with all rights: a token is the application's own when both are the same (decision 39).
 */
export function clientClaims(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || !list.some((claim) => PERSON_CLAIMS.includes(claim))
    ? list
    : new Invalid(`a list of claims that name an application; ${PERSON_CLAIMS.join(', ')} name a person`);
}

/** Scopes that every authorization request asks for. Never the operator's right: no seller consents to it (decision 39). */
export function extraScopes(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || !list.includes(OPERATOR_RIGHT)
    ? list
    : new Invalid(`a list of scopes without ${OPERATOR_RIGHT}`);
}

/** The provider's names of seller rights. */
export function scopeMap(text: string): ScopeMap | Invalid {
  const read = readScopeMap(text);
  return 'problem' in read
    ? new Invalid(`a list such as seller-api:pricing:read=pricing.read, separated by commas: ${read.problem}`)
    : read;
}

export function listenAddress(text: string): string | Invalid {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : new Invalid('a host name or an IP address to listen on');
}

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

/** How many proxies are in front, or their addresses. `true` is one proxy: whoever wants more has to count them. */
export function trustProxy(text: string): TrustedProxies | Invalid {
  if (text === 'true') return 1;
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  return text.split(',').every((part) => readRange(part.trim()) !== undefined)
    ? text
    : new Invalid('false, true (one proxy), the number of proxies, or a list of their addresses such as 10.0.0.0/8');
}

export function wordOf<W extends string>(...choices: readonly W[]): Read<W> {
  return (text) => choices.find((choice) => choice === text) ?? new Invalid(`one of ${choices.join(', ')}`);
}
