import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RecordedRequest } from './recorded-requests.ts';

/** What is compared of an answer. */
export type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Between two answers of a file: no line of an answer is empty. */
const SEPARATOR = '\n\n';

/** These headers differ from call to call. */
const VOLATILE_HEADERS = new Set(['date', 'ratelimit', 'content-length']);

/** The recorded answers of a group, each as `answerText` writes it. */
export function readRecorded(group: string): string[] {
  const file = fileOf(group);
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '').split(SEPARATOR) : [];
}

export function writeRecorded(group: string, answers: readonly string[]): void {
  writeFileSync(fileOf(group), `${answers.join(SEPARATOR)}\n`);
}

const fileOf = (group: string) => fileURLToPath(new URL(`./recorded-answers/${group}.txt`, import.meta.url));

/**
 * A request and its answer for a person to read. Two answers with the same text have the same status, headers and bytes. Most
 * long list elements are cut, for the size of the repository: a digest stands for the rest. `'whole'` cuts nothing, and has
 * the same lines otherwise.
 */
export function answerText(request: RecordedRequest, answer: Answer, length: 'cut' | 'whole'): string {
  const { method, url, sellerId, payload } = request;
  const elementText = length === 'cut' ? cutElement : textOfElement;
  return [
    `${method} ${url} ${sellerId ? `by ${sellerId}` : 'without a token'}`,
    ...(payload === undefined ? [] : [JSON.stringify(payload)]),
    `${answer.statusCode} ${headerText(answer.headers)}`,
    bodyText(withoutTimes(answer.body), elementText),
  ].join('\n');
}

const headerText = (headers: Record<string, unknown>) =>
  Object.entries(headers)
    .filter(([name]) => !VOLATILE_HEADERS.has(name))
    .map((header) => JSON.stringify(header))
    .sort()
    .join(' ');

/** The time of an answer, which differs from call to call. */
const withoutTimes = (body: string) => body.replace(/"(TimeOfFeesEstimation|date)":"[^"]*"/gi, '"$1":"now"');

type ElementText = (element: unknown, at: number) => string;

const textOfElement: ElementText = (element) => JSON.stringify(element);

/** The first elements of a list are whole, up to `MAX_WHOLE_CHARACTERS`. Of others the beginning says which ones they are. */
const WHOLE_ELEMENTS = 3;
const MAX_WHOLE_CHARACTERS = 1_500;
const MAX_CUT_CHARACTERS = 250;
const BEGINNING_CHARACTERS = 80;

const cutElement: ElementText = (element, at) => {
  const text = JSON.stringify(element);
  if (text.length <= (at < WHOLE_ELEMENTS ? MAX_WHOLE_CHARACTERS : MAX_CUT_CHARACTERS)) return text;
  return `${text.slice(0, BEGINNING_CHARACTERS)} ... ${text.length} characters, SHA-256 ${hash('sha256', text, 'base64url')}`;
};

/** JSON in lines when it has exactly the bytes of the body but for white space, otherwise the body as it is. */
function bodyText(body: string, elementText: ElementText): string {
  try {
    const value: unknown = JSON.parse(body);
    if (JSON.stringify(value) === body) return inLines(value, '', elementText);
  } catch {
    // It is no JSON.
  }
  return `as it is: ${body}`;
}

/** What is shorter stays on one line, and so do short fields side by side. */
const MAX_LINE_CHARACTERS = 200;

/** One line for each list element and for each long field outside of lists. */
function inLines(value: unknown, indent: string, elementText: ElementText): string {
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || text.length <= MAX_LINE_CHARACTERS) return text;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((one, at) => elementText(one, at))
    : sideBySide(
        Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inLines(one, inner, elementText)}`),
      );
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}${close}`;
}

/** Joins fields that fit on one line together. */
function sideBySide(fields: readonly string[]): string[] {
  const lines: string[] = [];
  for (const field of fields) {
    const last = lines.at(-1);
    const joined = `${last}, ${field}`;
    if (last === undefined || joined.includes('\n') || joined.length > MAX_LINE_CHARACTERS) lines.push(field);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
