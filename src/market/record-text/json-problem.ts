// What may come next, as the message names it.
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

type JsonFault = { at: number; reason: string };

/**
 * Says why `JSON.parse` rejected the text that begins at this line and column. The messages of `JSON.parse` do not always name
 * the position, change with the engine, and quote the content. This one names the position and quotes nothing.
 */
export function jsonProblem(text: string, line = 1, column = 1): string {
  const fault = findFault(text);
  if (fault === undefined) return 'not JSON';
  const lineAt = text.lastIndexOf('\n', fault.at - 1) + 1;
  if (fault.at === 0 || lineAt === 0) return `not JSON: column ${column + fault.at}: ${fault.reason}`;
  const lineOfFault = line + text.slice(0, lineAt).split('\n').length - 1;
  return `not JSON: line ${lineOfFault}, column ${fault.at - lineAt + 1}: ${fault.reason}`;
}

/** Parses the text with a stack in place of recursion: a text can be a million brackets. */
function findFault(text: string): JsonFault | undefined {
  const closers: string[] = [];
  let expected = VALUE;
  let at = 0;
  const afterValue = () => {
    const closer = closers.at(-1);
    expected = closer === undefined ? NOTHING : closer === '}' ? COMMA_IN_OBJECT : COMMA_IN_LIST;
  };
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (at >= text.length)
      return expected === NOTHING ? undefined : { at, reason: `ends too early: expected ${expected}` };
    const character = text[at] as string;
    const expectsValue = expected === VALUE || expected === VALUE_OR_END;
    const expectsName = expected === NAME || expected === NAME_OR_END;
    if (character === '"' && (expectsValue || expectsName)) {
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      if (expectsName) expected = COLON;
      else afterValue();
      continue;
    }
    if (character === '{' && expectsValue) {
      closers.push('}');
      expected = NAME_OR_END;
    } else if (character === '[' && expectsValue) {
      closers.push(']');
      expected = VALUE_OR_END;
    } else if (character === ':' && expected === COLON) {
      expected = VALUE;
    } else if (character === ',' && (expected === COMMA_IN_LIST || expected === COMMA_IN_OBJECT)) {
      expected = expected === COMMA_IN_LIST ? VALUE : NAME;
    } else if (character === closers.at(-1) && expected.includes(`"${character}"`)) {
      closers.pop();
      afterValue();
    } else {
      SIMPLE_VALUE.lastIndex = at;
      if (!expectsValue || !SIMPLE_VALUE.test(text)) return { at, reason: `expected ${expected}` };
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

/** The offset after the quote that closes the string at `from`. */
function endOfString(text: string, from: number): number | JsonFault {
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
