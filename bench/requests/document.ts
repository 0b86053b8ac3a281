/**
 * The text with the section whose heading begins with `start` replaced, up to the next heading of the same or a higher level.
 * Throws when there is none.
 */
export function withSection(text: string, start: string, section: string): string {
  const lines = text.split('\n');
  const isStart = (line: string) => line === start || line.startsWith(`${start}:`);
  const from = lines.findIndex(isStart);
  if (from === -1) throw new Error(`The document has no heading "${start}".`);
  const level = /^#+/.exec(start)?.[0].length ?? 1;
  const length = lines.slice(from + 1).findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 7) <= level);
  const rest = length === -1 ? [] : lines.slice(from + 1 + length);
  return [...lines.slice(0, from), ...section.trimEnd().split('\n'), '', ...rest].join('\n');
}
