import { money } from '../../example-amounts.ts';

const MarketplaceId = 'STORE_US';

/** The answers of a fresh demo to the documented requests. */
export const limitsExample = { payload: { MarketplaceId, SellerSKU: 'DEMO-SKU-1' } };

export const limitsSetExample = {
  payload: {
    ...{ MarketplaceId, SellerSKU: 'DEMO-SKU-1', MinimumPrice: money(18), MaximumPrice: money(30) },
    LastChanged: '2026-11-18T09:30:00.000Z',
  },
};

const resultsWith = (status: string) => ({
  payload: {
    MarketplaceId,
    Results: [
      { SellerSKU: 'DEMO-SKU-26', status, Limits: { MinimumPrice: money(20) } },
      { SellerSKU: 'NOPE', status: 'INVALID_SKU' },
    ],
  },
});

export const limitsResultsExamples = { Success: resultsWith('CHANGED'), Repeated: resultsWith('UNCHANGED') };

export const limitsPageExample = {
  payload: {
    MarketplaceId,
    Listings: [
      {
        SellerSKU: 'DEMO-SKU-5',
        Limits: { MinimumPrice: money(295), MaximumPrice: money(350), MinimumNet: money(10), Cost: money(235) },
        LastChanged: '2026-11-18T09:30:00.000Z',
      },
    ],
  },
};

export const limitsCsvExample =
  'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet\r\nDEMO-SKU-26,20.00,,\r\nNOPE,5.00,,\r\n';
