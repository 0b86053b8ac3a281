import { RECEIPT_STATES } from '../../../domain/price-changes/receipt.ts';
import { Type } from '../../type.ts';
import { noNul } from '../query.ts';

export const DEFAULT_RECEIPTS = 20;
const MAX_RECEIPTS = 100;
/** An id of a change has fewer. */
const MAX_ID_CHARACTERS = 64;

export const PriceChangeIdShape = Type.String({
  minLength: 1,
  maxLength: 256,
  ...noNul,
  description: 'The PriceChangeId of a receipt.',
  examples: ['pc_01a1eee06172c558318c83cb8979b9b575a9-000'],
});

export const PriceChangesQuery = Type.Object({
  MarketplaceId: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    ...noNul,
    description:
      'Only changes in this marketplace. A page may then have fewer receipts than `limit`, or none, although there are more: go on while there is a `nextToken`.',
    examples: ['STORE_US'],
  }),
  SellerSKU: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    ...noNul,
    description: "Only changes of this SKU of the caller's.",
    examples: ['DEMO-SKU-26'],
  }),
  state: Type.Optional.Enum(RECEIPT_STATES, { description: 'Only changes in this state.' }),
  after: Type.Optional.String({
    maxLength: MAX_ID_CHARACTERS,
    pattern: '^pc_[0-9a-f]{36}-[0-9]{3}$',
    'x-rule':
      'must be the nextToken of the last answer, or the PriceChangeId of the receipt after which the page begins',
    description: 'Where the last page ended: its `nextToken`, which is the PriceChangeId of its last receipt.',
  }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_RECEIPTS,
    default: DEFAULT_RECEIPTS,
    description: 'The maximum number of receipts.',
    examples: [1],
  }),
  names: Type.Optional.Boolean({
    default: false,
    description:
      'Whether receipts have `ChangedByNames`. It needs `seller-api:account:read`, and a token of the console or of an application of your own; ' +
      'others get the receipts without. The identity provider is asked for the names each time.',
  }),
});
