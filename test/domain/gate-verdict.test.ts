import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/domain/duration.ts';
import { explainBox } from '../../src/domain/pricing/box-explanation.ts';
import type { GateVerdict } from '../../src/domain/pricing/gate-verdict.ts';
import { GATES, type Gate } from '../../src/domain/pricing/gates.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { CUSTOMER_TYPES, type CustomerType } from '../../src/domain/vocabulary.ts';
import { writeGateVerdict } from '../../src/wire/pricing/position/gate-verdict.ts';
import { anyOffers, makeBoard, NOW, offered, without } from './market.ts';

const THRESHOLD = 3000;
const item = { currency: 'USD', competitivePriceThresholdMinor: THRESHOLD };
const money = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

function verdictsOf(own: MarketOffer, customer: CustomerType = 'Consumer', of = item): GateVerdict[] {
  const { decision } = makeBoard(of, [own], NOW);
  return explainBox({ ...own, item: of, decision }, customer, {}, NOW).gates;
}

const failed = (verdicts: readonly GateVerdict[]): Gate[] =>
  verdicts.filter(({ passed }) => !passed).map(({ gate }) => gate);

const written = (own: MarketOffer, gate: Gate, of = item) => {
  const verdict = verdictsOf(own, 'Consumer', of).find((one) => one.gate === gate) as GateVerdict;
  const { Name, Passed, ...rest } = writeGateVerdict(verdict, 'USD');
  assert.deepEqual([Name, Passed], [gate, verdict.passed]);
  return rest;
};

/** The offer changed exactly as the verdict of the gate says. */
function follow(verdict: GateVerdict, one: MarketOffer, customer: CustomerType): MarketOffer {
  const { offer, seller } = one;
  switch (verdict.gate) {
    case 'active':
      return { seller, offer: { ...offer, active: verdict.required } };
    case 'startTime':
      return { seller, offer: { ...offer, startTimeMs: NOW } };
    case 'stock':
      return { seller, offer: { ...offer, quantity: verdict.required } };
    case 'availability':
      return { seller, offer: { ...offer, availability: 'NOW' } };
    case 'shippingCharge':
      return { seller, offer: { ...offer, shippingMinor: 0 } };
    case 'featuredMerchant':
      return { offer, seller: { ...seller, featuredMerchant: verdict.required } };
    case 'feedbackRating':
      return { offer, seller: { ...seller, feedbackRating: verdict.required } };
    case 'feedbackCount':
      return { offer, seller: { ...seller, feedbackCount: verdict.required } };
    case 'competitivePriceThreshold': {
      const priceMinor = verdict.passingListingMinor as number;
      const isBusiness = customer === 'Business' && offer.businessPriceMinor !== undefined;
      return { seller, offer: { ...offer, [isBusiness ? 'businessPriceMinor' : 'listingPriceMinor']: priceMinor } };
    }
  }
}

describe('the verdict of a gate', () => {
  const tomorrow = NOW + DAY_MS;
  const rows: [Gate, MarketOffer, ReturnType<typeof written>][] = [
    [
      'active',
      offered({ active: false }),
      { Figure: false, Required: true, Explanation: 'The offer is not active. An active offer passes.' },
    ],
    [
      'startTime',
      offered({ startTimeMs: tomorrow }),
      {
        Figure: '2026-11-16T00:00:00.000Z',
        Required: 'none, or a time that has passed',
        Explanation:
          'The offer starts at 2026-11-16T00:00:00.000Z and passes from then on. Without a start time it passes at once.',
      },
    ],
    [
      'stock',
      offered({ quantity: 0 }),
      { Figure: 0, Required: 1, Explanation: 'The offer is out of stock. A stock of 1 passes.' },
    ],
    [
      'availability',
      offered({ availability: 'FUTURE_WITHOUT_DATE' }),
      {
        Figure: 'FUTURE_WITHOUT_DATE',
        Required: 'NOW or FUTURE_WITH_DATE',
        Explanation: 'It is not known when the offer will be available. NOW passes, and so does a date.',
      },
    ],
    [
      'shippingCharge',
      without(offered(), 'shippingMinor'),
      {
        Required: 'any charge, 0.00 USD included',
        Explanation: 'The offer has no shipping charge. Any charge passes, 0.00 USD included.',
      },
    ],
    [
      'featuredMerchant',
      offered({ seller: { featuredMerchant: false } }),
      {
        Figure: false,
        Required: true,
        Explanation: 'The seller is not a featured merchant. The operator of the marketplace decides who is one.',
      },
    ],
    [
      'feedbackRating',
      offered({ seller: { feedbackRating: 79.9 } }),
      {
        Figure: 79.9,
        Required: 80,
        Explanation: 'The positive feedback of the seller is 79.9 %. At least 80 % passes.',
      },
    ],
    [
      'feedbackCount',
      offered({ seller: { feedbackCount: 1 } }),
      { Figure: 1, Required: 10, Explanation: 'The seller has 1 rating. At least 10 pass.' },
    ],
    [
      'competitivePriceThreshold',
      offered({ listingPriceMinor: 2501, shippingMinor: 500 }),
      {
        Figure: money(30.01),
        Required: money(30),
        PassingListingPrice: money(25),
        Explanation:
          'The landed price of 30.01 USD is above the competitive price threshold of 30.00 USD. With shipping of 5.00 USD, a listing price of at most 25.00 USD passes.',
      },
    ],
  ];

  it('has a row here for every gate, in their order', () => {
    assert.deepEqual(
      rows.map(([gate]) => gate),
      GATES,
    );
    assert.deepEqual(
      verdictsOf(offered()).map(({ gate, passed }) => [gate, passed]),
      GATES.map((gate) => [gate, true]),
    );
  });

  for (const [gate, own, expected] of rows) {
    it(`${gate}: names the figure and what would pass, and exactly that passes`, () => {
      const verdicts = verdictsOf(own);
      assert.deepEqual(failed(verdicts), [gate]);
      assert.deepEqual(written(own, gate), expected);
      const verdict = verdicts.find((one) => one.gate === gate) as GateVerdict;
      assert.deepEqual(failed(verdictsOf(follow(verdict, own, 'Consumer'))), []);
    });
  }

  it('of the threshold says when no listing price passes, and when the item has none', () => {
    const shipped = offered({ listingPriceMinor: 0, shippingMinor: 3001 });
    assert.deepEqual(written(shipped, 'competitivePriceThreshold'), {
      Figure: money(30.01),
      Required: money(30),
      Explanation:
        'The landed price of 30.01 USD is above the competitive price threshold of 30.00 USD. No listing price passes: the shipping charge of 30.01 USD alone is above it.',
    });
    assert.deepEqual(written(shipped, 'competitivePriceThreshold', { currency: 'USD' } as typeof item), {
      Figure: money(30.01),
      Explanation: 'The item has no competitive price threshold: every price passes.',
    });
  });

  it('of the threshold compares the listing price, and says so, while there is no shipping charge', () => {
    const dear = without(offered({ listingPriceMinor: 3001 }), 'shippingMinor');
    assert.deepEqual(failed(verdictsOf(dear)), ['shippingCharge', 'competitivePriceThreshold']);
    assert.deepEqual(written(dear, 'competitivePriceThreshold'), {
      Figure: money(30.01),
      Required: money(30),
      PassingListingPrice: money(30),
      Explanation:
        'The offer has no shipping charge; its listing price of 30.01 USD is above the competitive price threshold of 30.00 USD. With shipping of 0.00 USD, a listing price of at most 30.00 USD passes.',
    });
  });

  it('of a passed gate says why it passes', () => {
    const dated = offered({ startTimeMs: NOW, availability: 'FUTURE_WITH_DATE', availableDateMs: tomorrow });
    const sentence = (own: MarketOffer, gate: Gate) => written(own, gate).Explanation;
    assert.equal(sentence(dated, 'startTime'), 'The offer started at 2026-11-15T00:00:00.000Z.');
    assert.equal(sentence(dated, 'availability'), 'The offer is available from 2026-11-16T00:00:00.000Z on.');
    assert.equal(written(dated, 'availability').Figure, 'FUTURE_WITH_DATE');
    const past = offered({ availability: 'FUTURE_WITH_DATE', availableDateMs: NOW });
    assert.deepEqual(written(past, 'availability'), {
      Figure: 'NOW',
      Required: 'NOW or FUTURE_WITH_DATE',
      Explanation: 'The offer is available now.',
    });
    assert.equal(sentence(offered({ shippingMinor: 250 }), 'shippingCharge'), 'The shipping charge is 2.50 USD.');
    assert.equal(written(offered(), 'startTime').Figure, undefined);
  });

  it('is that of the buy box, and follows what it asks for, on any board', () => {
    const anyCase = fc.tuple(
      anyOffers.filter(({ length }) => length > 0),
      fc.constantFrom(...CUSTOMER_TYPES),
      fc.constantFrom(900, 1050, THRESHOLD),
    );
    const followed = new Set<Gate>();
    fc.assert(
      fc.property(anyCase, ([[own], customer, competitivePriceThresholdMinor]) => {
        const of = { currency: 'USD', competitivePriceThresholdMinor };
        const one = own as MarketOffer;
        const verdicts = verdictsOf(one, customer, of);
        const { failing, businessFailing } = judge(one, of, NOW);
        const bits = customer === 'Business' ? (businessFailing ?? failing) : failing;
        assert.deepEqual(
          verdicts.map(({ passed }) => passed),
          GATES.map((_gate, n) => (bits & (1 << n)) === 0),
        );
        for (const verdict of verdicts) {
          if (verdict.passed) continue;
          followed.add(verdict.gate);
          const after = verdictsOf(follow(verdict, one, customer), customer, of);
          // A shipping charge of 0.00 changes no landed price, and no change here opens another gate or shuts one.
          assert.deepEqual(
            failed(after),
            failed(verdicts).filter((gate) => gate !== verdict.gate),
          );
        }
      }),
      { numRuns: 400 },
    );
    assert.equal(followed.size, GATES.length);
  });
});
