import type { UsageSum } from '../../domain/usage/usage-query.ts';
import { Type } from '../type.ts';
import { pageShapes, rowShapes } from './usage-rows.ts';

const { time, clientId, caller, operation, ...counts } = rowShapes;

const exampleCounts = {
  requests: 1_240,
  refused: 40,
  p50Ms: 1.4,
  p95Ms: 4.7,
  statuses: [
    { status: 200, requests: 1_200 },
    { status: 403, requests: 4 },
    { status: 429, requests: 36 },
  ],
  refusals: [
    { status: 429, reason: 'BurstLimit', requests: 36 },
    { status: 403, reason: 'seller-api:pricing:write', requests: 4 },
  ],
};

const exampleTimes = {
  resolution: 'day',
  from: '2026-11-18T00:00:00.000Z',
  to: '2026-11-19T00:00:00.000Z',
  countedUntil: '2026-11-18T11:59:50.000Z',
  gaps: [],
};

const OperatorUsageRow = Type.Named('OperatorUsageRow', 'Requests that have the groups in common.', {
  ...{ time, clientId, caller },
  sellerId: Type.Optional.String('The seller that the application acted for. Absent when it acted for none.'),
  sellerName: Type.Optional.String("Its name. Absent: the operator's record has none."),
  operation,
  ...counts,
});

export const OperatorUsage = Type.Named(
  'OperatorUsage',
  'A page of who used the API.',
  { usage: Type.Array(OperatorUsageRow, 'The most requests first.'), ...pageShapes },
  { examples: [{ usage: [{ clientId: 'demoseller', caller: 'own', ...exampleCounts }], ...exampleTimes }] },
);

const WindowLeftShape = Type.Named(
  'UsageWindowLeft',
  'A window of a limit: at most so many requests in so many seconds.',
  {
    requests: Type.Integer('The size of the window.'),
    seconds: Type.Integer('Its length.'),
    left: Type.Integer('How many requests are left in it.'),
    secondsLeft: Type.Optional.Integer('It ends in so many seconds. Absent when none was used.'),
  },
);

const SellerUsageRow = Type.Named('SellerUsageRow', 'Requests of your applications that have the groups in common.', {
  ...{ time, clientId, caller, operation, ...counts },
  limit: Type.Optional.Named(
    'UsageLimit',
    'What is left of the rate limit at this moment. In rows by client and operation, for operations that have one.',
    { burst: WindowLeftShape, sustained: WindowLeftShape },
  ),
});

const exampleLimit = {
  burst: { requests: 10, seconds: 1, left: 10 },
  sustained: { requests: 120, seconds: 60, left: 84, secondsLeft: 41 },
};

export const SellerUsage = Type.Named(
  'SellerUsage',
  'A page of how your applications used the API.',
  { usage: Type.Array(SellerUsageRow, 'The most requests first.'), ...pageShapes },
  {
    examples: [
      {
        usage: [
          { clientId: 'demoseller', caller: 'own', operation: 'getListings', ...exampleCounts, limit: exampleLimit },
        ],
        ...exampleTimes,
      },
    ],
  },
);

export function writeUsedBy({ sellerId }: UsageSum, names: ReadonlyMap<string, string>) {
  if (!sellerId) return {};
  const sellerName = names.get(sellerId);
  return { sellerId, ...(sellerName !== undefined && { sellerName }) };
}
