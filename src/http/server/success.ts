/** Documents a successful answer with its own example, for a shape that several answers share. */
export function successOf(schema: object, description: string, example: unknown, headers?: Record<string, object>) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema, examples: { Success: { value: example } } } },
  };
}
