import { isObject } from '../../is-object.ts';
import { readWord } from '../../vocabulary.ts';
import { RECORD_KINDS, type RecordKind } from './envelope.ts';
import type { Field } from './field.ts';
import { fieldsOf } from './market-record.ts';

/** A field that a kind of record does not have: its path, its own name, and the names that there are at that place. */
export type UnknownField = { readonly path: string; readonly name: string; readonly known: readonly string[] };

type OnUnknownField = (field: UnknownField) => void;

/** The fields that an object may have, and the shapes of those that hold objects themselves. */
type Shape = { readonly names: readonly string[]; readonly inner: ReadonlyMap<string, Inner> };
type Inner = { readonly holds: 'value' | 'object' | 'list' | 'map'; readonly shape: Shape };

const SHAPES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, shapeOf(fieldsOf(kind))])) as Readonly<
  Record<RecordKind, Shape>
>;

function shapeOf(fields: readonly Field[]): Shape {
  const names = fields.map(({ name }) => name);
  return { names, inner: new Map(fields.map((field) => [field.name, innerOf(field)])) };
}

function innerOf({ type, fields, element }: Field): Inner {
  const inner = element?.fields ?? fields;
  const holds = inner.length > 0 && (type === 'object' || type === 'list' || type === 'map') ? type : 'value';
  return { holds, shape: shapeOf(inner) };
}

/** The kind of a record that is not checked yet. Undefined when it does not say it: then it is rejected for that. */
export function kindIn(value: unknown): RecordKind | undefined {
  return isObject(value) && typeof value.kind === 'string' ? readWord(RECORD_KINDS, value.kind) : undefined;
}

/**
 * Finds the fields that reading the record ignores: mostly typing mistakes. List elements have no index in the path, so that
 * the same mistake in all elements has one path. Without a mistake nothing is allocated: an import calls it for every record.
 */
export function findUnknownFields(value: unknown, kind: RecordKind, onUnknown: OnUnknownField): void {
  if (isObject(value)) visit(value, SHAPES[kind], '', onUnknown);
}

function visit(object: Readonly<Record<string, unknown>>, shape: Shape, path: string, onUnknown: OnUnknownField): void {
  for (const name in object) {
    const inner = shape.inner.get(name);
    if (inner === undefined) onUnknown({ path: path + name, name, known: shape.names });
    else if (inner.holds !== 'value') visitInner(object[name], inner, path + name, onUnknown);
  }
}

function visitInner(value: unknown, { holds, shape }: Inner, path: string, onUnknown: OnUnknownField): void {
  if (holds === 'object') {
    if (isObject(value)) visit(value, shape, `${path}.`, onUnknown);
  } else if (holds === 'list') {
    if (!Array.isArray(value)) return;
    for (const element of value) if (isObject(element)) visit(element, shape, `${path}[].`, onUnknown);
  } else if (isObject(value)) {
    for (const entry of Object.values(value)) if (isObject(entry)) visit(entry, shape, `${path}.*.`, onUnknown);
  }
}
