/** One line of the report. A `note` is worth knowing. A `problem` says what to do, and makes the command fail. */
export type Finding =
  | { readonly kind: 'ok' | 'note'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string; readonly mend: string };

export const ok = (text: string): Finding => ({ kind: 'ok', text });
export const note = (text: string): Finding => ({ kind: 'note', text });
export const problem = (text: string, mend: string): Finding => ({ kind: 'problem', text, mend });

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
    if (finding.kind === 'problem') say(`${INDENT}-> ${finding.mend.replaceAll(controls, '?')}`);
  }
  say('');
}
