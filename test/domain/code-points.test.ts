import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareCodePoints } from '../../src/domain/code-points.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { UNKNOWN_SELLER } from '../../src/domain/market/seller.ts';
import { compareOffers, seenBy } from '../../src/domain/pricing/offers.ts';
import { anyCharacter } from '../harness/any-character.ts';

/** Characters on both sides of every border between the two orders. */
const character = fc.constantFrom('a', 'b', '\u{D7FF}', '\u{E000}', '\u{FF21}', '\u{FFFF}', '\u{10000}', '\u{1F600}');
const text = fc.oneof(fc.string({ unit: character, maxLength: 6 }), fc.string({ unit: anyCharacter }));
/** UTF-8 sorts by code point: it is how both engines compare texts. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('the order of code points', () => {
  test('is the order of UTF-8 bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => assert.equal(Math.sign(compareCodePoints(a, b)), byBytes(a, b))),
      { numRuns: 5_000 },
    );
  });

  test('is the last tie-break of offers (decision 22)', () => {
    const seenWith = (sku: string) => {
      const offer = { sellerId: 'S1', sku, channel: 'FS', listingPriceMinor: 1, shippingMinor: 0 } as Offer;
      return seenBy('Consumer', { offer, seller: UNKNOWN_SELLER });
    };
    fc.assert(
      fc.property(text, text, (a, b) =>
        assert.equal(Math.sign(compareOffers(seenWith(a), seenWith(b))), byBytes(a, b)),
      ),
    );
  });
});
