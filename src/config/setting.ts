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

export type Read<T> = (text: string) => T | Invalid;

/** Text of this form, as it is. */
export const textLike =
  (form: RegExp, expected: string): Read<string> =>
  (text) =>
    form.test(text) ? text : new Invalid(expected);

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
