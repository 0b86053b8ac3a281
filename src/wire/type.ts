import type { Type as TypeBox } from 'typebox';

type Shape = Readonly<Record<string, unknown>>;

/** Not enumerable, so that it is in no document: only `Object` asks for it. */
const OPTIONAL = '~optional';

const make =
  (type: string) =>
  (options?: Shape): Shape => ({ type, ...options });

const builder = {
  Null: make('null'),
  Boolean: make('boolean'),
  Integer: make('integer'),
  Number: make('number'),
  String: make('string'),
  Literal: (value: unknown, options?: Shape) => ({ type: typeof value, const: value, ...options }),
  Enum: (values: readonly unknown[], options?: Shape) => ({ enum: values, ...options }),
  Array: (items: Shape, options?: Shape) => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly Shape[], options?: Shape) => ({ anyOf, ...options }),
  Optional: (shape: Shape) => Object.defineProperty({ ...shape }, OPTIONAL, { value: true }),
  Object: (properties: Readonly<Record<string, Shape>>, options?: Shape) => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
  Record: (_key: Shape, values: Shape, options?: Shape) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
};

/**
 * TypeBox's builder of JSON Schemas with its types, and without its 370 files, which took a tenth of the time to start: the shapes need
 * only these functions, and nothing validates with TypeBox. Each makes the same schema (`test/http/openapi/type-builder.test.ts`).
 */
export const Type = builder as unknown as Pick<typeof TypeBox, keyof typeof builder>;
