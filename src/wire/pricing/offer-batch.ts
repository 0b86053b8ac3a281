import { type Static, Type } from 'typebox';
import { Fault, type Problem } from '../../domain/fault.ts';
import { errorShapes } from '../error.ts';
import { OffersAnswer } from './offers.ts';
import { offersQuery, SellerSkuShape, StoreItemIdShape } from './query.ts';

/** By which identifier a batch asks: the name of the field, and the path that stands for it in `uri`. */
export type BatchKind = { field: 'SellerSKU' | 'storeItemId'; folder: 'listings' | 'items'; example: string };

export const LISTINGS: BatchKind = { field: 'SellerSKU', folder: 'listings', example: 'DEMO-SKU-1' };
export const ITEMS: BatchKind = { field: 'storeItemId', folder: 'items', example: 'ITEM000001' };

/** Documented as optional: `uri` may say them. `batchElement` has what must be there in the end. */
const optional = {
  MarketplaceId: Type.Optional(offersQuery.MarketplaceId),
  ItemCondition: Type.Optional(offersQuery.ItemCondition),
};

const common = {
  uri: Type.Optional(
    Type.String({ description: 'The path of the single request; its query may hold the parameters, too.' }),
  ),
  method: Type.Optional(Type.Enum(['GET'], { description: 'The method of the single request.', examples: ['GET'] })),
  ...offersQuery,
};

const idShape = { SellerSKU: SellerSkuShape, storeItemId: StoreItemIdShape };

/** What an element must be once `uri` is taken apart. */
export const batchElement = ({ field }: BatchKind) => Type.Object({ ...common, [field]: idShape[field] });

const uriOf = ({ folder }: BatchKind, id: string) => `/products/pricing/v4/${folder}/${id}/offers`;

/** How the body is documented: `uri` or the identifier itself. */
export function batchBody(kind: BatchKind) {
  const element = { uri: uriOf(kind, kind.example), method: 'GET', MarketplaceId: 'STORE_US', ItemCondition: 'New' };
  const name = kind.field === 'SellerSKU' ? 'ListingOffers' : 'ItemOffers';
  return Type.Object(
    {
      requests: Type.Array(
        Type.Object(
          { ...common, ...optional, [kind.field]: Type.Optional(idShape[kind.field]) },
          { title: `${name}Request`, description: `One request: by uri or by ${kind.field}.` },
        ),
        { minItems: 1, maxItems: 20, description: 'Up to 20 requests.' },
      ),
    },
    {
      title: `${name}Batch`,
      description: 'Up to 20 requests for offers. One that is not valid is answered by itself, the others still are.',
      examples: [
        { requests: [element, { MarketplaceId: 'STORE_US', ItemCondition: 'New', [kind.field]: kind.example }] },
      ],
    },
  );
}

export const BatchAnswer = Type.Object(
  {
    responses: Type.Array(
      Type.Object(
        {
          headers: Type.Object({}, { additionalProperties: true, description: 'Headers of the single answer.' }),
          status: Type.Object({
            statusCode: Type.Integer({ description: 'The status of the single answer.' }),
            reasonPhrase: Type.String({ description: 'The same in words.' }),
          }),
          body: Type.Union([OffersAnswer, errorShapes.list], { description: 'The single answer.' }),
          request: Type.Object({}, { additionalProperties: true, description: 'What was asked.' }),
        },
        { title: 'BatchResponse', description: 'The answer to one request.' },
      ),
      { description: 'In the order of the requests.' },
    ),
  },
  {
    title: 'BatchAnswer',
    description: 'The answers, in the order of the requests.',
    examples: [
      {
        responses: [
          {
            headers: { 'x-request-id': '4f7c' },
            status: { statusCode: 404, reasonPhrase: 'Not Found' },
            body: {
              errors: [
                {
                  code: 'NotFound',
                  message: 'There is no such listing.',
                  details: 'The caller has no listing with this SellerSKU in marketplace STORE_US.',
                },
              ],
            },
            request: { method: 'GET', MarketplaceId: 'STORE_US', ItemCondition: 'New', SellerSKU: 'NOPE' },
          },
        ],
      },
    ],
  },
);

export type BatchElement = Static<ReturnType<typeof batchElement>> & { [K in BatchKind['field']]?: string };

/** The fields that an element may have; any other is ignored. */
const fieldsOf = ({ field }: BatchKind) => ['uri', 'method', 'MarketplaceId', 'ItemCondition', 'CustomerType', field];

/** An element as it was sent, without what nobody knows: what the answer says was asked. */
export function knownFields(kind: BatchKind, given: Record<string, unknown>): Record<string, unknown> {
  const known = fieldsOf(kind).filter((name) => given[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, given[name]]));
}

/**
 * Adds to an element what its `uri` says: the identifier in its path, and parameters in its query. Fields of the element
 * itself come first, but an identifier that both name must be the same. Throws a fault when `uri` is not the path of the
 * single request, as that request would be refused.
 */
export function withUri(kind: BatchKind, element: Record<string, unknown>): Record<string, unknown> {
  const { uri } = element;
  if (typeof uri !== 'string') return element;
  const [, encoded = '', query = ''] = pathOf(kind).exec(uri) ?? [];
  const id = decoded(encoded);
  if (encoded === '' || id === undefined || decoded(query) === undefined) throw invalid(notThePath(kind));
  const all = { ...parametersIn(kind, query), ...element };
  // A template of the path stands for the field.
  if (encoded === `{${kind.field}}`) return all;
  const given = { [kind.field]: id, ...all };
  if (given[kind.field] !== id) throw invalid(notTheSame(kind));
  return given;
}

const pathOf = ({ folder }: BatchKind) =>
  new RegExp(`^/products/pricing/v4/${folder}/([^/?#]+)/offers(?:\\?([^#]*))?$`);

function parametersIn(kind: BatchKind, query: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const field = fieldsOf(kind).find((one) => one.toLowerCase() === name.toLowerCase());
    if (field === undefined || field === 'uri') continue;
    if (field in found) throw invalid({ message: 'uri is not valid.', details: `${field} must be given once in uri.` });
    found[field] = value;
  }
  return found;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const invalid = (problem: Problem) => new Fault('InvalidInput', problem);

const notThePath = (kind: BatchKind): Problem => ({
  message: 'uri is not valid.',
  details: `uri must be ${uriOf(kind, `{${kind.field}}`)} with the percent-encoded ${kind.field} in its place.`,
});

const notTheSame = ({ field }: BatchKind): Problem => ({
  message: `${field} is not valid.`,
  details: `${field} and uri name two different identifiers. Give one of them, or the same in both.`,
});
