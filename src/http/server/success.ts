/** How a successful answer is documented whose shape other answers have, too: each with an example of its own. */
export function successOf(schema: object, description: string, example: unknown, headers?: Record<string, object>) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema, examples: { Success: { value: example } } } },
  };
}
