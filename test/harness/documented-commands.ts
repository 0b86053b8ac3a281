/**
 * The commands that a document tells its reader to run: those of its `sh` blocks, and those in the cells of its tables. A
 * command that is marked is not run by the test: `# needs PostgreSQL`, `# takes minutes`, `# runs until you press Ctrl-C`
 * behind a command of a block, `*(takes minutes)*` in the row of a table.
 */
export type DocumentedCommand = { readonly line: number; readonly text: string; readonly isMarked: boolean };

const MARK_IN_BLOCK = / # .*\b(needs|takes|runs until) /;
const MARK_IN_TABLE = /\*\((needs|takes|runs until) [^)]+\)\*/;
const COMMAND_IN_CELL = /`((?:npm|npx|node|curl) [^`]+)`/g;
/** It needs arguments: without them a cell only names the command. */
const NAME_IN_CELL = /^npm run import$/;

export function commandsOf(markdown: string): DocumentedCommand[] {
  const commands: DocumentedCommand[] = [];
  let open: string[] | undefined;
  let language: string | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line);
    if (fence) {
      if (open !== undefined) throw new Error(`line ${index}: a command is not complete at the end of its block`);
      language = language === undefined ? fence[1] : undefined;
    } else if (language === 'sh') {
      open = [...(open ?? []), line];
      const text = open.join('\n');
      if (!isComplete(text)) continue;
      if (text.trim() !== '')
        commands.push({ line: index + 2 - open.length, text, isMarked: MARK_IN_BLOCK.test(text) });
      open = undefined;
    } else if (language === undefined && line.startsWith('|')) {
      for (const [, text = ''] of line.matchAll(COMMAND_IN_CELL)) {
        if (!NAME_IN_CELL.test(text)) commands.push({ line: index + 1, text, isMarked: MARK_IN_TABLE.test(line) });
      }
    }
  }
  return commands;
}

/** Whether the shell would run the text now, or wait for more: an open quote or parenthesis, or a line that goes on. */
function isComplete(text: string): boolean {
  let quote = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quote === "'") quote = letter === "'" ? '' : quote;
    else if (letter === '\\') at += 1;
    else if (letter === '"' || (letter === "'" && quote === '')) quote = letter === quote ? '' : letter;
    else if (letter === '#' && quote === '' && /\s/.test(text[at - 1] ?? ' ')) at = endOfLine(text, at);
    else if (letter === '(' && text[at - 1] === '$') depth += 1;
    else if (letter === ')' && depth > 0 && quote === '') depth -= 1;
  }
  return quote === '' && depth === 0 && !/(\\|\||&&)\s*$/.test(text);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
