/**
 * One line of the report. A `note` is worth knowing. A `problem` says what to do (`mend`, as in the released JSON), and makes the command
 * fail.
 */
export type Finding = (
  | { readonly kind: 'ok' | 'note'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string; readonly mend: string }
) & {
  /** What ends, such as a certificate, and when (ISO 8601). */
  readonly ends?: { readonly name: string; readonly at: string };
};

type Sentence = (parts: readonly string[], ...values: readonly (string | number)[]) => Finding;

export const ok: Sentence = (parts, ...values) => ({ kind: 'ok', text: joined(parts, values) });
export const note: Sentence = (parts, ...values) => ({ kind: 'note', text: joined(parts, values) });

const ARROW = ' -> ';

/** A problem and its remedy, as they are printed: `text -> remedy`. Only the literal parts are split: values may have an arrow. */
export const problem: Sentence = (parts, ...values) => {
  const at = parts.findIndex((part) => part.includes(ARROW));
  const [before = '', after = ''] = parts[at]?.split(ARROW) ?? [];
  const text = joined([...parts.slice(0, at), before], values.slice(0, at));
  return { kind: 'problem', text, mend: joined([after, ...parts.slice(at + 1)], values.slice(at)) };
};

const joined = (raw: readonly string[], values: readonly unknown[]): string => String.raw({ raw }, ...values);

/** What a judge returns: findings, and among them what does not apply. */
export type Findings = Finding | false | undefined | Findings[];

export const found = (findings: Findings): Finding[] =>
  Array.isArray(findings) ? findings.flatMap(found) : findings ? [findings] : [];

export type Say = (line: string) => void;

type Printed = { readonly kind: Finding['kind']; readonly text: string; readonly mend?: string };

const marks = { ok: '  ok       ', note: '  -        ', problem: '  PROBLEM  ' };

/** Names and ids that others chose may hold characters that control a terminal, or the direction of text. */
const controls = /[\p{Cc}\p{Cf}]/gu;

export function print({ kind, text, mend: remedy }: Printed, say: Say, indent = '           '): void {
  const lines = [...text.split('\n'), ...(remedy === undefined ? [] : [`-> ${remedy}`])];
  for (const [i, line] of lines.entries()) say(`${i === 0 ? marks[kind] : indent}${line.replaceAll(controls, '?')}`);
}

/** 4.2 GB, 12.5 MB. */
export const megabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e5) / 10} MB`;

/** A duration for people: 40 s, 12 minutes, 5 hours, 3 days. */
export function span(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
