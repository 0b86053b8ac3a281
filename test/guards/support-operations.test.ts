import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  REFUSED_TO_SUPPORT,
  SUPPORT_OPERATIONS,
  SUPPORT_RIGHTS,
} from '../../src/domain/authorization/support-operations.ts';

type Operation = { operationId: string; security?: Record<string, string[]>[] };
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })))
  .filter(({ security = [] }) => security.some((one) => 'sellerAuth' in one));
const isOperators = ({ path }: { path: string }) => path.startsWith('/operator/');

test('every operation of sellers is open to support sessions or refused to them, by name; none of the operator is open (decision 55)', () => {
  const sellers = operations.filter((one) => !isOperators(one)).map(({ operationId }) => operationId);
  const undecided = sellers.filter((name) => SUPPORT_OPERATIONS.has(name) === Object.hasOwn(REFUSED_TO_SUPPORT, name));
  assert.deepEqual(undecided, [], 'put it into one of the lists in src/domain/authorization/support-operations.ts');
  const gone = [...SUPPORT_OPERATIONS, ...Object.keys(REFUSED_TO_SUPPORT)].filter((name) => !sellers.includes(name));
  assert.deepEqual(gone, []);
});

/** They compute, and store nothing. */
const READING_POSTS = [
  ...['getFeesEstimateForItem', 'getFeesEstimateForSku', 'getFeesEstimates', 'compareFeesEstimates', 'tryPrices'],
  ...['getListingHistory', 'getListingOffersBatch', 'getItemOffersBatch', 'getCompetitiveSummary'],
  ...['getFeaturedOfferExpectedPriceBatch', 'testFilter'],
];

test('a support session may send nothing but reads: GET, and the POSTs that compute', () => {
  const others = operations
    .filter(({ operationId, method }) => SUPPORT_OPERATIONS.has(operationId) && method !== 'get')
    .map(({ operationId }) => operationId);
  assert.deepEqual(others.toSorted(), READING_POSTS.toSorted());
});

test('a support session has the right of each operation that it may call, and no right that sees costs or writes', () => {
  for (const { operationId, security = [] } of operations) {
    if (!SUPPORT_OPERATIONS.has(operationId)) continue;
    const needed = security.flatMap((one) => Object.values(one).flat());
    assert.ok(
      needed.every((right) => (SUPPORT_RIGHTS as readonly string[]).includes(right)),
      operationId,
    );
  }
  assert.deepEqual(
    SUPPORT_RIGHTS.filter((right) => /:write$|costs/.test(right)),
    [],
  );
});
