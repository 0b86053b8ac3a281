import { ID_RULE, SKU_RULE } from '../../ids.ts';
import { TIME_RULE } from '../../time.ts';

type FieldType =
  | 'id'
  | 'sku'
  | 'text'
  | 'word'
  | 'money'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'time'
  | 'object'
  | 'list'
  | 'map'
  | 'json';

/** A `key` field is required, too. A delete needs only the key fields. */
export type FieldNeed = 'key' | 'required' | 'optional';

/**
 * One field of a record, described once for the check, the CSV columns, the guide and the OpenAPI document. The checks
 * take the field as an argument, so that they enforce exactly what the documents say. All fields have the same properties
 * in the same order, which lets V8 read them as fast as constants.
 */
export type Field<N extends FieldNeed = FieldNeed, W extends string = string> = {
  readonly name: string;
  readonly type: FieldType;
  readonly need: N;
  readonly description: string;
  readonly example: unknown;
  /** The rule for values: the end of the sentence "must be ...". */
  readonly rule: string;
  readonly words: readonly W[];
  /** Bounds of a number, of the characters of a text, or of the elements of a list or map. */
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
  /** The fields of an object. */
  readonly fields: readonly Field[];
  /** One element of a list or map. */
  readonly element: Field | undefined;
  /** The field that this one replaces, for a record that has one of them; empty for most fields. */
  readonly insteadOf: string;
};

type Extra<W extends string> = Partial<
  Pick<Field<FieldNeed, W>, 'words' | 'min' | 'max' | 'decimals' | 'fields' | 'element' | 'insteadOf'>
>;

function field<N extends FieldNeed, W extends string>(
  type: FieldType,
  name: string,
  need: N,
  description: string,
  example: unknown,
  rule: string,
  extra: Extra<W> = {},
): Field<N, W> {
  const { words = [], min = 0, max = 0, decimals = 0, fields = [], element, insteadOf = '' } = extra;
  return { name, type, need, description, example, rule, words, min, max, decimals, fields, element, insteadOf };
}

export function idField<N extends FieldNeed>(name: string, need: N, description: string, example: string): Field<N> {
  return field('id', name, need, description, example, ID_RULE);
}

export function skuField<N extends FieldNeed>(name: string, need: N, description: string, example: string): Field<N> {
  return field('sku', name, need, description, example, SKU_RULE);
}

export function textField<N extends FieldNeed>(
  name: string,
  need: N,
  max: number,
  description: string,
  example: string,
  rule = `a text of 1 to ${max} characters without control characters`,
): Field<N> {
  return field('text', name, need, description, example, rule, { min: 1, max });
}

export function wordField<N extends FieldNeed, W extends string>(
  name: string,
  need: N,
  words: readonly W[],
  description: string,
  example: W,
): Field<N, W> {
  return field('word', name, need, description, example, `one of ${words.join(', ')}`, { words });
}

export function moneyField<N extends FieldNeed>(
  name: string,
  need: N,
  description: string,
  example: number | null,
): Field<N> {
  return field('money', name, need, description, example, 'a decimal amount such as 22.99');
}

export function integerField<N extends FieldNeed>(
  name: string,
  need: N,
  range: readonly [min: number, max: number],
  description: string,
  example: number,
): Field<N> {
  const [min, max] = range;
  return field('integer', name, need, description, example, `a whole number from ${min} to ${max}`, { min, max });
}

export function decimalField<N extends FieldNeed>(
  name: string,
  need: N,
  decimals: number,
  range: readonly [min: number, max: number],
  description: string,
  example: number,
  insteadOf = '',
): Field<N> {
  const [min, max] = range;
  const rule = `a number from ${min} to ${max} with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return field('decimal', name, need, description, example, rule, { decimals, min, max, insteadOf });
}

export function booleanField<N extends FieldNeed>(
  name: string,
  need: N,
  description: string,
  example: boolean,
): Field<N> {
  return field('boolean', name, need, description, example, 'true or false');
}

export function timeField<N extends FieldNeed>(name: string, need: N, description: string, example: string): Field<N> {
  return field('time', name, need, description, example, TIME_RULE);
}

export function objectField<N extends FieldNeed>(
  name: string,
  need: N,
  fields: readonly Field[],
  description: string,
): Field<N> {
  const rule = `an object with ${fields.map(({ name: inner }) => inner).join(', ')}`;
  return field('object', name, need, description, exampleOf(fields), rule, { fields });
}

export function listField<N extends FieldNeed>(
  name: string,
  need: N,
  element: Field,
  range: readonly [min: number, max: number],
  description: string,
): Field<N> {
  const [min, max] = range;
  const rule = `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} elements`;
  // An element has no name: problems name it by its index.
  return field('list', name, need, description, [element.example], rule, {
    element: { ...element, name: '' },
    min,
    max,
  });
}

/** An object whose keys the operator chooses. All values are of the same kind. */
export function mapField<N extends FieldNeed>(
  name: string,
  need: N,
  element: Field,
  max: number,
  description: string,
): Field<N> {
  const rule = `an object with 1 to ${max} entries`;
  return field('map', name, need, description, { [element.name]: element.example }, rule, { element, min: 1, max });
}

/** An open object with any JSON inside. */
export function jsonField<N extends FieldNeed>(
  name: string,
  need: N,
  max: number,
  description: string,
  example: unknown,
): Field<N> {
  const rule = `an object of at most ${max} JSON values, nested at most 8 deep, without NUL characters`;
  return field('json', name, need, description, example, rule, { max });
}

/** An example object from the examples of its fields. */
export function exampleOf(fields: readonly Field[]): Record<string, unknown> {
  const shown = fields.filter(({ insteadOf }) => insteadOf === '');
  return Object.fromEntries(shown.map((inner) => [inner.name, inner.example]));
}
