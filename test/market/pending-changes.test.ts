// run: without coverage

import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { readPending } from '../../src/domain/changes/pending-changes.ts';

test('a pending line without a mark names its seller: a process of the last release does not say what was on sale', () => {
  deepEqual(readPending('S1\tr1\t\nS2\tr1\t+\nS3\tr1\t-\n\tr1\t'), {
    ...{ sellers: ['S1', 'S2', 'S3'], sellersOnSale: ['S1', 'S2'], newcomers: ['S2'], requestId: 'r1' },
  });
});
