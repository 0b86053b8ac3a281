import { Invalid, type Read, textLike } from './setting.ts';

export const anyText: Read<string> = (text) => text;

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
export const displayName = textLike(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u, 'a name of at most 60 characters, in one line');

/** A colour. Every page writes it into its style, so nothing else may pass. In files `#` begins a comment: it may be absent. */
export function hexColor(text: string): string | Invalid {
  return /^#?[0-9a-f]{6}$/i.test(text)
    ? `#${text.toLowerCase().replace('#', '')}`
    : new Invalid('a colour of six hexadecimal digits, such as 4453c9');
}

/** A key that cannot be guessed: 32 characters at least. */
export const longKey = textLike(
  /^.{32}/s,
  'a secret text of at least 32 characters, such as 32 random bytes in base64',
);

export const mailAddress = textLike(
  /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
  'one plain mail address, such as notifications@example.com',
);

export function trueOrFalse(text: string): boolean | Invalid {
  return text === 'true' || text === 'false' ? text === 'true' : new Invalid('true or false');
}

export function wordList(text: string): string[] | Invalid {
  const list = text.split(/[\s,]+/).filter((word) => word !== '');
  return list.length > 0 ? list : new Invalid('a list of words, separated by commas');
}

export function wordOf<W extends string>(...choices: readonly W[]): Read<W> {
  return (text) => choices.find((choice) => choice === text) ?? new Invalid(`one of ${choices.join(', ')}`);
}
