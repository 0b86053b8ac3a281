import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  itemIdsOf,
  joinTransitions,
  type OfferTransition,
  offerOnItem,
} from '../../../src/domain/changes/offer-transition.ts';
import { offered } from '../market.ts';
import { turned } from './transitions.ts';

describe('an offer on an item', () => {
  const on = (transition: OfferTransition, itemId = 'ITEM1') => {
    const { before, after, isStateBeforeKnown, health, judged } = offerOnItem(transition, itemId);
    return [before, after, isStateBeforeKnown, health, judged !== undefined];
  };

  it('has its state before and after', () => {
    deepEqual(on(turned({ from: 'losing', to: 'unhealthy' })), ['losing', 'unhealthy', true, 'UNHEALTHY', true]);
    deepEqual(on(turned({ to: 'unhealthy' })), [null, 'unhealthy', true, 'UNHEALTHY', true], 'it is new');
    deepEqual(on(turned({ from: 'winning' })), ['winning', null, true, undefined, false], 'it is removed');
    deepEqual(on(turned({ from: null, to: 'unhealthy' })), [null, 'unhealthy', false, undefined, true], 'never judged');
  });

  it('that moved left one item and is new on the other, where its state before is known', () => {
    const moved = turned({ from: 'unhealthy', to: 'losing', toItem: 'ITEM2' });
    deepEqual(on(moved), ['unhealthy', null, true, undefined, false]);
    deepEqual(on(moved, 'ITEM2'), [null, 'losing', true, 'RECOVERED', true]);
    deepEqual(itemIdsOf(moved), ['ITEM1', 'ITEM2']);
  });

  it('that stays, is new or is removed is on one item', () => {
    deepEqual(itemIdsOf(turned({ from: 'winning', to: 'losing' })), ['ITEM1']);
    deepEqual(itemIdsOf(turned({ to: 'losing' })), ['ITEM1']);
    deepEqual(itemIdsOf(turned({ from: 'winning' })), ['ITEM1']);
    deepEqual(itemIdsOf(turned({})), [], 'it was added and removed at once');
  });
});

describe('several changes of an offer', () => {
  const text = JSON.stringify(offered().offer);
  const stored = { itemId: 'ITEM1', state: 'losing', text } as const;
  const first: OfferTransition = { ...turned({ from: 'losing', to: 'unhealthy' }), before: stored };
  const next = (turn: Parameters<typeof turned>[0]) => turned({ from: 'unhealthy', ...turn });

  it('count as one, from what it was at first to what it is at last', () => {
    const joined = joinTransitions(first, next({ to: 'winning', toItem: 'ITEM2' }));
    deepEqual([joined.before, joined.after?.state, joined.isRecordChanged], [stored, 'winning', true]);
    deepEqual(itemIdsOf(joined), ['ITEM1', 'ITEM2']);
    equal(joinTransitions(first, next({})).after, undefined, 'it is removed at last');
  });

  it('are no change of the record when it is as it was', () => {
    equal(joinTransitions(first, next({ to: 'losing' })).isRecordChanged, false);
    const added = turned({ to: 'losing' });
    equal(joinTransitions(added, next({})).isRecordChanged, false, 'added and removed');
    equal(joinTransitions(first, next({})).isRecordChanged, true, 'removed');
    equal(joinTransitions(added, next({ to: 'winning' })).isRecordChanged, true, 'still new');
  });

  it('keep what is known about the record when the last one only judged it', () => {
    const judged = next({ to: 'losing', isRecordChanged: false });
    equal(joinTransitions(first, judged).isRecordChanged, true);
    equal(joinTransitions({ ...first, isRecordChanged: false }, judged).isRecordChanged, false);
  });
});
