import { Fault } from '../../domain/fault.ts';

/** The names of a route's query parameters, by themselves and by their lower-case form. Built once per route. */
export type QueryNames = ReadonlyMap<string, string>;

export function queryNamesOf(schema: unknown): QueryNames {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return new Map(
    Object.keys(properties).flatMap((name) => [[name, name] as const, [name.toLowerCase(), name] as const]),
  );
}

/**
 * Query names match in any case (decision 2): returns the query with the names of the route's schema. One name in two casings
 * is one parameter given twice, in the order of the URL. Unknown names stay as they are.
 */
export function withSchemaNames(
  query: Record<string, unknown>,
  names: QueryNames,
  url: string,
): Record<string, unknown> {
  if (!hasOtherCasing(query, names)) return query;
  const renamed: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(query)) {
    const name = names.get(sent.toLowerCase()) ?? sent;
    renamed[name] = name in renamed ? valuesOf(name, url) : value;
  }
  return renamed;
}

/** On the path of every request: a name in the schema's casing is found without `toLowerCase`. */
function hasOtherCasing(query: Record<string, unknown>, names: QueryNames): boolean {
  for (const sent in query) {
    if (names.get(sent) === sent) continue;
    if (names.has(sent.toLowerCase())) return true;
  }
  return false;
}

/** All values of a parameter in the order of the URL. Fastify's query parser keeps the order only within one casing. */
function valuesOf(name: string, url: string): string[] {
  const sent = [...new URLSearchParams(url.slice(url.indexOf('?')))];
  return sent.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** Rejects what the query parser would take literally: `%zz`, and bytes that are not UTF-8. Paths have the same rule. */
export function mustBeDecodable(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || url.indexOf('%', start) < 0) return;
  try {
    decodeURIComponent(url.slice(start));
  } catch {
    throw new Fault('InvalidInput', {
      message: 'The query cannot be decoded.',
      details:
        'It holds a % that is not followed by two hexadecimal digits, or bytes that are not UTF-8. Write a literal % as %25.',
    });
  }
}
