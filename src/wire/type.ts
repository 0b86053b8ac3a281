import type * as T from 'typebox';

type Shape = Readonly<Record<string, unknown>>;
/** The options of a schema, or only its description. */
type Options = Shape | string;

/** Not enumerable, so that it is in no document: only `Object` asks for it. */
const OPTIONAL = '~optional';

const optionsOf = (options?: Options): Shape | undefined =>
  typeof options === 'string' ? { description: options } : options;

const make =
  (type: string) =>
  (options?: Options): Shape => ({ type, ...optionsOf(options) });

const object = (properties: Readonly<Record<string, Shape>>, options?: Shape) => {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
};

const builder = {
  Null: make('null'),
  Boolean: make('boolean'),
  Integer: make('integer'),
  Number: make('number'),
  String: make('string'),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...optionsOf(options) }),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...optionsOf(options) }),
  Array: (items: Shape, options?: Options) => ({ type: 'array', items, ...optionsOf(options) }),
  Union: (anyOf: readonly Shape[], options?: Shape) => ({ anyOf, ...options }),
  Object: object,
  Record: (_key: Shape, values: Shape, options?: Shape) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
};

const own = {
  Time: (description: string) => builder.String({ format: 'date-time', description }),
  Named: (title: string, description: string, properties: Readonly<Record<string, Shape>>, options?: Shape) =>
    object(properties, { title, description, ...options }),
};

const optional = (shape: Shape) => Object.defineProperty({ ...shape }, OPTIONAL, { value: true });

/** `Optional.String(...)` is `Optional(String(...))`. */
const Optional = Object.assign(
  optional,
  Object.fromEntries(
    Object.entries({ ...builder, ...own }).map(([name, shapeOf]) => [
      name,
      (...given: never[]) => optional((shapeOf as (...given: never[]) => Shape)(...given)),
    ]),
  ),
);

/** TypeBox's functions with the description in place of the options. */
type Described = {
  Boolean(description: string): T.TBoolean;
  Integer(description: string): T.TInteger;
  Number(description: string): T.TNumber;
  String(description: string): T.TString;
  Literal<V extends T.TLiteralValue>(value: V, description: string): T.TLiteral<V>;
  Enum<V extends T.TEnumValue[]>(values: readonly [...V], description: string): T.TEnum<V>;
  Array<S extends T.TSchema>(items: S, description: string): T.TArray<S>;
};

type Own = {
  /** A time of RFC 3339. */
  Time(description: string): T.TString;
  /** An object with a name of its own in the document. */
  Named<P extends T.TProperties>(
    title: string,
    description: string,
    properties: P,
    options?: T.TObjectOptions,
  ): T.TObject<P>;
};

type Optionals = {
  Boolean(options: T.TSchemaOptions | string): T.TOptional<T.TBoolean>;
  Integer(options: T.TNumberOptions | string): T.TOptional<T.TInteger>;
  Number(options: T.TNumberOptions | string): T.TOptional<T.TNumber>;
  String(options: T.TStringOptions | string): T.TOptional<T.TString>;
  Time(description: string): T.TOptional<T.TString>;
  Enum<V extends T.TEnumValue[]>(values: readonly [...V], options: T.TSchemaOptions | string): T.TOptional<T.TEnum<V>>;
  Array<S extends T.TSchema>(items: S, options: T.TArrayOptions | string): T.TOptional<T.TArray<S>>;
  Object<P extends T.TProperties>(properties: P, options?: T.TObjectOptions): T.TOptional<T.TObject<P>>;
  Named<P extends T.TProperties>(title: string, description: string, properties: P): T.TOptional<T.TObject<P>>;
};

/**
 * TypeBox's builder of JSON Schemas with its types, and without its 370 files, which took a tenth of the time to start: the shapes need
 * only these functions, and nothing validates with TypeBox. Each makes the same schema (`test/http/openapi/type-builder.test.ts`).
 */
export const Type = { ...builder, ...own, Optional } as unknown as Described &
  Own & { Optional: Optionals } & Pick<typeof T.Type, keyof typeof builder | 'Optional'>;
