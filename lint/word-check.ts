import { names, type PrivateWord, sentences } from './words.ts';

type Text = { readonly line: number; readonly text: string };

const isComment = /^\s*(?:\/\*|\*(?:[\s/]|$)|\/\/)/;
const title = /^\s*(?:it|test|describe|suite|withEngines|onEngine)\((['"`])(.+?)\1[,)]/;

/** The comments of a program, each block as one text, its test titles, and the lines of code. */
function textsOf(program: string): { prose: Text[]; code: Text[] } {
  const prose: Text[] = [];
  const code: Text[] = [];
  let block: string[] = [];
  let begin = 0;
  const endBlock = () => {
    if (block.length > 0) prose.push({ line: begin, text: block.join(' ').trim() });
    block = [];
  };
  program.split('\n').forEach((text, index) => {
    const line = index + 1;
    if (isComment.test(text)) {
      if (text.includes('/*') || block.length === 0) {
        endBlock();
        begin = line;
      }
      block.push(text.replace(/^\s*(?:\/\*+|\*\/|\*|\/\/)\s?|\s*\*\/\s*$/g, ''));
      return;
    }
    endBlock();
    const at = text.indexOf(' // ');
    if (at >= 0) prose.push({ line, text: text.slice(at + 4) });
    code.push({ line, text: at >= 0 ? text.slice(0, at) : text });
    const found = title.exec(text)?.[2];
    if (found !== undefined) prose.push({ line, text: found });
  });
  endBlock();
  return { prose, code };
}

/** The paragraphs of a document, each as one text. */
const paragraphsOf = (document: string): Text[] => {
  let line = 1;
  return document.split(/\n(?=\n|[|#-])/).map((text) => {
    const paragraph = { line: line + (/^\n*/.exec(text)?.[0].length ?? 0), text: text.replaceAll('\n', ' ').trim() };
    line += text.split('\n').length;
    return paragraph;
  });
};

/** One expression for all words: most texts have none, and are read once. */
const anyOf = (words: readonly PrivateWord[]) => new RegExp(words.map(({ pattern }) => pattern.source).join('|'));
const anyName = anyOf(names);
const anySentence = anyOf(sentences);

const problemsIn = ({ line, text }: Text, words: readonly PrivateWord[]): string[] =>
  words.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${line}: "${found}". Write instead: ${instead}`];
  });

const inCode = (texts: readonly Text[]) =>
  texts.filter(({ text }) => anyName.test(text)).flatMap((one) => problemsIn(one, names));
const inProse = (texts: readonly Text[]) =>
  texts.filter(({ text }) => anySentence.test(text)).flatMap((one) => problemsIn(one, sentences));

/** The private words in a file: `line: "what was found". Write instead: ...`. */
export function privateWords(path: string, text: string): string[] {
  if (path.endsWith('.md')) return inProse(paragraphsOf(text));
  const { prose, code } = textsOf(text);
  return [...inCode(code), ...inProse(prose)];
}
