// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Decision } from '../../src/domain/pricing/decision.ts';
import { shownChanges } from '../../src/domain/pricing/shown-changes.ts';
import { writtenBoard } from '../contract/pricing/written-board.ts';
import { NOW, offered } from './market.ts';

type Changes = Parameters<typeof offered>[0];

const item = {
  ...{ marketplaceId: 'STORE_US', itemId: 'ITEM1', currency: 'USD', category: 'books', attributes: {}, salesRanks: [] },
  ...{ hazmat: false, competitivePriceThresholdMinor: 3_000 },
};

/** The decision about an item with these offers, with its digests. */
function decided(offers: Changes[], more: Partial<typeof item> & { listPriceMinor?: number } = {}): Decision {
  return writtenBoard({ ...item, ...more }, offers.map(offered), NOW).board.decision;
}

const inShort = (before: Decision | null, after: Decision | null, isAlike = true) => {
  const { conditions, rest, boxes } = shownChanges(before, after, isAlike);
  const names = boxes.map(({ box, before: was, after: is }) => {
    const holders = [was, is?.holder].map((one) => (one ? `${one.sellerId} ${one.listingMinor}` : '-'));
    return `${box.condition} ${box.customer} ${box.offerType}: ${holders.join(' > ')}`;
  });
  return [...conditions, ...(rest ? ['rest'] : []), ...names];
};

const A: Changes = {};
const B: Changes = { sellerId: 'S2', sku: 'B', listingPriceMinor: 2_500 };
const USED: Changes = { sellerId: 'S3', sku: 'C', condition: 'Used', subCondition: 'Good', listingPriceMinor: 900 };

describe('what customers see otherwise', () => {
  it('is nothing when they see the same', () => {
    assert.deepEqual(inShort(decided([A, B, USED]), decided([USED, B, A])), []);
    const ranked = { salesRanks: [{ category: 'books', rank: 4 }] } as object;
    assert.deepEqual(inShort(decided([A]), decided([A], ranked)), [], 'sales ranks are left out');
  });

  it('is the condition of a changed offer, and its box', () => {
    assert.deepEqual(inShort(decided([A, B, USED]), decided([A, { ...B, listingPriceMinor: 2_400 }, USED])), ['New']);
    const lower = { ...B, listingPriceMinor: 1_900 };
    assert.deepEqual(inShort(decided([A, B]), decided([A, lower])), [
      'New',
      'rest',
      'New Consumer B2C: S1 2000 > S2 1900',
    ]);
    assert.deepEqual(inShort(decided([A, USED]), decided([A])), ['Used', 'Used Consumer B2C: S3 900 > -']);
    assert.deepEqual(
      inShort(decided([A]), decided([{ ...A, conditionNotes: 'Boxed' }])),
      ['New'],
      'the text of an offer',
    );
  });

  it('is all of a new or a removed item', () => {
    const boxes = (from: string, to: string) => `New Consumer B2C: ${from} > ${to}`;
    assert.deepEqual(inShort(null, decided([A])), ['New', 'rest', boxes('-', 'S1 2000')]);
    assert.deepEqual(inShort(decided([A]), null), ['New', 'rest', boxes('S1 2000', '-')]);
  });

  it('is the rest of the Summary when no condition changed', () => {
    assert.deepEqual(inShort(decided([A]), decided([A], { listPriceMinor: 9_000 })), ['rest']);
    const soon = { startTimeMs: NOW + 1 };
    assert.deepEqual(inShort(decided([soon]), decided([{ startTimeMs: NOW + 2 }])), ['rest'], 'OffersAvailableTime');
    assert.deepEqual(inShort(decided([{ active: false }]), decided([soon])), ['rest'], 'the status');
  });

  it('compares the boxes of businesses with the ones that they saw before (decision 44)', () => {
    const withTerms = { ...B, businessPriceMinor: 1_800 };
    assert.deepEqual(inShort(decided([A, B]), decided([A, withTerms])), [
      'New',
      'rest',
      'New Business B2B: - > S2 1800',
    ]);
    assert.deepEqual(inShort(decided([A, withTerms]), decided([A, B])), [
      'New',
      'rest',
      'New Business B2B: S2 1800 > -',
    ]);
    assert.deepEqual(inShort(decided([A, withTerms]), decided([withTerms])), [
      ...['New', 'rest', 'New Consumer B2C: S1 2000 > S2 2500', 'New Business B2C: S1 2000 > -'],
    ]);
    assert.deepEqual(inShort(decided([A, USED]), decided([{ ...A, businessPriceMinor: 1_000 }, USED])).slice(0, 2), [
      'New',
      'rest',
    ]);
  });

  it('does not have the SKU of a holder', () => {
    assert.deepEqual(shownChanges(decided([A]), decided([{ ...A, sku: 'Z' }]), true).boxes, []);
  });

  it('is boxes, lowest prices and counts alone when the versions differ', () => {
    const [before, noted] = [decided([A, B]), decided([A, { ...B, conditionNotes: 'Boxed' }])];
    assert.deepEqual(inShort(before, noted, false), []);
    assert.deepEqual(inShort({ ...before, digests: undefined } as never, noted), [], 'from before digests existed');
    assert.deepEqual(inShort(before, decided([A]), false), ['New', 'rest']);
    assert.deepEqual(inShort(before, decided([A, { ...B, channel: 'FS' }]), false), ['New']);
  });
});
