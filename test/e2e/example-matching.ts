/** Members whose values are new in every answer: only their type is compared. */
const NEW_EACH_TIME = new Set([
  ...['access_token', 'client_id', 'client_id_issued_at', 'client_secret', 'secret', 'publicKey'],
  ...['createdTimestamp', 'lastModifiedTimestamp', 'durationMs', 'expires_in', 'etag', 'x-request-id', 'RequestId'],
  ...['HeldMilliseconds', 'ObservedMilliseconds', 'OnSaleMilliseconds'],
]);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const NEW_ID = /^(ch|dlv|ntf|pc)_(?!0{20})[\w-]+$/;
const ID = /^(ch|dlv|ntf|pc)_[\w-]+$/;
const HANDLE = /^(dlv_\w+)\.\.?[\w-]+$/;
const LOCAL = /^http:\/\/127\.0\.0\.1:\d+/;

/** Where an answer differs from a documented example; undefined when it does not. */
export function difference(example: unknown, answer: unknown, at = ''): string | undefined {
  if (Array.isArray(example) || Array.isArray(answer)) {
    if (!Array.isArray(example) || !Array.isArray(answer) || example.length !== answer.length)
      return differ(at, answer);
    return first(example.map((one, n) => difference(one, answer[n], `${at}[${n}]`)));
  }
  if (isObject(example) && isObject(answer)) {
    const names = [...new Set([...Object.keys(example), ...Object.keys(answer)])];
    return first(names.map((name) => member(name, example[name], answer[name], `${at}.${name}`)));
  }
  return normal(example) === normal(answer) ? undefined : differ(at, answer);
}

function member(name: string, example: unknown, answer: unknown, at: string): string | undefined {
  if (NEW_EACH_TIME.has(name) && typeof example === typeof answer && answer !== '') return undefined;
  // Grows with every minute of the day.
  if (at.endsWith('.Total.Share') && typeof answer === 'number') return undefined;
  if (typeof example === 'string' && NEW_ID.test(example) && ID.test(String(answer))) return undefined;
  return difference(example, answer, at);
}

/** Times, the random part of a handle and the ports of this machine differ in every run. */
function normal(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (TIME.test(value)) return 'a time';
  if (DATE.test(value)) return 'a date';
  return value.replace(HANDLE, '$1').replace(LOCAL, 'http://127.0.0.1');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const differ = (at: string, answer: unknown) => `${at} is ${JSON.stringify(answer)}`;

const first = (found: (string | undefined)[]) => found.find((one) => one !== undefined);
