/** A schema of the document, as far as types look at it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  not?: Schema;
  const?: unknown;
  'x-extensible-enum'?: string[];
};

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Names of built-in types. mypy takes one that stands before its own definition for the built-in. */
const BUILT_IN = new Set([
  'Exception',
  'Warning',
  'bytes',
  'dict',
  'float',
  'int',
  'list',
  'object',
  'set',
  'str',
  'type',
]);

const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text) && !text.startsWith('__');

/** Text that fits between quotes of a docstring. */
export const fieldOf = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");

/** Typed dictionaries for the schemas of the document. Objects inside get the name of the path to them. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #written = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) this.#define(name, schema);
  }

  resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolved(this.#schemas[name] ?? {});
  }

  /** `name` is that of an object which has none. `isGiven`: the caller passes it, so any sequence will do. */
  typeOf(schema: Schema, name: string, isGiven = false): string {
    const { $ref, enum: words, const: only, anyOf, oneOf, items, type } = schema;
    if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'Any';
    if (only !== undefined) return literal([only]);
    if (words !== undefined) return literal(words);
    const either = anyOf ?? oneOf;
    if (either !== undefined)
      return [...new Set(either.map((one, n) => this.typeOf(one, `${name}${n + 1}`, isGiven)))].join(' | ');
    if (Array.isArray(type))
      return [...new Set(type.map((one) => this.typeOf({ ...schema, type: one }, name, isGiven)))].join(' | ');
    switch (type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `${isGiven ? 'Sequence' : 'list'}[${this.typeOf(items ?? {}, `${name}Element`, isGiven)}]`;
      default:
        return this.#objectType(schema, name);
    }
  }

  #objectType(schema: Schema, name: string): string {
    const { type, properties, patternProperties, additionalProperties } = schema;
    if (properties !== undefined && Object.keys(properties).length > 0) {
      const own = schema.title !== undefined && !(schema.title in this.#schemas) ? schema.title : name;
      this.#define(own, schema);
      return own;
    }
    const [values] = Object.values(patternProperties ?? {});
    const value = values ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (value !== undefined) return `dict[str, ${this.typeOf(value, `${name}Value`)}]`;
    return type === 'object' ? 'dict[str, Any]' : 'Any';
  }

  #define(name: string, schema: Schema): void {
    if (this.#written.has(name)) return;
    // First: a type may refer to itself.
    this.#written.set(name, '');
    const { properties } = schema;
    const isObject = properties !== undefined && Object.keys(properties).length > 0 && schema.anyOf === undefined;
    this.#written.set(name, isObject ? this.#dictionary(name, schema) : this.#alias(name, schema));
  }

  #alias = (name: string, schema: Schema) =>
    // Words that are none of the known ones: plain text would keep mypy from telling the known ones apart.
    schema.not?.enum
      ? `\n${name} = NewType("${name}", str)\n`
      : `\n${name}: TypeAlias = "${this.typeOf(schema, `${name}Value`).replaceAll('"', "'")}"\n`;

  #dictionary(name: string, { properties = {}, required = [], description }: Schema): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeOf(schema, `${name}${field.charAt(0).toUpperCase()}${field.slice(1).replace(/\W/g, '')}`);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, about: schema.description };
    });
    if (fields.some(({ field }) => !isName(field))) {
      const entries = fields.map(({ field, type }) => `    "${field}": "${type.replaceAll('"', "'")}",\n`);
      return `\n${name} = TypedDict(\n    "${name}",\n    {\n${entries.map((one) => `    ${one}`).join('')}    },\n)\n`;
    }
    const title = description ? `    """${fieldOf(description).replace(/"$/, "'")}"""\n\n` : '';
    const lines = fields.map(
      ({ field, type, about }) => `${about ? `    #: ${about.replaceAll('\n', ' ')}\n` : ''}    ${field}: ${type}\n`,
    );
    return `\n\nclass ${name}(TypedDict):\n${title}${lines.join('')}`;
  }

  text(): string {
    const first = [...this.#written].filter(([name]) => BUILT_IN.has(name));
    const others = [...this.#written].filter(([name]) => !BUILT_IN.has(name));
    const texts = [...first, ...others].map(([, text]) => text);
    return `from __future__ import annotations\n\nfrom typing import Any, Literal, NewType, NotRequired, TypeAlias, TypedDict\n${texts.join('')}`;
  }
}

const literal = (values: readonly unknown[]) =>
  `Literal[${values.map((one) => (one === null ? 'None' : typeof one === 'boolean' ? (one ? 'True' : 'False') : JSON.stringify(one))).join(', ')}]`;
