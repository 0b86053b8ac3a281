import { type Static, Type } from 'typebox';
import type { Problem } from '../../domain/fault.ts';
import { errorShapes } from './error.ts';
import { OffersAnswer } from './offers-answer.ts';
import { offersQuery, SellerSkuShape, StoreItemIdShape } from './pricing-query.ts';

/** By which identifier a batch asks: the name of the field, and the path that stands for it in `uri`. */
export type BatchKind = { field: 'SellerSKU' | 'storeItemId'; folder: 'listings' | 'items'; example: string };

export const LISTINGS: BatchKind = { field: 'SellerSKU', folder: 'listings', example: 'DEMO-SKU-1' };
export const ITEMS: BatchKind = { field: 'storeItemId', folder: 'items', example: 'ITEM000001' };

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
          { ...common, [kind.field]: Type.Optional(idShape[kind.field]) },
          { title: `${name}Request`, description: `One request: by uri or by ${kind.field}.` },
        ),
        { minItems: 1, maxItems: 20, description: 'Up to 20 requests.' },
      ),
    },
    {
      title: `${name}Batch`,
      description: 'Up to 20 requests for offers. One that is not valid is answered by itself, the others still are.',
      examples: [{ requests: [element, { ...element, uri: undefined, [kind.field]: kind.example }] }],
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

/**
 * One element as it was sent, with what its `uri` says: the identifier in its path, and parameters in its query. Fields of
 * the element itself come first, but an identifier that both name must be the same. Only known fields are kept.
 */
export function readBatchElement(kind: BatchKind, given: Record<string, unknown>): Record<string, unknown> | Problem {
  const known = ['uri', 'method', 'MarketplaceId', 'ItemCondition', 'CustomerType', kind.field];
  const element: Record<string, unknown> = {};
  for (const name of known) if (given[name] !== undefined) element[name] = given[name];
  const { uri } = element;
  if (typeof uri !== 'string') return element;
  const at = uri.indexOf('?');
  const id = idIn(kind, at < 0 ? uri : uri.slice(0, at));
  if (id === undefined) return notThePath(kind);
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : uri.slice(at))) {
    const field = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (field !== undefined && field !== 'uri') element[field] ??= value;
  }
  // A template of the path stands for the field.
  if (id === `{${kind.field}}`) return element;
  element[kind.field] ??= id;
  return element[kind.field] === id ? element : notTheSame(kind);
}

function idIn({ folder }: BatchKind, path: string): string | undefined {
  const [, encoded] = new RegExp(`^/products/pricing/v4/${folder}/([^/]+)/offers$`).exec(path) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const notThePath = (kind: BatchKind): Problem => ({
  message: 'uri is not valid.',
  details: `uri must be ${uriOf(kind, `{${kind.field}}`)} with the percent-encoded ${kind.field} in its place.`,
});

const notTheSame = ({ field }: BatchKind): Problem => ({
  message: `${field} is not valid.`,
  details: `${field} and uri name two different identifiers. Give one of them, or the same in both.`,
});
