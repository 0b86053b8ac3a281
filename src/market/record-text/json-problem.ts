/** What may come next, in the words of the message. */
const VALUE = 'a value';
const VALUE_OR_END = 'a value or "]"';
const NAME = 'a name in quotes';
const NAME_OR_END = 'a name in quotes or "}"';
const COLON = '":"';
const COMMA_IN_LIST = '"," or "]"';
const COMMA_IN_OBJECT = '"," or "}"';
const NOTHING = 'nothing more';

const SIMPLE_VALUE = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Fault = { at: number; reason: string };

/**
 * Why `JSON.parse` refused the text that begins at this line and column. Its own messages name the place only now and then, change with
 * the engine, and quote the content. Quotes nothing: the place is enough to find it.
 */
export function jsonProblem(text: string, line = 1, column = 1): string {
  const fault = findFault(text);
  if (fault === undefined) return 'not JSON';
  const lineAt = text.lastIndexOf('\n', fault.at - 1) + 1;
  if (fault.at === 0 || lineAt === 0) return `not JSON: column ${column + fault.at}: ${fault.reason}`;
  const lineOfFault = line + text.slice(0, lineAt).split('\n').length - 1;
  return `not JSON: line ${lineOfFault}, column ${fault.at - lineAt + 1}: ${fault.reason}`;
}

/** Goes through the text as a parser would, with a list in place of recursion: a text can be a million brackets. */
function findFault(text: string): Fault | undefined {
  const closers: string[] = [];
  let wanted = VALUE;
  let at = 0;
  const afterValue = () => {
    const closer = closers.at(-1);
    wanted = closer === undefined ? NOTHING : closer === '}' ? COMMA_IN_OBJECT : COMMA_IN_LIST;
  };
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (at >= text.length) return wanted === NOTHING ? undefined : { at, reason: `ends too early: expected ${wanted}` };
    const character = text[at] as string;
    const wantsValue = wanted === VALUE || wanted === VALUE_OR_END;
    const wantsName = wanted === NAME || wanted === NAME_OR_END;
    if (character === '"' && (wantsValue || wantsName)) {
      const end = endOfText(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      if (wantsName) wanted = COLON;
      else afterValue();
      continue;
    }
    if (character === '{' && wantsValue) {
      closers.push('}');
      wanted = NAME_OR_END;
    } else if (character === '[' && wantsValue) {
      closers.push(']');
      wanted = VALUE_OR_END;
    } else if (character === ':' && wanted === COLON) {
      wanted = VALUE;
    } else if (character === ',' && (wanted === COMMA_IN_LIST || wanted === COMMA_IN_OBJECT)) {
      wanted = wanted === COMMA_IN_LIST ? VALUE : NAME;
    } else if (character === closers.at(-1) && wanted.includes(`"${character}"`)) {
      closers.pop();
      afterValue();
    } else {
      SIMPLE_VALUE.lastIndex = at;
      if (!wantsValue || !SIMPLE_VALUE.test(text)) return { at, reason: `expected ${wanted}` };
      at = SIMPLE_VALUE.lastIndex;
      afterValue();
      continue;
    }
    at++;
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** Just past the quote that closes the one at `from`. */
function endOfText(text: string, from: number): number | Fault {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return { at, reason: 'a line break or control character inside a text' };
    if (code !== 92) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return { at, reason: 'a backslash that escapes nothing' };
    at = ESCAPE.lastIndex - 1;
  }
  return { at: from, reason: 'a text that is not closed' };
}
