type Node = { [key: string]: unknown };

/**
 * Moves every shape with a `title` to `components` and refers to it, so that generated clients have one `Money` and not forty
 * anonymous copies. (A `$id` on the shape would also do it, but breaks a route that uses the shape twice.) Throws when two
 * different shapes have one title.
 */
export function nameShapes(document: unknown): object {
  const { node, schemas } = collectShapes(document, '#/components/schemas/');
  const { components, ...rest } = node as { components?: Node };
  return { ...rest, components: { ...components, schemas } };
}

/** Replaces every shape with a `title` by a reference: `place` and the title. The shapes, by title, in order. */
export function collectShapes(document: unknown, place: string): { node: unknown; schemas: Node } {
  const schemas: Node = {};
  const texts = new Map<string, string>();

  const named = (node: unknown, areProperties = false): unknown => {
    if (Array.isArray(node)) return node.map((one) => named(one));
    if (typeof node !== 'object' || node === null) return node;
    const copy: Node = {};
    // A property may be called `examples`, too.
    for (const [key, value] of Object.entries(node))
      copy[key] = isData(key) && !areProperties ? value : named(value, key === 'properties' && !areProperties);
    if (areProperties) return copy;
    // What is documented but not validated, because the handler checks it with words of its own.
    Object.assign(copy, copy['x-documented']);
    delete copy['x-documented'];
    if (isStringEnum(copy.enum)) copy.type ??= 'string';
    const title = (node as Node).title;
    if (typeof title !== 'string' || !isShape(node as Node)) return copy;
    const text = JSON.stringify(node);
    if ((texts.get(title) ?? text) !== text) throw new Error(`two different shapes are titled ${title}`);
    texts.set(title, text);
    schemas[title] = copy;
    return { $ref: `${place}${title}` };
  };

  const node = named(document);
  return { node, schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Adds the type of an `enum` of strings, which not every client generator infers. */
const isStringEnum = (values: unknown) => Array.isArray(values) && values.every((value) => typeof value === 'string');

const isData = (key: string) => key === 'example' || key === 'examples' || key === 'default' || key === 'enum';

const isShape = (node: Node) => 'type' in node || 'anyOf' in node || 'allOf' in node || 'enum' in node;
