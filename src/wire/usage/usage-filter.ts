import { USAGE_GROUPS, USAGE_RESOLUTIONS } from '../../domain/usage/usage-query.ts';
import { Type } from '../type.ts';

const MAX_USAGE_PAGE = 500;

const text = (description: string, examples?: string[]) =>
  Type.Optional.String({ minLength: 1, maxLength: 256, description, ...(examples && { examples }) });

const paged = {
  resolution: Type.Optional.Enum([...USAGE_RESOLUTIONS], {
    description: 'By minute, kept for 48 hours, or by UTC day, kept for 400 days.',
    default: 'day',
  }),
  from: Type.Optional.String({
    maxLength: 64,
    description:
      'From the minute or UTC day of this time. Default: today, or by minute the last hour. By minute at most 6 hours are read at once.',
  }),
  to: Type.Optional.String({ maxLength: 64, description: 'Until this time; default: now.' }),
  operation: text('Only this operation, by its operationId.'),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_USAGE_PAGE, default: 50 },
    description: 'The maximum number of rows.',
  }),
  nextToken: Type.Optional.String({ maxLength: 2_048, description: 'Where the last page ended.' }),
};

const groupBy = <G extends string>(groups: readonly G[], byDefault: string, example: G) =>
  Type.Optional.Array(Type.Enum([...groups]), {
    ...{ minItems: 1, maxItems: groups.length, examples: [[example]] },
    description: `What the requests of a row have in common; repeat it for several. Default: ${byDefault}. With time the rows are in its order, then the most requests first.`,
  });

export const OperatorUsageFilter = Type.Object({
  groupBy: groupBy(USAGE_GROUPS, 'client', 'client'),
  clientId: text('Only this application.'),
  sellerId: text('Only requests for this seller.'),
  ...paged,
});

const SELLER_USAGE_GROUPS = USAGE_GROUPS.filter((group) => group !== 'seller');

export const SellerUsageFilter = Type.Object({
  groupBy: groupBy(SELLER_USAGE_GROUPS, 'client and operation', 'client'),
  clientId: text('Only this application.'),
  ...paged,
});
