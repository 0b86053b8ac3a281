/** Documents a successful answer with its own example, for a shape that several answers share. */
export const successOf = (schema: object, description: string, example: unknown, headers?: Record<string, object>) =>
  successWith(schema, description, { Success: example }, headers);

/** The same with several examples, by name. */
export function successWith(
  schema: object,
  description: string,
  examples: Readonly<Record<string, unknown>>,
  headers?: Record<string, object>,
) {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema, examples: Object.fromEntries(values) } },
  };
}
