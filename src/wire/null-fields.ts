/** The part of a JSON Schema that says which fields an object has. A TypeBox shape is one. */
type Shape = {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly items?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly type?: unknown;
};

/**
 * Removes every optional field of the shape whose value is null: null counts as absent (decision 35). A required field keeps
 * its null, so that the check after this names it. A field whose shape takes null keeps it, too: there it has a meaning of its own
 * (decision 48). Unknown fields stay as they are. Returns whether it removed one.
 */
export function dropNullFields(shape: object, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { properties, required = [], items } = valueShape(shape);
  let dropped = false;
  if (Array.isArray(value)) {
    if (typeof items !== 'object' || items === null) return false;
    for (const one of value) if (dropNullFields(items, one)) dropped = true;
    return dropped;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(properties ?? {})) {
    if (!Object.hasOwn(fields, name)) continue;
    if (fields[name] !== null) {
      if (dropNullFields(inner as object, fields[name])) dropped = true;
    } else if (!required.includes(name) && !takesNull(inner as Shape)) {
      delete fields[name];
      dropped = true;
    }
  }
  return dropped;
}

const takesNull = ({ anyOf = [] }: Shape): boolean => anyOf.some(({ type }) => type === 'null');

/** The shape of the values other than null. */
const valueShape = (shape: Shape): Shape =>
  (takesNull(shape) && shape.anyOf?.find(({ type }) => type !== 'null')) || shape;
