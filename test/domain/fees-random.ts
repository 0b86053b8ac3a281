import { DAY_MS } from '../../src/domain/duration.ts';
import { FEE_TYPES, PROMOTION_KINDS, SELLER_PLANS, TIER_MODES } from '../../src/domain/vocabulary.ts';
import type { PlainCategory, PlainPromotion, PlainRequest, PlainSchedule } from './fees-reference.ts';

/** Random schedules and requests as plain texts. They favour bounds, where fee calculations go wrong. */
export type RandomSource = {
  int: (min: number, max: number) => number;
  chance: (percent: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
};

/** The same numbers for the same seed (mulberry32), so that a failure can be reproduced. */
export function seededRandom(seed: number): RandomSource {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { int, chance: (percent) => int(1, 100) <= percent, pick: (list) => list[int(0, list.length - 1)] as never };
}

export const MARKETS = [
  { marketplaceId: 'STORE_US', currency: 'USD', decimals: 2 },
  { marketplaceId: 'STORE_JP', currency: 'JPY', decimals: 0 },
  { marketplaceId: 'STORE_KW', currency: 'KWD', decimals: 3 },
] as const;
export type Market = (typeof MARKETS)[number];

const CATEGORIES = ['everything_else', 'apparel_men', 'books', 'watches', 'toys'];
const ITEMS = ['ITEM1', 'ITEM2', 'ITEM3'];
const FIRST_DAY = Date.UTC(2026, 0);

/** A number of minor units as a decimal text. */
export function textOf(scaled: number, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The same as a number, because records need numbers. Its text is exact too. */
function decimalOf(scaled: number, decimals: number): number {
  return Number(textOf(scaled, decimals));
}

export function randomSchedule(random: RandomSource, { decimals, ...market }: Market): PlainSchedule {
  const { int, chance } = random;
  const amount = (units: number) => decimalOf(int(0, units * 10 ** decimals), decimals);
  const price = () => ({ base: amount(50), perLb: amount(2), overLb: decimalOf(int(0, 40_000), 3) });
  const sizes = ['longest', 'median', 'longest+girth'];
  const rule = (from: number) => {
    const names = sizes.filter(() => chance(60));
    const parts = names.map((name) => `${name} > ${textOf(int(from, from * 3), 2)} in`);
    return [...(chance(30) || parts.length === 0 ? [`weight > ${int(from / 100, 160)} lb`] : []), ...parts].join(
      ' OR ',
    );
  };
  const schedule: PlainSchedule = {
    effectiveFrom: timeOf(0),
    taxOnFeesPct: chance(50) ? 0 : decimalOf(int(0, 10_000), 2),
    referral: {
      defaultCategory: 'everything_else',
      categories: Object.fromEntries(CATEGORIES.map((name) => [name, randomCategory(random, decimals)])),
    },
    ...(chance(70) && { closing: { amount: amount(3) } }),
    ...(chance(70) && { perItem: { amount: amount(3) } }),
    fulfillment: {
      weight: {
        dimDivisor: chance(50) ? 139 : int(1, 400),
        useUnitWeightOnlyBelowLb: decimalOf(int(0, 3000), 3),
        packagingLb: decimalOf(random.pick([0, 250, int(0, 2000)]), 3),
        roundUpTo: decimalOf(random.pick([1000, 500, 250, int(1, 3000)]), 3),
      },
      tiers: rising(random, int(1, 6), 40_000).map((max) => ({ maxLb: decimalOf(max, 3), ...price() })),
      surcharges: {
        apparel: amount(2),
        hazmat: amount(2),
        priceUnder10: amount(2),
        oversize: amount(9),
        additionalOversize: amount(30),
      },
      oversizeWhen: rule(2000),
      additionalOversizeWhen: rule(4000),
      bigAndBulky: { when: rule(5000), ...price() },
      programs: { FS_STANDARD: { addition: amount(1) }, ...(chance(90) && { FS_EXPEDITED: { addition: amount(4) } }) },
    },
    promotions: Array.from({ length: int(0, 6) }, (_, at) => randomPromotion(random, decimals, at)),
  };
  return Object.assign(schedule, { ...market, kind: 'feeSchedule', scheduleId: 'RANDOM', version: '1' });
}

function randomCategory(random: RandomSource, decimals: number): PlainCategory {
  const { int, chance, pick } = random;
  const bounds = rising(random, int(0, 4), 100 * 10 ** decimals).map((bound) => decimalOf(bound, decimals));
  return {
    mode: pick(TIER_MODES),
    tiers: [...bounds, null].map((upTo) => ({ upTo, pct: decimalOf(int(0, chance(80) ? 3000 : 10_000), 2) })),
    ...(chance(40) && { minimum: decimalOf(int(0, 3 * 10 ** decimals), decimals) }),
    ...(chance(40) && { media: chance(50) }),
    ...(chance(20) && { apparel: chance(50) }),
  };
}

function randomPromotion(random: RandomSource, decimals: number, at: number): PlainPromotion {
  const { int, chance, pick } = random;
  const from = int(0, 300);
  const [least, greatest] = [int(0, 50), int(50, 200)].map((units) => decimalOf(units * 10 ** decimals, decimals));
  const kind = pick(PROMOTION_KINDS);
  const promotion = {
    promotionId: `P${at}`,
    name: 'Random',
    feeType: pick(FEE_TYPES),
    kind,
    value: kind === 'fixed' ? decimalOf(int(0, 5 * 10 ** decimals), decimals) : decimalOf(int(0, 10_000), 2),
    from: timeOf(from),
    until: timeOf(int(from + 1, 365)),
  };
  return {
    ...promotion,
    ...(chance(40) && { minPrice: least as number }),
    ...(chance(40) && { maxPrice: greatest as number }),
    ...(chance(30) && { categories: [pick(CATEGORIES), pick(['unknown', ...CATEGORIES])] }),
    ...(chance(30) && { itemIds: [pick(ITEMS)] }),
  };
}

export function randomRequest(random: RandomSource, schedule: PlainSchedule, decimals: number): PlainRequest {
  const { int, chance, pick } = random;
  const category = pick([...CATEGORIES, 'unknown', 'constructor']);
  const side = () => textOf(pick([int(1, 1500), int(1, 6000), int(1, 17_000)]), 2);
  const programs = ['FS_STANDARD', 'FS_EXPEDITED', 'fs_expedited', 'FS_CORE', 'Fs_Core', 'FS_OVERNIGHT'];
  return {
    itemId: pick(ITEMS),
    category,
    ...(!chance(4) && { sidesIn: chance(10) ? ['12', '10', '10'] : [side(), side(), side()] }),
    ...(!chance(4) && { weightLb: randomWeight(random, schedule) }),
    hazmat: chance(20),
    plan: pick(SELLER_PLANS),
    price: randomPrice(random, schedule.referral.categories[category], decimals),
    shipping: textOf(chance(60) ? 0 : int(0, 20 * 10 ** decimals), decimals),
    storeShips: chance(70),
    ...(chance(60) && { program: pick(programs) }),
    at: pick([timeOf(int(0, 365)), ...schedule.promotions.flatMap(({ from, until }) => [from, until])]),
  };
}

function randomPrice(
  { int, chance, pick }: RandomSource,
  category: PlainCategory | undefined,
  decimals: number,
): string {
  const unit = 10 ** decimals;
  if (chance(2)) return textOf(int(0, 99_999_999_999_999), decimals);
  if (chance(60)) return textOf(int(0, 150 * unit), decimals);
  const bounds = (category?.tiers ?? []).flatMap(({ upTo }) => (upTo === null ? [] : [Number(upTo)]));
  const near = Math.round(pick([0, 10, ...bounds]) * unit) + int(-1, 1);
  return textOf(Math.max(0, near), decimals);
}

function randomWeight({ int, chance, pick }: RandomSource, { fulfillment }: PlainSchedule): string {
  if (chance(60)) return textOf(int(1, chance(50) ? 5000 : 180_000), 3);
  const { packagingLb, useUnitWeightOnlyBelowLb } = fulfillment.weight;
  const bounds = fulfillment.tiers.map(({ maxLb }) => Number(maxLb) - Number(packagingLb));
  const near = Math.round(pick([Number(useUnitWeightOnlyBelowLb), ...bounds]) * 1000) + int(-1, 1);
  return textOf(Math.max(1, near), 3);
}

function rising({ int }: RandomSource, count: number, most: number): number[] {
  const numbers = Array.from({ length: count }, () => int(1, most));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

const DAYS = Array.from({ length: 366 }, (_, day) => new Date(FIRST_DAY + day * DAY_MS).toISOString());

function timeOf(day: number): string {
  return DAYS[day] as string;
}
