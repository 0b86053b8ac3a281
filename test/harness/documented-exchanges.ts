/** A request of a guide and the answer that the guide shows, which may leave out fields and elements. */
export type DocumentedExchange = {
  line: number;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  /** The client that asks; the demo seller's, unless the request names another. */
  client: string;
  body?: unknown;
  answer: unknown;
};

/**
 * The exchanges of a guide: each block of HTTP is followed by a block of JSON, maybe with the same in JavaScript and in Python in between. A request is a request line, which
 * indented lines continue, maybe `Authorization: Bearer <token of CLIENT>`, and maybe an empty line with a JSON body.
 */
export function exchangesOf(page: string): DocumentedExchange[] {
  return [
    ...page.matchAll(
      /^```http\n([\s\S]*?)^```\n(?:\n```js\n[\s\S]*?^```\n)?(?:\n```python\n[\s\S]*?^```\n)?([\s\S]*?)(?=^```)(?:^```json\n([\s\S]*?)^```$)?/gm,
    ),
  ].map((found) => {
    const [, request = '', , answer] = found;
    const line = page.slice(0, found.index).split('\n').length;
    if (answer === undefined) throw new Error(`line ${line}: no JSON follows the request`);
    const [lines = '', ...rest] = request.split('\n\n');
    const head = lines.replace(/\n +/g, '');
    const [, method, url = ''] = /^(GET|POST|PUT) (\S+)/.exec(head) ?? [];
    const client = /^Authorization: Bearer <token of (\w+)>$/m.exec(head)?.[1] ?? 'demoseller';
    const body = rest.join('').trim();
    return {
      ...{ line, method: method as DocumentedExchange['method'], url, client, answer: JSON.parse(answer) },
      ...(body && { body: JSON.parse(body) }),
    };
  });
}

/**
 * The paths at which the documented value says something that the answer does not. Fields may be missing in the document, and
 * elements of lists, but not their order.
 */
export function contradictions(documented: unknown, answer: unknown, path = ''): string[] {
  if (Array.isArray(documented) && Array.isArray(answer)) {
    let from = 0;
    return documented.flatMap((one, n) => {
      const at = answer.findIndex((other, k) => k >= from && contradictions(one, other).length === 0);
      if (at >= 0) from = at + 1;
      return at >= 0 ? [] : [`${path}[${n}]: ${JSON.stringify(one)} is not in ${JSON.stringify(answer)}`];
    });
  }
  if (isObject(documented) && isObject(answer)) {
    return Object.entries(documented).flatMap(([name, one]) => contradictions(one, answer[name], `${path}.${name}`));
  }
  return documented === answer ? [] : [`${path}: ${JSON.stringify(documented)}, answered ${JSON.stringify(answer)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
