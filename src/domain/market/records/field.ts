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

/** The values that a field takes. `example`: of objects, lists and maps, whose examples follow from those of their fields. */
type Values<Example, W extends string = string> = Pick<Field<FieldNeed, W>, 'type' | 'rule'> &
  Partial<Pick<Field<FieldNeed, W>, 'words' | 'min' | 'max' | 'decimals' | 'fields' | 'element'>> & {
    readonly example?: Example;
  };

type Range = readonly [min: number, max: number];

export const ID: Values<string> = { type: 'id', rule: ID_RULE };
export const SKU: Values<string> = { type: 'sku', rule: SKU_RULE };
export const MONEY: Values<number | null> = { type: 'money', rule: 'a decimal amount such as 22.99' };
export const BOOLEAN: Values<boolean> = { type: 'boolean', rule: 'true or false' };
export const TIME: Values<string> = { type: 'time', rule: TIME_RULE };

export const text = (
  max: number,
  rule = `a text of 1 to ${max} characters without control characters`,
): Values<string> => ({ type: 'text', rule, min: 1, max });

export const oneOf = <W extends string>(words: readonly W[]): Values<W, W> => ({
  type: 'word',
  rule: `one of ${words.join(', ')}`,
  words,
});

export const integer = ([min, max]: Range): Values<number> => ({
  type: 'integer',
  rule: `a whole number from ${min} to ${max}`,
  min,
  max,
});

export function decimal(decimals: number, [min, max]: Range): Values<number> {
  const rule = `a number from ${min} to ${max} with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return { type: 'decimal', rule, decimals, min, max };
}

export function object(named: Fields | readonly Field[]): Values<unknown> {
  const fields: Field[] = Object.values(named);
  const rule = `an object with ${fields.map(({ name }) => name).join(', ')}`;
  return { type: 'object', rule, fields, example: exampleOf(fields) };
}

export function listOf(element: Field, [min, max]: Range): Values<unknown> {
  const rule = `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} elements`;
  return { type: 'list', rule, element, min, max, example: [element.example] };
}

/** An object whose keys the operator chooses, for example `name`. All values are of the same kind. */
export const mapOf = (name: string, element: Field, max: number): Values<unknown> => ({
  type: 'map',
  rule: `an object with 1 to ${max} entries`,
  element: { ...element, name },
  min: 1,
  max,
  example: { [name]: element.example },
});

/** An open object with any JSON inside. */
export const json = (max: number): Values<unknown> => ({
  type: 'json',
  rule: `an object of at most ${max} JSON values, nested at most 8 deep, without NUL characters`,
  max,
});

type MakeField<N extends FieldNeed> = <Example, W extends string>(
  values: Values<Example, W>,
  description: string,
  example?: Example,
) => Field<N, W>;

/** A field without a name: an element of a list has none, because problems name it by its index. */
function needed<N extends FieldNeed>(need: N): MakeField<N> {
  return ({ type, rule, example: own, ...values }, description, example = own) => {
    const { words = [], min = 0, max = 0, decimals = 0, fields = [], element } = values;
    const [name, insteadOf] = ['', ''];
    return { name, type, need, description, example, rule, words, min, max, decimals, fields, element, insteadOf };
  };
}

export const keyField: MakeField<'key'> = needed('key');
export const requiredField: MakeField<'required'> = needed('required');
export const optionalField: MakeField<'optional'> = needed('optional');

type Fields = Readonly<Record<string, Field>>;

/** Fields by name: each gets its key as its name. */
export function named<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, name }]);
  return Object.fromEntries(entries);
}

/** An example object from the examples of its fields. */
export function exampleOf(fields: readonly Field[]): Record<string, unknown> {
  const shown = fields.filter(({ insteadOf }) => insteadOf === '');
  return Object.fromEntries(shown.map((inner) => [inner.name, inner.example]));
}
