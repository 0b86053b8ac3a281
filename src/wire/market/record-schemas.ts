import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import { exampleOf, type Field } from '../../domain/market/records/field.ts';
import { fieldsOf } from '../../domain/market/records/market-record.ts';

type Schema = Record<string, unknown>;

const titles: Record<RecordKind, string> = {
  marketplace: 'MarketplaceRecord',
  seller: 'SellerRecord',
  item: 'ItemRecord',
  offer: 'OfferRecord',
  feeSchedule: 'FeeScheduleRecord',
  priceGuard: 'PriceGuardRecord',
};

/** The market records as JSON Schemas, built from the field definitions that the importer checks. */
export const recordSchemas: Record<string, Schema> = Object.fromEntries(
  RECORD_KINDS.map((kind) => [titles[kind], schemaOfRecord(kind)]),
);

function schemaOfRecord(kind: RecordKind): Schema {
  const fields = fieldsOf(kind);
  const schema = schemaOfFields(fields);
  return {
    ...schema,
    title: titles[kind],
    description: `One ${kind} of the market. Enumerated values match in any case. Unknown fields are ignored. With \`op\` \`delete\` only the key is required: ${keysOf(fields)}.`,
    properties: { ...(schema.properties as object), kind: { const: kind } },
    // The fields that a delete requires. An upsert requires those whose description begins with "Required".
    required: fields.filter(({ need }) => need === 'key').map(({ name }) => name),
    examples: [{ ...exampleOf(fields.filter(({ name }) => name !== 'op')), kind }],
  };
}

function schemaOfFields(fields: readonly Field[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ need }) => need !== 'optional').map(({ name }) => name),
  };
}

function schemaOf(field: Field): Schema {
  const need = field.need === 'required' ? 'Required: ' : '';
  return { ...shapeOf(field), description: `${need}${field.description} (${field.rule})`, examples: [field.example] };
}

function shapeOf({ type, words, min, max, fields, element }: Field): Schema {
  switch (type) {
    case 'word':
      return { type: 'string', enum: words };
    case 'text':
      return { type: 'string', minLength: min, maxLength: max };
    case 'time':
    case 'id':
    case 'sku':
      return { type: 'string' };
    case 'money':
      return { type: ['number', 'string', 'null'] };
    case 'integer':
      return { type: 'integer', minimum: min, maximum: max };
    case 'decimal':
      return { type: 'number', minimum: min, maximum: max };
    case 'boolean':
      return { type: 'boolean' };
    case 'object':
      return schemaOfFields(fields);
    case 'list':
      return { type: 'array', minItems: min, maxItems: max, items: element ? schemaOf(element) : {} };
    case 'map':
      return { type: 'object', additionalProperties: element ? schemaOf(element) : {} };
    case 'json':
      return { type: 'object' };
  }
}

function keysOf(fields: readonly Field[]): string {
  const keys = fields.filter(({ need, name }) => need === 'key' && name !== 'kind');
  return keys.map(({ name }) => name).join(', ');
}
