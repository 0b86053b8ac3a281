import type { Static } from 'typebox';
import { Fault, type Problem } from '../../domain/fault.ts';
import { Type } from '../type.ts';
import { batchAnswerOf } from './batch-answer.ts';
import { offersExample } from './examples/offers.ts';
import { noItem, noListing } from './no-product.ts';
import { OffersAnswer } from './offers.ts';
import { offersQuery, SellerSkuShape, StoreItemIdShape } from './query.ts';

/** The identifier of a batch: its field in an element, and its folder in the path of `uri`. */
export type BatchKind = { field: 'SellerSKU' | 'storeItemId'; folder: 'listings' | 'items'; example: string };

export const LISTINGS: BatchKind = { field: 'SellerSKU', folder: 'listings', example: 'DEMO-SKU-1' };
export const ITEMS: BatchKind = { field: 'storeItemId', folder: 'items', example: 'ITEM000001' };

/** Documented as optional, because `uri` may hold them. `batchElement` requires them after `uri` is parsed. */
const optional = {
  MarketplaceId: Type.Optional(offersQuery.MarketplaceId),
  ItemCondition: Type.Optional(offersQuery.ItemCondition),
};

const common = {
  uri: Type.Optional.String('The path of the single request. Its query may hold the parameters.'),
  method: Type.Optional.Enum(['GET'], { description: 'The method of the single request.', examples: ['GET'] }),
  ...offersQuery,
};

const idShape = { SellerSKU: SellerSkuShape, storeItemId: StoreItemIdShape };

/** The shape of an element after `uri` is parsed. */
export const batchElement = ({ field }: BatchKind) => Type.Object({ ...common, [field]: idShape[field] });

const uriOf = ({ folder }: BatchKind, id: string) => `/products/pricing/v4/${folder}/${id}/offers`;

/** The documented body: an element has `uri` or the identifier itself. */
export function batchBody(kind: BatchKind) {
  const element = { uri: uriOf(kind, kind.example), method: 'GET', MarketplaceId: 'STORE_US', ItemCondition: 'New' };
  const name = kind.field === 'SellerSKU' ? 'ListingOffers' : 'ItemOffers';
  return Type.Named(
    `${name}Batch`,
    'Up to 20 requests for offers. An invalid one gets its own error; the others are still answered.',
    {
      requests: Type.Array(
        Type.Named(`${name}Request`, `One request: by uri or by ${kind.field}.`, {
          ...common,
          ...optional,
          [kind.field]: Type.Optional(idShape[kind.field]),
        }),
        { minItems: 1, maxItems: 20, description: 'Up to 20 requests.' },
      ),
    },
    { examples: [{ requests: [element, { MarketplaceId: 'STORE_US', ItemCondition: 'New', [kind.field]: 'NOPE' }] }] },
  );
}

export const BatchAnswer = batchAnswerOf('', OffersAnswer);

/** The answer of a fresh demo to the documented body. */
export function batchExample(kind: BatchKind) {
  const isListing = kind.field === 'SellerSKU';
  const request = { MarketplaceId: 'STORE_US', ItemCondition: 'New', CustomerType: 'Consumer' };
  const problem = isListing ? noListing('STORE_US') : noItem('STORE_US');
  return {
    responses: [
      {
        headers: {
          'x-request-id': '4f7c',
          etag: '"Vk1aZ4Yd3mB8hQ0pLr2cXw5tN7g"',
          'cache-control': 'private, no-cache',
          vary: 'authorization',
        },
        status: { statusCode: 200, reasonPhrase: 'OK' },
        body: offersExample(isListing ? kind.example : undefined),
        request: { uri: uriOf(kind, kind.example), method: 'GET', ...request, [kind.field]: kind.example },
      },
      {
        headers: { 'x-request-id': '4f7c' },
        status: { statusCode: 404, reasonPhrase: 'Not Found' },
        body: { errors: [{ code: 'NotFound', ...problem }] },
        request: { method: 'GET', ...request, [kind.field]: 'NOPE' },
      },
    ],
  };
}

export type BatchElement = Static<ReturnType<typeof batchElement>> & { [K in BatchKind['field']]?: string };

/** The fields of an element. Other fields are ignored. */
const fieldsOf = ({ field }: BatchKind) => ['uri', 'method', 'MarketplaceId', 'ItemCondition', 'CustomerType', field];

/** The element as it was sent, without unknown fields and nulls (decision 35): the `request` of its answer. */
export function knownFields(kind: BatchKind, element: Record<string, unknown>): Record<string, unknown> {
  const names = fieldsOf(kind).filter((name) => element[name] !== undefined && element[name] !== null);
  return Object.fromEntries(names.map((name) => [name, element[name]]));
}

/**
 * Adds the identifier and the parameters of `uri` to an element. Fields of the element itself take precedence, but an
 * identifier in both places must be the same. Throws a fault when `uri` is not a path of the single request.
 */
export function withUri(kind: BatchKind, element: Record<string, unknown>): Record<string, unknown> {
  const { uri } = element;
  if (typeof uri !== 'string') return element;
  const [, encoded = '', query = ''] = pathOf(kind).exec(uri) ?? [];
  const id = decoded(encoded);
  if (encoded === '' || id === undefined || decoded(query) === undefined) throw invalid(notThePath(kind));
  const fields = { ...parametersIn(kind, query), ...element };
  // A placeholder in the path means that the element has the identifier.
  if (encoded === `{${kind.field}}`) return fields;
  const withId = { [kind.field]: id, ...fields };
  if (withId[kind.field] !== id) throw invalid(notTheSame(kind));
  return withId;
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
