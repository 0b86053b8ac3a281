import { Type } from '../type.ts';
import { WarningsShape } from '../warning.ts';
import { recordSchemas } from './record-schemas.ts';
import { RecordTermsShape } from './record-terms.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const Rejection = Type.Named('ChangeRejection', 'One reason why a record was rejected.', {
  line: Type.Integer({ minimum: 1, description: 'The line of the body where the record begins, counted from 1.' }),
  field: Type.String('The field that is wrong. Empty when the record as a whole is wrong.'),
  reason: Type.String('What is wrong, and what is allowed.'),
});

const KeptListing = Type.Named('KeptTermsListing', 'A listing that kept the terms that its seller set.', {
  line: Type.Integer({ minimum: 1, description: 'The line of the body where the record begins, counted from 1.' }),
  marketplaceId: Type.String('The marketplace.'),
  sellerId: Type.String('The seller.'),
  sku: Type.String('The SKU.'),
  changedAt: Type.String(
    'When the seller changed the terms: send `termsAsOf` of this time or later, or `terms` `override`.',
  ),
  terms: RecordTermsShape,
});

const KeptTerms = Type.Named('KeptTerms', 'Records that counted, but for their terms: the sellers had changed those.', {
  count: count('How many records.', 1),
  listings: Type.Array(KeptListing, 'Their listings: the first 1,000.'),
});

const report = (parts: object) => ({
  ...{ added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0, rejections: [], moreRejections: 0 },
  ...parts,
});

/** The report on a body of changes. */
export const Changes = Type.Named(
  'Changes',
  'The valid changes are applied; the rejected ones are listed.',
  {
    added: count('Records that are new.', 2),
    changed: count('Records that replaced an existing one.', 1),
    unchanged: count('Records that already existed with the same fields.', 0),
    removed: count('Records that were deleted.', 0),
    absent: count('Records to delete that did not exist.', 0),
    rejected: count('Records that were not applied; all others were.', 1),
    rejections: Type.Array(Rejection, 'The reasons for rejections, by line: the first 1,000.'),
    moreRejections: count('The number of further reasons that are not listed.', 0),
    keptTerms: Type.Optional(KeptTerms),
    warnings: WarningsShape,
  },
  {
    examples: [
      report({ added: 1, absent: 1 }),
      report({ unchanged: 1, absent: 1 }),
      report({
        ...{ added: 2, changed: 1, rejected: 1 },
        rejections: [{ line: 4, field: 'listingPrice', reason: 'must not be negative' }],
      }),
      report({
        changed: 2,
        warnings: [
          {
            code: 'UnknownKey',
            message: 'Line 1: shiping is not a field of offer records.',
            details: 'It has no effect; did you mean shipping? It occurs 2 times.',
          },
        ],
      }),
    ],
  },
);

/** The query parameters of a body of changes. */
export const ChangesOptions = Type.Object({
  quiet: Type.Optional.Boolean({
    description:
      'Whether sellers are not told of these changes (`true`), or are told of all of them (`false`). Default: they are not told ' +
      'about a marketplace that has no items when the request begins, its first load, and are told about all others.',
    examples: [true],
  }),
});

/** JSON lines have no registered media type. These names are in use. */
export const LINES_TYPES = ['application/x-ndjson', 'application/jsonl', 'application/json-lines'] as const;

const record = { oneOf: Object.keys(recordSchemas).map((title) => ({ $ref: `#/components/schemas/${title}` })) };

const delivery = [
  {
    ...{ kind: 'seller', sellerId: 'A8NEWCOMER', name: 'Newcomer', plan: 'Individual' },
    ...{ feedbackRating: 98.5, feedbackCount: 12, featuredMerchant: false },
  },
  { kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER', sku: 'NO-SUCH-SKU', op: 'delete' },
];

/** The body in the OpenAPI document. It is not validated as a whole: the route reads a stream and checks each record. */
export const changesBody = {
  content: {
    ...Object.fromEntries(LINES_TYPES.map((type) => [type, { schema: lines(type) }])),
    'application/json': {
      schema: {
        type: 'array',
        items: record,
        description: 'One JSON array. JSON lines are accepted under this media type too.',
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
    description: 'One record per line.',
    examples: [delivery.map((one) => JSON.stringify(one)).join('\n')],
  };
}
