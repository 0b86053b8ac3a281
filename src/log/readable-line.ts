import { styleText } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const COLOURS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  trace: 'dim',
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};

/** JSON text as it is in one line: what others chose, such as a name, cannot move the cursor of the terminal. */
const shown = (value: unknown) =>
  typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);

/**
 * One line of the log as people read it on a terminal: the time, the level, what happened, and the fields. The stack of an error
 * follows on lines of its own. Text that is no log line, such as the banner, stays as it is.
 */
export function readableLine(line: string): string {
  const fields = fieldsOf(line);
  if (!fields) return line;
  const { time, level, msg, err, ...rest } = fields;
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const name = styleText(COLOURS[String(level)] ?? 'white', String(level).padEnd(5));
  const { text, others } =
    msg === 'request' || msg === 'answered' ? requestText(rest) : { text: String(msg), others: rest };
  const tail = Object.entries(others).map(([key, value]) => `${key}=${shown(value)}`);
  const parts = [styleText('dim', clock), name, text, ...(tail.length > 0 ? [styleText('dim', tail.join(' '))] : [])];
  return `${parts.join(' ')}${stackOf(err)}`;
}

/** The line of a request, the way access logs write it. */
function requestText({ method, route, status, durationMs, ...others }: Fields): { text: string; others: Fields } {
  const path = route === 'none' || route === 'unknown' ? 'unknown path' : route;
  return { text: `${method} ${path} ${status} in ${Number(durationMs).toFixed(1)} ms`, others };
}

function stackOf(error: unknown): string {
  if (error === undefined) return '';
  const stack = (error as { stack?: unknown } | null)?.stack;
  return `\n${String(typeof stack === 'string' ? stack : JSON.stringify(error)).replace(/^/gm, '    ')}`;
}

function fieldsOf(line: string): Fields | undefined {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}
