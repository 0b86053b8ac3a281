/** The names a route's query has, by their lower-case form. Built once per route, at start. */
export type QueryNames = ReadonlyMap<string, string>;

export function queryNamesOf(schema: unknown): QueryNames {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
}

/**
 * Query names match in any case (decision 2): gives the query back under the names of the route's shape. The same
 * name in two casings is the same parameter given twice. Names the route does not know stay as they are.
 */
export function underKnownNames(query: Record<string, unknown>, names: QueryNames): Record<string, unknown> {
  let renamed: Record<string, unknown> | undefined;
  for (const sent in query) {
    const known = names.get(sent.toLowerCase());
    if (known === undefined || known === sent) continue;
    renamed ??= { ...query };
    renamed[known] = known in renamed ? [renamed[known], renamed[sent]].flat() : renamed[sent];
    delete renamed[sent];
  }
  return renamed ?? query;
}
