/**
 * One line of the report. A `note` is worth knowing. A `problem` says what to do (`mend`, as in the released JSON), and makes the command
 * fail.
 */
export type Finding =
  | { readonly kind: 'ok' | 'note'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string; readonly mend: string };

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

/** The findings among candidates of which some do not apply. */
export const found = (...candidates: readonly (Finding | readonly Finding[] | false | undefined)[]): Finding[] =>
  candidates.flatMap((one) => one || []);

/** The findings about one subject. */
export type Section = { readonly title: string; readonly findings: readonly Finding[] };

export type Say = (line: string) => void;

const marks = { ok: '  ok       ', note: '  -        ', problem: '  PROBLEM  ' };
const INDENT = '           ';

/** Names and ids that others chose may hold characters that control a terminal, or the direction of text. */
const controls = /[\p{Cc}\p{Cf}]/gu;

export function print(kind: Finding['kind'], text: string, say: Say, indent = INDENT): void {
  const [first = '', ...rest] = text.split('\n').map((line) => line.replaceAll(controls, '?'));
  say(`${marks[kind]}${first}`);
  for (const line of rest) say(`${indent}${line}`);
}

export function printSection({ title, findings }: Section, say: Say): void {
  say(title);
  for (const finding of findings) {
    print(finding.kind, finding.text, say);
    if (finding.kind !== 'problem') continue;
    const { mend: remedy } = finding;
    say(`${INDENT}-> ${remedy.replaceAll(controls, '?')}`);
  }
  say('');
}
