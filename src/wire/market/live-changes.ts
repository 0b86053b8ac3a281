import { Type } from 'typebox';
import { recordSchemas } from './record-schemas.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const Rejection = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'The line of the body on which the record begins, from 1.' }),
    field: Type.String({ description: 'The field that is wrong; empty when it is the record as a whole.' }),
    reason: Type.String({ description: 'What is wrong, and what would be right.' }),
  },
  { title: 'ChangeRejection', description: 'One thing that is wrong with one record.' },
);

/** What became of a body of changes. */
export const Changes = Type.Object(
  {
    added: count('Records that are new.', 2),
    changed: count('Records that replaced another.', 1),
    unchanged: count('Records that were there already, the same in every field.', 0),
    removed: count('Records that were deleted.', 0),
    absent: count('Records to delete that were not there.', 0),
    rejected: count('Records that were not applied; all others were.', 1),
    rejections: Type.Array(Rejection, {
      description: 'Why records were rejected, by line: at most the first thousand reasons.',
    }),
    moreRejections: count('How many reasons there are beyond those listed.', 0),
  },
  {
    title: 'Changes',
    description: 'The changes are applied; what was rejected is listed.',
    examples: [
      {
        added: 2,
        changed: 1,
        unchanged: 0,
        removed: 0,
        absent: 0,
        rejected: 1,
        rejections: [{ line: 4, field: 'listingPrice', reason: 'must not be negative' }],
        moreRejections: 0,
      },
    ],
  },
);

/** JSON lines have no registered media type; these are the names in use. */
export const LINES_TYPES = ['application/x-ndjson', 'application/jsonl', 'application/json-lines'] as const;

const record = { oneOf: Object.keys(recordSchemas).map((title) => ({ $ref: `#/components/schemas/${title}` })) };

const delivery = [
  { kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER', sku: 'DEMO-SKU-1', op: 'delete' },
  { kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000001', category: 'home' },
];

/** The body for the OpenAPI document. It is read as a stream, record by record, and never held against this as a whole. */
export const changesBody = {
  content: {
    ...Object.fromEntries(LINES_TYPES.map((type) => [type, { schema: lines(type) }])),
    'application/json': {
      schema: {
        type: 'array',
        items: record,
        description: 'One JSON array; JSON lines are taken under this name too.',
        examples: [delivery],
      },
    },
  },
};

function lines(type: string) {
  return {
    type: 'string',
    contentMediaType: type,
    contentSchema: record,
    description: 'One record a line.',
    examples: [delivery.map((one) => JSON.stringify(one)).join('\n')],
  };
}
