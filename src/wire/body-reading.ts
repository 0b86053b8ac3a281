import type { Problem } from '../domain/fault.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { readWord } from '../domain/vocabulary.ts';

/** A free-form JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_PROBLEMS = 20;

/**
 * Reads a free-form body (decision 26) field by field and collects all problems, so that a caller can correct them at once.
 * The methods return undefined for a value that is not valid. Problems never quote a value: it may be a secret.
 */
export class BodyReading {
  readonly #problems: Problem[] = [];

  /** All problems so far. */
  get problems(): readonly Problem[] {
    return this.#problems.slice(0, MAX_PROBLEMS);
  }

  wrong(field: string, rule: string): undefined {
    this.#problems.push({ message: `${field} is not valid.`, details: `${field} ${rule}.` });
  }

  missing(field: string, about: string): undefined {
    this.#problems.push({ message: `${field} is required.`, details: `${field} is missing. ${about}` });
  }

  object(value: unknown, field: string): Fields | undefined {
    if (isFields(value)) return value;
    return this.wrong(field, `must be an object, not ${kindOf(value)}`);
  }

  /** `problemOf` describes what else is wrong with the text. */
  text(value: unknown, field: string, problemOf: (text: string) => string | undefined): string | undefined {
    if (typeof value !== 'string') return this.wrong(field, `must be a string, not ${kindOf(value)}`);
    const problem = problemOf(value);
    return problem === undefined ? value : this.wrong(field, problem);
  }

  /** A whole number; the default where there is none. */
  integer(value: unknown, field: string, [least, most]: readonly [number, number], absent: number): number {
    if (value === undefined) return absent;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    const not = typeof value === 'number' ? '' : `, not ${kindOf(value)}`;
    this.wrong(field, `must be an integer from ${least} to ${most}${not}`);
    return absent;
  }

  /** One of `words`, in any case (decision 2). */
  word<W extends string>(value: unknown, field: string, words: readonly W[]): W | undefined {
    const word = typeof value === 'string' ? readWord(words, value) : undefined;
    if (word !== undefined) return word;
    const meant = typeof value === 'string' ? nearestName(value, words) : undefined;
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    return this.wrong(field, `must be one of ${words.join(', ')}${hint}`);
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A text for people: its length in characters, and no control characters. */
export const readableText = (least: number, most: number) => (text: string) => {
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  const characters = Array.from(text).length;
  if (characters >= least && characters <= most) return undefined;
  return least === 0 ? `must have at most ${most} characters` : `must have ${least} to ${most} characters`;
};

/**
 * Invisible characters: they reverse the text around them (bidirectional controls), break the line, or hide in it. U+200C, U+200D and
 * variation selectors join letters and emoji, so names have them.
 */
const INVISIBLE = /[\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A name that people read in lists, messages and logs: a readable text that looks like what it is. */
export const plainName = (least: number, most: number) => (text: string) => {
  const problem = readableText(least, most)(text);
  if (problem !== undefined) return problem;
  const [found] = INVISIBLE.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `must not contain characters that are invisible or change the direction of text: remove U+${code}`;
};
