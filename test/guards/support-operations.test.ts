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
const guarded = Object.values(document.paths)
  .flatMap((methods) => Object.entries(methods))
  .filter(([, { security = [] }]) => security.some((one) => 'sellerAuth' in one));

test('every operation that needs a token is open to support sessions or refused to them, by name (decision 55)', () => {
  const undecided = guarded.filter(
    ([, { operationId }]) => SUPPORT_OPERATIONS.has(operationId) === Object.hasOwn(REFUSED_TO_SUPPORT, operationId),
  );
  // A new operation goes to one of the lists in src/domain/authorization/support-operations.ts.
  assert.deepEqual(
    undecided.map(([, { operationId }]) => operationId),
    [],
  );
  const known = new Set(guarded.map(([, { operationId }]) => operationId));
  const gone = [...SUPPORT_OPERATIONS, ...Object.keys(REFUSED_TO_SUPPORT)].filter((name) => !known.has(name));
  assert.deepEqual(gone, []);
});

/** They compute, and store nothing. */
const READING_POSTS = new Set([
  ...['getFeesEstimateForItem', 'getFeesEstimateForSku', 'getFeesEstimates', 'compareFeesEstimates', 'tryPrices'],
  ...['getListingHistory', 'getListingOffersBatch', 'getItemOffersBatch', 'getCompetitiveSummary'],
  ...['getFeaturedOfferExpectedPriceBatch', 'testFilter'],
]);

test('a support session may send nothing but reads: GET, and the POSTs that compute', () => {
  const others = guarded
    .filter(([method, { operationId }]) => SUPPORT_OPERATIONS.has(operationId) && method !== 'get')
    .map(([, { operationId }]) => operationId);
  assert.deepEqual(others.toSorted(), [...READING_POSTS].toSorted());
});

test('a support session has the right of each operation that it may call, and no right that sees costs or writes', () => {
  for (const [, { operationId, security = [] }] of guarded) {
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
