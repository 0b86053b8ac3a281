/** The JavaScript or Python of a document, as a reader would run it. */
export type CodeBlock = {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The lines between the block before and this one, without empty ones. */
  readonly isDirectlyBehind: boolean;
};

/** A block with such a comment needs what a test does not have, like the commands of documented-commands.ts. */
const MARK = /(?:\/\/|#) .*\b(needs|takes|runs until) /;

/** `console.log(...); // what it prints`. In what is printed, `...` stands for any text. */
const EXPECTED = /^( *)(console\.log\(.*\);) \/\/ (.+)$/;

/** The same in Python: `print(...)  # what it prints`. */
const EXPECTED_IN_PYTHON = /^( *)(print\(.*\)) {2}# (.+)$/;

export function blocksOf(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; lines: string[]; isDirectlyBehind: boolean } | undefined;
  let isBetween = true;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line);
    if (fence && open) {
      const { lines, ...rest } = open;
      blocks.push({ ...rest, text: lines.join('\n') });
      open = undefined;
      isBetween = false;
    } else if (fence) {
      open = { line: index + 2, language: fence[1] ?? '', lines: [], isDirectlyBehind: !isBetween };
    } else if (open) open.lines.push(line);
    else if (line.trim() !== '') isBetween = true;
  }
  return blocks;
}

const isMarked = ({ text }: CodeBlock): boolean => MARK.test(text);

const isProgram = ({ language, text }: CodeBlock) =>
  language === 'js' && text.startsWith('import ') && text.includes('createClient(');

/** The complete programs of a page that shows several, each with the output that a `text` block directly behind it shows. */
export function programsOf(markdown: string): { line: number; text: string; output: string }[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap((block, n) => {
    const next = blocks[n + 1];
    const output = next?.language === 'text' && next.isDirectlyBehind ? `${next.text}\n` : '';
    return isProgram(block) ? [{ line: block.line, text: `${block.text}\n`, output }] : [];
  });
}

/**
 * One module of all JavaScript of a guide, whose blocks build on each other. Its lines have the numbers of the guide's lines. It calls
 * `expectNext(line, text)` before a `console.log` behind which the guide shows what is printed.
 */
export const moduleOf = (guide: string): string => joined(guide, (block) => !isMarked(block));

/** The same of a page of complete programs: the first of them, and the blocks that only go on from it. */
export function moduleOfSnippets(page: string): string {
  const [first] = blocksOf(page).filter(isProgram);
  return joined(page, (block) => !isMarked(block) && (block.line === first?.line || !isProgram(block)));
}

/** The same of all Python of a guide. It calls `expectNext` before a `print`. */
export const pythonModuleOf = (guide: string): string => joined(guide, (block) => !isMarked(block), 'python');

function joined(markdown: string, isWanted: (block: CodeBlock) => boolean, language: 'js' | 'python' = 'js'): string {
  const lines = markdown.split('\n').map(() => '');
  const pattern = language === 'js' ? EXPECTED : EXPECTED_IN_PYTHON;
  for (const { line, text } of blocksOf(markdown).filter((block) => block.language === language && isWanted(block))) {
    for (const [n, code] of text.split('\n').entries()) {
      const [, indent, call, shown] = pattern.exec(code) ?? [];
      const expected = `${indent}expectNext(${line + n}, ${JSON.stringify(shown)}); ${call}`;
      lines[line - 1 + n] = shown === undefined ? code : expected;
    }
  }
  return lines.join('\n');
}

/** Whether the text is what a document shows, in which `...` stands for any text. */
export function isAsShown(text: string, shown: string): boolean {
  const pattern = shown.split('...').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^]*')}$`).test(text);
}
