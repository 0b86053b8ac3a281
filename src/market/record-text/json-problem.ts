type JsonFault = { at: number | undefined; reason: string };

/** The search for a position parses half of the text again and again, about 15 times: longer texts would take too long. */
const MAX_SEARCHED_CHARACTERS = 16_384;

/**
 * Says why `JSON.parse` rejects the text that begins at this line and column. The messages of `JSON.parse` name the position of
 * most faults. For the others they quote the content, which does not belong in a report: those messages are not used.
 */
export function jsonProblem(text: string, line = 1, column = 1): string {
  const fault = findFault(text);
  if (fault === undefined) return 'not JSON';
  const { at, reason } = fault;
  if (at === undefined) return `not JSON: ${reason}`;
  const lineAt = text.lastIndexOf('\n', at - 1) + 1;
  if (at === 0 || lineAt === 0) return `not JSON: column ${column + at}: ${reason}`;
  const lineOfFault = line + text.slice(0, lineAt).split('\n').length - 1;
  return `not JSON: line ${lineOfFault}, column ${at - lineAt + 1}: ${reason}`;
}

/** Undefined for a text that is JSON. */
function findFault(text: string): JsonFault | undefined {
  const message = messageOf(text);
  if (message === undefined) return undefined;
  if (message === END_OF_TEXT) return { at: text.length, reason: 'unexpected end' };
  const { reason, at } = WITH_POSITION.exec(message)?.groups ?? {};
  if (reason === undefined || at === undefined) return { at: unexpectedAt(text), reason: 'unexpected character' };
  return { at: Number(at), reason: reason[0]?.toLowerCase() + reason.slice(1) };
}

const END_OF_TEXT = 'Unexpected end of JSON input';
/** Expected ':' after property name in JSON at position 5 (line 1 column 6) */
const WITH_POSITION = /^(?<reason>[^"]+?)(?: in JSON)? at position (?<at>\d+)/;

/** The offset of a character that the parser rejects without naming its position: the longest text before it lacks only its end. */
function unexpectedAt(text: string): number | undefined {
  if (text.length > MAX_SEARCHED_CHARACTERS) return undefined;
  let incomplete = 0;
  let wrong = text.length;
  while (wrong - incomplete > 1) {
    const middle = (incomplete + wrong) >>> 1;
    const message = messageOf(text.slice(0, middle));
    if (message === undefined || message === END_OF_TEXT || WITH_POSITION.test(message)) incomplete = middle;
    else wrong = middle;
  }
  return incomplete;
}

function messageOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
