import { money, net, price } from '../../example-amounts.ts';

/** The answers of a fresh demo to the documented request, to the same again, and to an undo. */

const CALL = 'pc_01a1eee06172c558318c83cb8979b9b575a9';
const RequestId = '4b0e24f1-ef04-4710-80ab-5f7e426feff1';
const times = { CreatedTime: '2026-11-18T13:37:24.850Z', SettledTime: '2026-11-18T13:37:25.040Z' };
const made = { ChangedBy: { Kind: 'application', ApplicationId: 'demoseller' }, RequestId, ...times };
const win = { CustomerType: 'Consumer', strategy: { type: 'win' } };
const terms = (listing: number) => ({ ...price(listing), quantityDiscountPrices: [] });
const stateless = { ACCEPTED: 0, PENDING: 0, APPLIED: 0, UNCHANGED: 0, REJECTED: 0, REPLACED: 0, OVERRIDDEN: 0 };

const receipt = (n: number, SellerSKU: string) => ({
  ...{ PriceChangeId: `${CALL}-00${n}`, MarketplaceId: 'STORE_US', SellerSKU },
  ...made,
});

const winner = {
  IsBuyBoxWinner: true,
  Reason: 'The offer holds the buy box: else equal, its seller has the better rating.',
  DecidedBy: 'SellerPositiveFeedbackRating',
  CompetingLandedPrice: money(29.9),
  EligibleOffers: 3,
  AfterFees: net(26.31, 3.59),
};

const applied = {
  ...receipt(0, 'DEMO-SKU-26'),
  ...{ storeItemId: 'ITEM000026', State: 'APPLIED', TermsRevision: 2, Asked: win },
  ...{ TermsBefore: terms(31.5), TermsAfter: terms(29.9), Result: winner },
};

const unchanged = { ...applied, State: 'UNCHANGED', TermsBefore: terms(29.9) };

const belowFloor = {
  ...receipt(1, 'DEMO-SKU-14'),
  ...{ storeItemId: 'ITEM000014', State: 'REJECTED', TermsRevision: 1, Asked: { ...win, floor: money(33) } },
  TermsBefore: terms(34),
  Rejection: {
    ...{ Code: 'BELOW_FLOOR', Reason: 'The price is below the floor of the request.' },
    ...{ Limit: money(33), Actual: money(32.5), Unit: 'money' },
  },
};

const unknown = {
  ...receipt(2, 'NOPE'),
  ...{ State: 'REJECTED', Asked: win },
  Rejection: { Code: 'INVALID_SKU', Reason: 'You have no listing with this SKU in the marketplace.' },
};

const answer = (first: typeof applied, state: 'APPLIED' | 'UNCHANGED') => ({
  payload: {
    MarketplaceId: 'STORE_US',
    Totals: { ...stateless, [state]: 1, REJECTED: 2 },
    Receipts: [first, belowFloor, unknown],
  },
});

export const priceChangesExamples = {
  Applied: answer(applied, 'APPLIED'),
  // The same request again, without its key.
  Unchanged: answer(unchanged, 'UNCHANGED'),
};

export const receiptExample = { payload: applied };

export const undoExample = {
  payload: {
    ...applied,
    TermsRevision: 3,
    Asked: { CustomerType: 'Consumer', IfTermsRevision: 2, UndoOf: `${CALL}-000` },
    ...{ TermsBefore: terms(29.9), TermsAfter: terms(31.5) },
    Result: {
      ...winner,
      IsBuyBoxWinner: false,
      Reason: 'Another offer holds the buy box: its landed price is lower by 1.60 USD.',
      ...{ DecidedBy: 'LandedPrice', AfterFees: net(27.72, 3.78) },
    },
  },
};

export const receiptsExamples = {
  Success: { payload: { Receipts: [undoExample.payload], nextToken: undoExample.payload.PriceChangeId } },
  None: { payload: { Receipts: [] } },
};
