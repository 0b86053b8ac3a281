type Response = { headers?: Record<string, object> };
type Operation = { deprecated?: boolean; responses: Record<string, Response> };
type Document = { paths: Record<string, Record<string, Operation>>; components: object };

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** The headers that many answers share. */
const headers = {
  'X-Request-Id': text(
    'Names this request in the log: quote it to the operator. The one that was sent, or a new one.',
    '4f7c',
  ),
  'RateLimit-Policy': text(
    'How many requests (`q`) are allowed in how many seconds (`w`).',
    '"burst";q=10;w=1, "sustained";q=120;w=60',
  ),
  RateLimit: text(
    'How many requests are left (`r`), and in how many seconds the window ends (`t`).',
    '"burst";r=9;t=1, "sustained";r=0;t=2',
  ),
  'Retry-After': {
    description: 'In how many seconds the same request may be sent again.',
    schema: { type: 'integer' },
    example: 2,
  },
  'X-Warning': text(
    'Query parameters that the operation does not know, and ignored; for fee estimates and destinations also fields of the body. ' +
      'Absent when there are none.',
    'unknown query parameters are ignored: limt (did you mean limit?); this operation has after, limit',
  ),
  'WWW-Authenticate': text(
    'The challenge: `Bearer` (RFC 6750 3), with `error="invalid_token"` when a token was sent and `error="insufficient_scope"` ' +
      'when it lacks a right; at the token endpoint `Basic` (RFC 6749 5.2).',
    'Bearer realm="seller-api"',
  ),
} as const;

/** Those of an operation whose withdrawal is announced (decision 34). */
const withdrawalHeaders = {
  Deprecation: text('Since when the operation is deprecated, in seconds since 1970 UTC (RFC 9745).', '@1798761600'),
  Sunset: text('From when on the operation may be gone (RFC 8594).', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  Link: text(
    'What to use instead, with `rel="deprecation"` and `rel="sunset"`.',
    '<https://api.example/docs/guides/fees>; rel="deprecation"; type="text/html"',
  ),
} as const;

type Name = keyof typeof headers | keyof typeof withdrawalHeaders;

/** Adds them to the answers that have them. Those that an answer documents itself stay. */
export function documentHeaders<T extends object>(document: T): T {
  const { paths, components } = document as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  for (const { path, responses, deprecated = false } of operations) {
    const isLimited = '429' in responses;
    for (const [status, response] of Object.entries(responses)) {
      const names = [...namesFor(status, isLimited), ...(deprecated ? withdrawalNames(status) : [])];
      if (isWarned(path, status)) names.push('X-Warning');
      const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
      response.headers = { ...Object.fromEntries(references), ...response.headers };
    }
  }
  const isAnyWithdrawn = operations.some(({ deprecated }) => deprecated);
  Object.assign(components, { headers: isAnyWithdrawn ? { ...headers, ...withdrawalHeaders } : headers });
  return document;
}

/** An answer that is given before the request is counted has no rate limit headers: 421, and 503 under overload. */
function namesFor(status: string, isLimited: boolean): Name[] {
  const names: Name[] = ['X-Request-Id'];
  if (isLimited && status !== '421' && status !== '503') names.push('RateLimit-Policy', 'RateLimit');
  if (status === '429' || status === '503') names.push('Retry-After');
  if (status === '401' || status === '403') names.push('WWW-Authenticate');
  return names;
}

/** OAuth ignores unknown parameters without a word (RFC 6749 3.1). Refusals that come before the query is read have no warning. */
const isWarned = (path: string, status: string) => !path.startsWith('/auth/v4/') && status <= '400';

/** A demo's 421 is given before the operation is known. */
const withdrawalNames = (status: string): Name[] => (status === '421' ? [] : ['Deprecation', 'Sunset', 'Link']);
