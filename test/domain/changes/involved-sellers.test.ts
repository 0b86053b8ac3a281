import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChangeContext, sellerFactsChange, UPKEEP } from '../../../src/domain/changes/change-context.ts';
import { involvedSellers } from '../../../src/domain/changes/involved-sellers.ts';
import type { OfferTransition } from '../../../src/domain/changes/offer-transition.ts';
import { changed, LIVE, turned } from './transitions.ts';

function involved(offers: OfferTransition[], context: ChangeContext = LIVE, pending: string | null = null) {
  const item = changed([], [], { offers, before: { pending, isStale: pending !== null } });
  const { owners, named, newcomers, requestId, changedOffers } = involvedSellers(item, context);
  return {
    owners: [...owners],
    named: [...named],
    newcomers: [...newcomers],
    requestId,
    changed: changedOffers.length,
  };
}

describe('the sellers that a change involves', () => {
  it('are the owners of changed records, and the sellers of offers with another state', () => {
    const {
      owners,
      named,
      newcomers,
      changed: count,
    } = involved([
      turned({ sellerId: 'S4', from: 'losing', to: 'losing' }),
      turned({ sellerId: 'S1', from: 'losing', to: 'unhealthy', isRecordChanged: false }),
      turned({ sellerId: 'S2', from: 'winning' }),
      turned({ sellerId: 'S3', to: 'losing' }),
      turned({ sellerId: 'S5', from: 'losing', to: 'losing', isRecordChanged: false }),
    ]);
    deepEqual(owners, ['S4', 'S2', 'S3'], 'in the order of their changes');
    deepEqual(named, ['S4', 'S1', 'S2', 'S3']);
    deepEqual([newcomers, count], [['S3'], 3]);
  });

  it('are named only if they have or had an offer on sale', () => {
    const { owners, named } = involved([
      turned({ sellerId: 'S1', from: 'inactive', to: 'inactive' }),
      turned({ sellerId: 'S2', to: 'inactive' }),
      turned({ sellerId: 'S3', from: 'inactive' }),
      turned({ sellerId: 'S4', from: 'losing', to: 'inactive' }),
      turned({ sellerId: 'S5', from: null, to: 'inactive' }),
    ]);
    deepEqual(owners, ['S1', 'S2', 'S3', 'S4', 'S5']);
    deepEqual(named, ['S4', 'S5'], 'what an offer was that nobody judged is not known');
  });

  it('of an offer that was changed back is nobody', () => {
    const back = turned({ from: 'losing', to: 'losing', isRecordChanged: false });
    deepEqual(involved([back]), { owners: [], named: [], newcomers: [], requestId: 'r1', changed: 0 });
  });

  it('of an offer that moved is its seller, on both items', () => {
    const from = involved([turned({ from: 'losing', to: 'losing', toItem: 'ITEM2' })]);
    deepEqual([from.owners, from.named, from.newcomers], [['S1'], ['S1'], []]);
    const to = involved([turned({ from: 'losing', fromItem: 'ITEM2', to: 'losing' })]);
    deepEqual([to.owners, to.named, to.newcomers], [['S1'], ['S1'], ['S1']]);
  });

  it('own a change of their facts, and are named only if a state changed with them', () => {
    const context = sellerFactsChange('S9', false, 'r7');
    const { owners, named, requestId } = involved([], context);
    deepEqual([owners, named, requestId], [['S9'], [], 'r7']);
    const turn = turned({ sellerId: 'S9', from: 'losing', to: 'unhealthy', isRecordChanged: false });
    deepEqual(involved([turn], context).named, ['S9']);
  });

  it('are those of pending changes, too', () => {
    const pending = 'S2\tr1\t\nS3\tr1\t+\nS4\tr1\t-';
    const {
      owners,
      named,
      newcomers,
      changed: count,
    } = involved([turned({ from: 'losing', to: 'winning' })], LIVE, pending);
    deepEqual(
      [owners, named],
      [
        ['S1', 'S2', 'S3', 'S4'],
        ['S1', 'S2', 'S3'],
      ],
    );
    deepEqual([newcomers, count], [['S3'], 1], 'a pending change is not known one by one');
  });

  it('have the request of the change, of the pending ones, or none if these differ', () => {
    const requestOf = (context: ChangeContext, pending: string | null) => involved([], context, pending).requestId;
    equal(requestOf(LIVE, null), 'r1');
    equal(requestOf(LIVE, 'S2\tr1\t'), 'r1');
    equal(requestOf(LIVE, 'S2\tr2\t'), undefined);
    equal(requestOf(LIVE, 'S2\t\t'), undefined);
    equal(requestOf(UPKEEP, 'S2\tr2\t'), 'r2', 'the rebuild itself has none');
    equal(requestOf(UPKEEP, 'S2\tr2\t\nS2\tr3\t'), undefined);
    equal(requestOf(UPKEEP, null), undefined);
  });
});
