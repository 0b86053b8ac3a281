import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LightMyRequestResponse } from 'fastify';
import type { RecordedRequest } from './recorded-requests.ts';

/** Between two answers of a file. Bodies never hold it: JSON escapes line breaks. */
const SEPARATOR = '\n\n--------\n\n';

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

/** A request and its answer for a person to read. Two answers with the same text have the same status, headers and bytes. */
export function answerText(request: RecordedRequest, answer: LightMyRequestResponse): string {
  const { method, url, sellerId, payload } = request;
  return [
    `${method} ${url}`,
    `seller: ${sellerId || 'none'}`,
    ...(payload === undefined ? [] : [`payload: ${JSON.stringify(payload)}`]),
    '',
    String(answer.statusCode),
    headerText(answer.headers),
    '',
    bodyText(withoutTimes(answer.body)),
  ].join('\n');
}

const headerText = (headers: Record<string, unknown>) =>
  Object.entries(headers)
    .filter(([name]) => !VOLATILE_HEADERS.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort()
    .join('\n');

/** The time of an answer, which differs from call to call. */
const withoutTimes = (body: string) => body.replace(/"(TimeOfFeesEstimation|date)":"[^"]*"/gi, '"$1":"now"');

/** Long bodies are cut here, for the size of the repository. A digest stands for the rest. */
const MAX_BODY_LINES = 250;
/** A value of up to `MAX_INLINE_CHARACTERS` stays on one line. */
const MAX_INLINE_CHARACTERS = 100;

function bodyText(body: string): string {
  const lines = readable(body).split('\n');
  if (lines.length <= MAX_BODY_LINES) return lines.join('\n');
  const rest = `... ${lines.length - MAX_BODY_LINES} more lines; SHA-256 of the whole body: ${hash('sha256', body)}`;
  return [...lines.slice(0, MAX_BODY_LINES), rest].join('\n');
}

/** Indented JSON when it has exactly the bytes of the body but for white space, otherwise the body as it is. */
function readable(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (JSON.stringify(value) === body) return indented(value, '');
  } catch {
    // It is no JSON.
  }
  return `as it is: ${body}`;
}

function indented(value: unknown, indent: string): string {
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || text.length <= MAX_INLINE_CHARACTERS) return text;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map((one) => `${inner}${indented(one, inner)}`)
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${indented(one, inner)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
