type Node = { [key: string]: unknown };

const SHARED = /^#\/components\/(responses|examples)\/(.+)$/;

/** The document with its shared answers and examples in every place that refers to them, as before src/http/openapi/shared-answers.ts. */
export function dereferenced<T extends object>(document: T): T {
  const { components } = document as unknown as { components: Record<string, Node> };
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const [, kind = '', name = ''] = SHARED.exec(String((node as Node).$ref)) ?? [];
    if (name) return copy(components[kind]?.[name]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value)]));
  };
  const kept = Object.entries(components).filter(([kind]) => kind !== 'responses' && kind !== 'examples');
  return { ...(copy(document) as T), components: copy(Object.fromEntries(kept)) };
}
