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

/** A `key` field is required too, and is all that a delete needs. */
export type Need = 'key' | 'required' | 'optional';

/**
 * One field of a record: what the check enforces, what a CSV cell is turned into, and what the docs and the OpenAPI
 * document say, written once. The checks take the field as an argument, so that none of it can be enforced otherwise
 * than described. All fields have the same properties in the same order: the engine then reads them as fast as
 * constants.
 */
export type Field<N extends Need = Need, W extends string = string> = {
  readonly name: string;
  readonly type: FieldType;
  readonly need: N;
  readonly comment: string;
  readonly example: unknown;
  /** What would be right, in words: ends the sentence "must be". */
  readonly right: string;
  readonly words: readonly W[];
  /** Of a number its value, of a text its characters, of a list or map its elements. */
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
  /** The fields of an object. */
  readonly fields: readonly Field[];
  /** One element of a list or map. */
  readonly element: Field | undefined;
};

type Extra<W extends string> = Partial<
  Pick<Field<Need, W>, 'words' | 'min' | 'max' | 'decimals' | 'fields' | 'element'>
>;

function field<N extends Need, W extends string>(
  type: FieldType,
  name: string,
  need: N,
  comment: string,
  example: unknown,
  right: string,
  extra: Extra<W> = {},
): Field<N, W> {
  const { words = [], min = 0, max = 0, decimals = 0, fields = [], element } = extra;
  return { name, type, need, comment, example, right, words, min, max, decimals, fields, element };
}

export function idField<N extends Need>(name: string, need: N, comment: string, example: string): Field<N> {
  return field('id', name, need, comment, example, ID_RULE);
}

export function skuField<N extends Need>(name: string, need: N, comment: string, example: string): Field<N> {
  return field('sku', name, need, comment, example, SKU_RULE);
}

export function textField<N extends Need>(
  name: string,
  need: N,
  max: number,
  comment: string,
  example: string,
  right = `a text of 1 to ${max} characters without control characters`,
): Field<N> {
  return field('text', name, need, comment, example, right, { min: 1, max });
}

export function wordField<N extends Need, W extends string>(
  name: string,
  need: N,
  words: readonly W[],
  comment: string,
  example: W,
): Field<N, W> {
  return field('word', name, need, comment, example, `one of ${words.join(', ')}`, { words });
}

export function moneyField<N extends Need>(name: string, need: N, comment: string, example: number | null): Field<N> {
  return field('money', name, need, comment, example, 'a decimal amount such as 22.99');
}

export function integerField<N extends Need>(
  name: string,
  need: N,
  range: readonly [min: number, max: number],
  comment: string,
  example: number,
): Field<N> {
  const [min, max] = range;
  return field('integer', name, need, comment, example, `a whole number from ${min} to ${max}`, { min, max });
}

export function decimalField<N extends Need>(
  name: string,
  need: N,
  decimals: number,
  range: readonly [min: number, max: number],
  comment: string,
  example: number,
): Field<N> {
  const [min, max] = range;
  const right = `a number from ${min} to ${max} with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return field('decimal', name, need, comment, example, right, { decimals, min, max });
}

export function booleanField<N extends Need>(name: string, need: N, comment: string, example: boolean): Field<N> {
  return field('boolean', name, need, comment, example, 'true or false');
}

export function timeField<N extends Need>(name: string, need: N, comment: string, example: string): Field<N> {
  return field('time', name, need, comment, example, TIME_RULE);
}

export function objectField<N extends Need>(
  name: string,
  need: N,
  fields: readonly Field[],
  comment: string,
): Field<N> {
  const right = `an object with ${fields.map((one) => one.name).join(', ')}`;
  return field('object', name, need, comment, exampleOf(fields), right, { fields });
}

export function listField<N extends Need>(
  name: string,
  need: N,
  element: Field,
  range: readonly [min: number, max: number],
  comment: string,
): Field<N> {
  const [min, max] = range;
  const right = `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} elements`;
  // An element has no name: its place in the list says which it is.
  return field('list', name, need, comment, [element.example], right, { element: { ...element, name: '' }, min, max });
}

/** An object with names of the operator's choosing, each with the same kind of value. */
export function mapField<N extends Need>(
  name: string,
  need: N,
  element: Field,
  max: number,
  comment: string,
): Field<N> {
  const right = `an object with 1 to ${max} names`;
  return field('map', name, need, comment, { [element.name]: element.example }, right, { element, min: 1, max });
}

/** An open object: any JSON inside. */
export function jsonField<N extends Need>(
  name: string,
  need: N,
  max: number,
  comment: string,
  example: unknown,
): Field<N> {
  const right = `an object of at most ${max} JSON values, nested at most 8 deep, without NUL characters`;
  return field('json', name, need, comment, example, right, { max });
}

/** The example of an object is made of its fields' examples. */
export function exampleOf(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((one) => [one.name, one.example]));
}
