/** Blocks and lines that are nothing but a comment. A block must not contain the end of another one: code may stand between them. */
const block = /^[ \t]*\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*$/gm;
const line = /^[ \t]*\/\/.*$/gm;

/**
 * Without comments: they are a fifth of what browsers would load. Comments behind code stay, because only a parser tells them from a
 * text or a pattern. For the same reason no line of a template may begin like a comment. Every line keeps its number.
 */
export function withoutComments(text: string): string {
  const emptied = (found: string) => '\n'.repeat(found.split('\n').length - 1);
  return text
    .replace(block, emptied)
    .replace(line, '')
    .replace(/[ \t]+$/gm, '');
}
