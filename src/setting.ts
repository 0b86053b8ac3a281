import { isIP } from 'node:net';
import { type AllowedTarget, readEgressAllow } from './domain/notifications/egress-allow.ts';
import { readSmtpUrl } from './domain/notifications/smtp-url.ts';

/** One setting: its name in the environment, how its text is read, and what it is when nobody sets it. */
export type Setting<T> = {
  readonly name: string;
  /** The text when the setting is absent or empty. */
  readonly fallback: string | undefined;
  /** Shown only as set or not set. */
  readonly secret: boolean;
  read(text: string): T | Wrong;
};

/** A text that is no value of a setting, and what would be one: ends the sentence "must be". */
export class Wrong {
  readonly expected: string;
  constructor(expected: string) {
    this.expected = expected;
  }
}

type Read<T> = (text: string) => T | Wrong;

export function setting<T>(name: string, read: Read<T>, fallback: string): Setting<T> {
  return { name, fallback, secret: false, read };
}

export function optional<T>(name: string, read: Read<T>): Setting<T | undefined> {
  return { name, fallback: undefined, secret: false, read };
}

export function secret<T>(name: string, read: Read<T>): Setting<T | undefined> {
  return { name, fallback: undefined, secret: true, read };
}

export const anyText: Read<string> = (text) => text;

export function port(text: string): number | Wrong {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Wrong('a port number from 0 to 65535');
}

export function seconds(text: string): number | Wrong {
  return /^\d{1,7}$/.test(text) ? Number(text) : new Wrong('a whole number of seconds');
}

export function milliseconds(text: string): number | Wrong {
  return /^\d{1,9}$/.test(text) ? Number(text) : new Wrong('a whole number of milliseconds');
}

export function count(text: string): number | Wrong {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : new Wrong('a whole number from 1 to 999999');
}

/** Delays, with commas between them; parts of a second are fine. */
export function delays(text: string): readonly number[] | Wrong {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d{1,7}(\.\d{1,3})?$/.test(part))
    ? parts.map((part) => Math.round(Number(part) * 1000))
    : new Wrong('a list of seconds, with commas between them, such as 0,5,300');
}

/** A key that cannot be guessed: 32 characters at least. */
export function longKey(text: string): string | Wrong {
  return text.length >= 32
    ? text
    : new Wrong('a secret text of at least 32 characters, such as 32 random bytes in base64');
}

/** Places beside the public ones that a seller's address may lead to. */
export function places(text: string): readonly AllowedTarget[] | Wrong {
  const read = readEgressAllow(text);
  return 'allow' in read
    ? read.allow
    : new Wrong(`a list of places, with commas between them: ${read.problems.join('; ')}`);
}

export function mailAddress(text: string): string | Wrong {
  return /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text)
    ? text
    : new Wrong('one plain mail address, such as notifications@example.com');
}

export function smtpAddress(text: string): string | Wrong {
  const read = readSmtpUrl(text);
  return 'problem' in read ? new Wrong(`of the form smtp://user:password@host:port; it ${read.problem}`) : text;
}

/** User and password are in the query, where the gateway looks for them. */
export function gatewayAddress(text: string): string | Wrong {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.hash
    ? text
    : new Wrong('of the form http://host:13013/cgi-bin/sendsms?username=...&password=...');
}

/** Whom a push service can write to about what this service sends (RFC 8292 2.1). */
export function contactAddress(text: string): string | Wrong {
  return /^mailto:[^@\s]+@[^@\s]+$/.test(text) || /^https:\/\/\S+$/.test(text)
    ? text
    : new Wrong('of the form mailto:operator@example.com or https://example.com/contact');
}

export function yesOrNo(text: string): boolean | Wrong {
  return text === 'true' || text === 'false' ? text === 'true' : new Wrong('true or false');
}

export function words(text: string): string[] | Wrong {
  const list = text.split(/[\s,]+/).filter((word) => word !== '');
  return list.length > 0 ? list : new Wrong('a list of words, with commas between them');
}

export function address(text: string): string | Wrong {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : new Wrong('a host name or an IP address to listen on');
}

export function webAddress(text: string): string | Wrong {
  const url = URL.parse(text);
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  return plain
    ? text.replace(/\/+$/, '')
    : new Wrong('an absolute http or https address, such as https://api.example.com');
}

/** An issuer is compared to the letter, a slash at its end included. */
export function issuer(text: string): string | Wrong {
  const address = webAddress(text);
  return address instanceof Wrong ? address : text;
}

export function postgresAddress(text: string): string | Wrong {
  const url = URL.parse(text);
  return url && /^postgres(ql)?:$/.test(url.protocol)
    ? text
    : new Wrong('of the form postgres://user:password@host:port/database');
}

/** Whether a proxy stands in front, or the addresses of those that do. */
export function trustProxy(text: string): boolean | string | Wrong {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.split(',').every((part) => isAddressRange(part.trim()))
    ? text
    : new Wrong('true, false, or a list of proxy addresses such as 10.0.0.0/8');
}

function isAddressRange(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function oneOf<W extends string>(...choices: readonly W[]): Read<W> {
  return (text) => choices.find((choice) => choice === text) ?? new Wrong(`one of ${choices.join(', ')}`);
}
