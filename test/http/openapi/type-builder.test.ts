import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../../src/wire/type.ts';

type Builder = Pick<typeof TypeBox, Exclude<keyof typeof Type, 'Named' | 'Time'>>;

/** Every function of the builder, with options and without. */
const schemasOf = (T: Builder) => [
  T.Null({ description: 'none' }),
  T.Boolean(),
  T.Integer({ minimum: 1 }),
  T.Number(),
  T.String({ maxLength: 2 }),
  T.Literal('a', { description: 'always' }),
  T.Literal(1),
  T.Enum(['a', 'b'], { description: 'one of them' }),
  T.Array(T.String(), { minItems: 1 }),
  T.Union([T.String(), T.Null()], { title: 'T' }),
  T.Optional(T.String({ description: 'perhaps' })),
  T.Object({}),
  T.Object({ a: T.Optional(T.String()) }, { title: 'T' }),
  T.Object({ a: T.String(), b: T.Optional(T.Object({ c: T.Integer() })), d: T.Boolean() }, { description: 'all' }),
  T.Record(T.String(), T.Enum(['a']), { description: 'by name' }),
];

test('the builder of shapes writes the schemas that TypeBox writes, with the same order of fields', () => {
  assert.deepEqual(
    schemasOf(Type).map((schema) => JSON.stringify(schema)),
    schemasOf(TypeBox).map((schema) => JSON.stringify(schema)),
  );
});

test('a text in place of the options is the description', () => {
  const short = [
    ...[Type.Boolean('d'), Type.Integer('d'), Type.Number('d'), Type.String('d'), Type.Time('d')],
    ...[Type.Literal('a', 'd'), Type.Enum(['a'], 'd'), Type.Array(Type.Null(), 'd')],
    Type.Named('T', 'd', { a: Type.Optional(Type.String()) }, { examples: [{}] }),
    Type.Object({ a: Type.Optional.Enum(['a'], 'd'), b: Type.Optional.Time('d'), c: Type.String() }),
  ];
  const description = 'd';
  const written = [
    ...[TypeBox.Boolean({ description }), TypeBox.Integer({ description }), TypeBox.Number({ description })],
    ...[TypeBox.String({ description }), TypeBox.String({ format: 'date-time', description })],
    ...[TypeBox.Literal('a', { description }), TypeBox.Enum(['a'], { description })],
    TypeBox.Array(TypeBox.Null(), { description }),
    TypeBox.Object({ a: TypeBox.Optional(TypeBox.String()) }, { title: 'T', description, examples: [{}] }),
    TypeBox.Object({
      a: TypeBox.Optional(TypeBox.Enum(['a'], { description })),
      b: TypeBox.Optional(TypeBox.String({ format: 'date-time', description })),
      c: TypeBox.String(),
    }),
  ];
  assert.equal(JSON.stringify(short), JSON.stringify(written));
});
