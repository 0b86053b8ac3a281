// run: without coverage

import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offerOnItem } from '../../../src/domain/changes/offer-transition.ts';
import {
  isOffSaleThroughout,
  MAX_PENDING_CHARACTERS,
  pendingLines,
  readPending,
} from '../../../src/domain/changes/pending-changes.ts';
import { turned } from './transitions.ts';

describe('the pending changes of an item', () => {
  it('are a line for each seller, request and mark', () => {
    const offers = [
      turned({ sellerId: 'S1', from: 'losing', to: 'winning' }),
      turned({ sellerId: 'S1', sku: 'B', from: 'losing', to: 'losing' }),
      turned({ sellerId: 'S2', to: 'unhealthy' }),
      turned({ sellerId: 'S3', from: 'inactive', to: 'inactive' }),
      turned({ sellerId: 'S4', from: null, to: 'inactive' }),
      turned({ sellerId: 'S5', from: 'losing', to: 'unhealthy', isRecordChanged: false }),
    ];
    equal(pendingLines(offers, 'ITEM1', 'r1'), 'S1\tr1\t\nS2\tr1\t+\nS3\tr1\t-\nS4\tr1\t');
    equal(pendingLines(offers.slice(2, 3), 'ITEM1', undefined), 'S2\t\t+');
  });

  it('say what an offer that moved is on this item', () => {
    const moved = [turned({ from: 'winning', to: 'losing', toItem: 'ITEM2' })];
    deepEqual([pendingLines(moved, 'ITEM1', 'r1'), pendingLines(moved, 'ITEM2', 'r1')], ['S1\tr1\t', 'S1\tr1\t+']);
  });

  it('are a line without a seller when no record of an offer changed', () => {
    equal(pendingLines([], 'ITEM1', 'r1'), '\tr1\t');
    equal(
      pendingLines([turned({ from: 'losing', to: 'winning', isRecordChanged: false })], 'ITEM1', undefined),
      '\t\t',
    );
  });

  it('are bounded', () => {
    const offers = Array.from({ length: 2_000 }, (_, n) =>
      turned({ sellerId: `SELLER-WITH-A-LONG-NAME-${n}`, to: 'losing' }),
    );
    const text = pendingLines(offers, 'ITEM1', undefined);
    ok(text.length > MAX_PENDING_CHARACTERS && text.length < MAX_PENDING_CHARACTERS + 1_000, `${text.length}`);
    equal(text.endsWith('\t+'), true, 'the last line is whole');
    const alike = [...Array(4_000).fill(turned({ to: 'losing' })), turned({ sellerId: 'S2', to: 'losing' })];
    equal(pendingLines(alike, 'ITEM1', 'r1'), 'S1\tr1\t+\nS2\tr1\t+', 'equal lines count once');
  });

  it('name the sellers, those on sale, those that came on sale, and the request if it is one', () => {
    const none = { sellers: [], sellersOnSale: [], newcomers: [] };
    deepEqual(readPending('S1\tr1\t\nS2\tr1\t+\nS3\tr1\t-\n\tr1\t'), {
      ...{ sellers: ['S1', 'S2', 'S3'], sellersOnSale: ['S1', 'S2'], newcomers: ['S2'], requestId: 'r1' },
    });
    deepEqual(readPending('\tr1\t'), { ...none, requestId: 'r1' });
    deepEqual(readPending('\t\t'), { ...none, requestId: undefined });
    deepEqual(readPending('\tr1\t\n\tr2\t'), { ...none, requestId: undefined }, 'two requests');
    deepEqual(readPending('\tr1\t\n\t\t'), { ...none, requestId: undefined }, 'one of them has no request');
  });
});

describe('an offer that was never on sale', () => {
  const isOff = (turn: Parameters<typeof turned>[0]) => isOffSaleThroughout(offerOnItem(turned(turn), 'ITEM1'));

  it('is one that is off sale before and after, and known to be', () => {
    deepEqual(
      [isOff({ from: 'inactive', to: 'inactive' }), isOff({ to: 'inactive' }), isOff({ from: 'inactive' })],
      [true, true, true],
    );
    deepEqual([isOff({ from: 'inactive', to: 'unhealthy' }), isOff({ from: 'losing' })], [false, false]);
    equal(isOff({ from: null, to: 'inactive' }), false, 'nobody knows what it was');
  });
});
