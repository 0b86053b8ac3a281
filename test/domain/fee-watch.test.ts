import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { scheduleInForce } from '../../src/domain/fees/estimate.ts';
import type { FeeNews } from '../../src/domain/fees/fee-news.ts';
import type { FeePromotion, FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { type FeeLook, firstKnown, type KnownFees, lookAtFees } from '../../src/domain/fees/fee-watch.ts';
import { drawnAlike } from '../harness/scale.ts';
import { readSchedule } from './fees-input.ts';
import type { PlainSchedule } from './fees-reference.ts';

const NOW = Date.UTC(2026, 10, 15);
const base = readSchedule(defaultFeeSchedule() as unknown as PlainSchedule);

/** A schedule from a day on. `fee` makes its figures, `promotions` are of it alone. */
const schedule = (day: number, fee: number, promotions: FeePromotion[] = []): FeeSchedule => ({
  ...{ ...base, effectiveFromMs: NOW + day * DAY_MS, version: `v${fee}`, perItemMinor: fee, promotions },
});
const promotion = (
  promotionId: string,
  from: number,
  until: number,
  more: Partial<FeePromotion> = {},
): FeePromotion => ({
  ...{ promotionId, name: promotionId, feeType: 'ReferralFee', kind: 'percentage', value: 500 },
  ...{ fromMs: NOW + from * DAY_MS, untilMs: NOW + until * DAY_MS, ...more },
});

type Drawn = { id: string; from: number; days: number; value: number };

const dayOf = (ms: number) => Math.round(((ms - NOW) / DAY_MS) * 1_000) / 1_000;

/** `FEE_CHANGED v2 30 1->2 told 3`: the schedule, the notice, the per-item fees before, after and as told. */
function lineOf(news: FeeNews): string {
  if (news.kind === 'FEE_PROMOTION') {
    const { before, after } = news;
    const word = before && after ? 'CHANGED' : after ? 'BEGINS' : 'ENDS';
    return `${word} ${(after ?? before)?.promotion.promotionId} until ${dayOf((after ?? before)?.promotion.untilMs ?? 0)}`;
  }
  const { about, daysBefore, before, after, told, isNotice } = news;
  const fees = `${before.schedule.perItemMinor}->${after.schedule.perItemMinor}`;
  const other = `${told ? ` told ${told.after.schedule.perItemMinor}` : ''}${isNotice ? '' : ' only to those'}`;
  return `${about.version} in ${daysBefore} ${fees} from ${dayOf(about.effectiveFromMs)}${other}`;
}

/** The operator's records from a day on. */
type Step = [day: number, schedules: FeeSchedule[]];

/** What is told, with the day. The worker looks at each change, and whenever a look asked for the next one. */
function story(steps: readonly Step[], untilDay: number): string[] {
  const lines: string[] = [];
  let known: KnownFees = firstKnown(steps[0]?.[1] ?? [], NOW);
  steps.forEach(([day, schedules], n) => {
    const endMs = NOW + (steps[n + 1]?.[0] ?? untilDay) * DAY_MS;
    for (let atMs = NOW + day * DAY_MS; atMs < endMs; ) {
      const look: FeeLook = lookAtFees(known, schedules, atMs);
      lines.push(...look.news.map((one) => `${dayOf(atMs)}: ${lineOf(one)}`));
      assert.deepEqual(lookAtFees(look.known, schedules, atMs).news, [], 'a second look at once finds nothing');
      known = JSON.parse(JSON.stringify(look.known));
      assert.ok(look.nextMs > atMs && look.nextMs <= atMs + DAY_MS);
      atMs = look.nextMs;
    }
  });
  return lines;
}

const [OLD, NEW] = [schedule(-100, 1), schedule(40, 2)];

const stories: readonly [rule: string, steps: Step[], published: string[]][] = [
  [
    'a later schedule is told 30, 7 and 1 days before, and not when it takes effect',
    [[0, [OLD, NEW]]],
    ['10: v2 in 30 1->2 from 40', '33: v2 in 7 1->2 from 40', '39: v2 in 1 1->2 from 40'],
  ],
  [
    'one that is loaded three days ahead is told at once, once, and then a day before',
    [
      [0, [OLD]],
      [37, [OLD, NEW]],
    ],
    ['37: v2 in 7 1->2 from 40', '39: v2 in 1 1->2 from 40'],
  ],
  [
    'one that is loaded with effect at once, or in the past, is told at once',
    [
      [0, [OLD]],
      [5, [OLD, schedule(5, 3)]],
      [6, [OLD, schedule(5, 3), schedule(5.5, 4)]],
    ],
    ['5: v3 in 0 1->3 from 5', '6: v4 in 0 3->4 from 5.5'],
  ],
  [
    'other figures in the schedule in force are told at once, and count from then on; other names are not told',
    [
      [0, [OLD]],
      [5, [schedule(-100, 9)]],
      [6, [{ ...schedule(-100, 9), version: 'other', scheduleId: 'other' }]],
    ],
    ['5: v9 in 0 1->9 from 5'],
  ],
  [
    'a removed schedule in force leaves the one before it, which is told',
    [
      [0, [OLD, schedule(-10, 2)]],
      [5, [OLD]],
    ],
    ['5: v1 in 0 2->1 from 5'],
  ],
  [
    'a later schedule that changes after it was told is told again at once, to those whose fees it changes',
    [
      [0, [OLD, NEW]],
      [20, [OLD, schedule(40, 3)]],
    ],
    [
      ...['10: v2 in 30 1->2 from 40', '20: v3 in 30 1->3 from 40 told 2 only to those'],
      ...['33: v3 in 7 1->3 from 40', '39: v3 in 1 1->3 from 40'],
    ],
  ],
  [
    'a change before the first notice is not told by itself',
    [
      [0, [OLD, NEW]],
      [9, [OLD, schedule(40, 3)]],
      [11, [OLD, schedule(40, 3)]],
    ],
    ['10: v3 in 30 1->3 from 40', '33: v3 in 7 1->3 from 40', '39: v3 in 1 1->3 from 40'],
  ],
  [
    'a later schedule that is removed after it was told is told to those who expect it',
    [
      [0, [OLD, NEW]],
      [20, [OLD]],
    ],
    ['10: v2 in 30 1->2 from 40', '20: v2 in 30 1->1 from 40 told 2 only to those'],
  ],
  [
    'a later schedule that is moved to another date is withdrawn, and told by its new date',
    [
      [0, [OLD, NEW]],
      [20, [OLD, schedule(60, 2)]],
    ],
    [
      ...['10: v2 in 30 1->2 from 40', '20: v2 in 30 1->1 from 40 told 2 only to those'],
      ...['30: v2 in 30 1->2 from 60', '53: v2 in 7 1->2 from 60', '59: v2 in 1 1->2 from 60'],
    ],
  ],
  [
    'what was changed between the last notice and its date is told as in effect',
    [
      [0, [OLD, NEW]],
      [45, [OLD, schedule(40, 5)]],
    ],
    [
      ...['10: v2 in 30 1->2 from 40', '33: v2 in 7 1->2 from 40', '39: v2 in 1 1->2 from 40'],
      '45: v5 in 0 2->5 from 45',
    ],
  ],
  [
    'of two later schedules each is compared with the one before it',
    [[35, [OLD, NEW, schedule(50, 3)]]],
    [
      ...['35: v2 in 7 1->2 from 40', '35: v3 in 30 2->3 from 50', '39: v2 in 1 1->2 from 40'],
      ...['43: v3 in 7 2->3 from 50', '49: v3 in 1 2->3 from 50'],
    ],
  ],
  [
    'a promotion is told when it begins and when it ends',
    [[0, [schedule(-100, 1, [promotion('P', 3, 8)])]]],
    ['3: BEGINS P until 8', '8: ENDS P until 8'],
  ],
  [
    'a new schedule may carry a promotion on, under another name; other terms are told',
    [
      [
        1,
        [
          schedule(-100, 1, [promotion('P', 0, 80)]),
          schedule(10, 1, [promotion('P', 0, 80, { name: 'Spring' })]),
          schedule(20, 1, [promotion('P', 0, 80, { value: 700 })]),
        ],
      ],
    ],
    // The schedules differ in their promotions alone. The notices tell what they change, if it changes anything.
    [
      ...['1: v1 in 30 1->1 from 10', '1: v1 in 30 1->1 from 20', '3: v1 in 7 1->1 from 10', '9: v1 in 1 1->1 from 10'],
      ...['13: v1 in 7 1->1 from 20', '19: v1 in 1 1->1 from 20', '20: CHANGED P until 80', '80: ENDS P until 80'],
    ],
  ],
  [
    'a promotion that the operator adds, shortens or removes is told at once',
    [
      [0, [OLD]],
      [1, [schedule(-100, 1, [promotion('P', 0, 80)])]],
      [2, [schedule(-100, 1, [promotion('P', 0, 60)])]],
      [3, [OLD]],
    ],
    ['1: BEGINS P until 80', '2: CHANGED P until 60', '3: ENDS P until 3'],
  ],
  [
    'a promotion ends with the schedule that has it',
    [[33.5, [schedule(-100, 1, [promotion('P', 0, 80)]), schedule(34.25, 1)]]],
    ['33.5: v1 in 1 1->1 from 34.25', '34.25: ENDS P until 34.25'],
  ],
  ['a marketplace without a schedule before has nothing to compare with', [[0, [NEW]]], []],
];

describe('what is told about the fees of a marketplace', () => {
  for (const [rule, steps, published] of stories) {
    it(rule, () => assert.deepEqual(story(steps, 100), published));
  }

  it('nothing is told of what began and ended while nobody looked, but the state afterwards is', () => {
    const schedules = [schedule(-100, 1, [promotion('GONE', 2, 4), promotion('ON', 3, 50)]), schedule(5, 2)];
    const { news } = lookAtFees(firstKnown(schedules, NOW), schedules, NOW + 4.5 * DAY_MS);
    assert.deepEqual(news.map(lineOf), ['BEGINS ON until 50', 'v2 in 1 1->2 from 5']);
    const late = lookAtFees(firstKnown(schedules, NOW), schedules, NOW + 9 * DAY_MS);
    assert.deepEqual(late.news.map(lineOf), ['v2 in 0 1->2 from 5']);
  });

  it('a clock that is set back repeats no notice', () => {
    const schedules = [OLD, NEW];
    const { known } = lookAtFees(firstKnown(schedules, NOW), schedules, NOW + 34 * DAY_MS);
    for (const day of [20, 5, 34, 36]) {
      assert.deepEqual(lookAtFees(known, schedules, NOW + day * DAY_MS).news, [], `day ${day}`);
    }
  });

  it('whatever the operator does, and whenever the worker looks, the events give the promotions and the fees in force', () => {
    const anyPromotion = fc.record({
      ...{ id: fc.constantFrom('A', 'B'), from: fc.nat(30), days: fc.integer({ min: 1, max: 40 }), value: fc.nat(2) },
    });
    const anySchedule = fc.record({
      ...{ day: fc.constantFrom(-9, 5, 20, 40), fee: fc.nat(2), promotions: fc.array(anyPromotion, { maxLength: 2 }) },
    });
    const made = ({ day, fee, promotions }: { day: number; fee: number; promotions: Drawn[] }) =>
      schedule(
        day,
        fee,
        [...new Map(promotions.map((one) => [one.id, one])).values()].map(({ id, from, days, value }) =>
          promotion(id, from, from + days, { value: 100 + value }),
        ),
      );
    const anyStep = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(anySchedule, { maxLength: 4 }), fc.boolean());
    // Where nothing is in force there is nothing to compare.
    const ALWAYS = { day: -9, fee: 0, promotions: [] };
    let published = 0;
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), (steps) => {
        let known = firstKnown([], NOW);
        let day = 0;
        const running = new Map<string, FeePromotion>();
        let believed: number | undefined;
        const expected = new Map<number, { before: number; after: number }>();
        for (const [days, drawn, isLooking] of steps) {
          day += days;
          if (!isLooking) continue;
          const [atMs, schedules] = [
            NOW + day * DAY_MS,
            [...new Map([ALWAYS, ...drawn].map((one) => [one.day, made(one)])).values()],
          ];
          const dates = new Set(schedules.map(({ effectiveFromMs }) => effectiveFromMs));
          const look = lookAtFees(known, schedules, atMs);
          // What sellers were told of comes by itself at its date.
          for (const [fromMs, { after }] of [...expected].sort(([a], [b]) => a - b)) {
            if (fromMs > atMs) continue;
            believed = after;
            expected.delete(fromMs);
          }
          for (const one of look.news) {
            published += 1;
            if (one.kind === 'FEE_CHANGED') {
              const [before, after] = [one.before.schedule.perItemMinor, one.after.schedule.perItemMinor];
              if (one.daysBefore === 0) believed = after;
              else if (dates.has(one.about.effectiveFromMs)) expected.set(one.about.effectiveFromMs, { before, after });
              else expected.delete(one.about.effectiveFromMs);
            } else if (one.after) running.set(one.after.promotion.promotionId, one.after.promotion);
            else running.delete(one.before?.promotion.promotionId ?? '');
          }
          known = JSON.parse(JSON.stringify(look.known));
          const inForce = scheduleInForce(schedules, atMs);
          const truth = (inForce?.promotions ?? []).filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
          const byId = (list: Iterable<FeePromotion>) =>
            [...list].sort((a, b) => (a.promotionId < b.promotionId ? -1 : 1));
          assert.deepEqual(byId(running.values()), byId(truth));
          believed ??= inForce?.perItemMinor;
          assert.equal(believed, inForce?.perItemMinor);
          for (const { effectiveFromMs, perItemMinor } of schedules) {
            const days = (effectiveFromMs - atMs) / DAY_MS;
            const before = scheduleInForce(schedules, effectiveFromMs - 1)?.perItemMinor;
            if (days <= 0 || days > 30 || before === undefined) continue;
            assert.deepEqual(expected.get(effectiveFromMs), { before, after: perItemMinor });
          }
        }
      }),
      drawnAlike(300, 5_000),
    );
    assert.ok(published > 300, String(published));
  });
});
