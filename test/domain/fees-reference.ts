import * as r from './fees-rational.ts';

/**
 * A second, independent calculation of the fees: from the texts of an imported schedule record, in exact fractions of pounds,
 * inches and currency units. It uses neither the types nor the functions of the service.
 */
type Text = string | number;
export type PlainSchedule = {
  effectiveFrom: string;
  taxOnFeesPct: Text;
  referral: { defaultCategory: string; categories: Record<string, PlainCategory> };
  closing?: { amount: Text };
  perItem?: { amount: Text };
  fulfillment: {
    weight: Record<'dimDivisor' | 'useUnitWeightOnlyBelowLb' | 'packagingLb' | 'roundUpTo', Text>;
    tiers: ({ maxLb: Text } & PlainPrice)[];
    surcharges: Record<'apparel' | 'hazmat' | 'priceUnder10' | 'oversize' | 'additionalOversize', Text>;
    oversizeWhen: string;
    additionalOversizeWhen: string;
    bigAndBulky: { when: string } & PlainPrice;
    programs: Record<string, { addition: Text }>;
  };
  promotions: PlainPromotion[];
};
export type PlainCategory = {
  mode: string;
  tiers: { upTo: Text | null; pct: Text }[];
  minimum?: Text;
  media?: boolean;
  apparel?: boolean;
};
type PlainPrice = { base: Text; perLb: Text; overLb: Text };
export type PlainPromotion = {
  feeType: string;
  kind: string;
  value: Text;
  minPrice?: Text;
  maxPrice?: Text;
  from: string;
  until: string;
  categories?: string[];
  itemIds?: string[];
};
export type PlainRequest = {
  itemId: string;
  category: string;
  sidesIn?: [string, string, string];
  weightLb?: string;
  hazmat: boolean;
  plan: string;
  price: string;
  shipping: string;
  storeShips: boolean;
  program?: string;
  at: string;
};

/** One line for each fee, `FeeType fee promotion tax final`, then `total`; or `failed` and the code. */
export function referenceFees(schedule: PlainSchedule, request: PlainRequest, decimals: number): string[] {
  const failure = request.storeShips ? failureOf(schedule, request) : undefined;
  if (failure !== undefined) return [failure];
  const { categories, defaultCategory } = schedule.referral;
  const name = Object.keys(categories).includes(request.category) ? request.category : defaultCategory;
  const category = categories[name] as PlainCategory;
  const fees: [string, r.Rational][] = [
    ['ReferralFee', referral(category, request)],
    ['VariableClosingFee', r.rational(category.media ? (schedule.closing?.amount ?? 0) : 0)],
  ];
  if (request.plan !== 'Professional') fees.push(['PerItemFee', r.rational(schedule.perItem?.amount ?? 0)]);
  if (request.storeShips) fees.push(['FSFulfillmentFee', fulfilment(schedule, name, category, request)]);
  let total = r.ZERO;
  const lines = fees.map(([feeType, exact]) => {
    const fee = r.rounded(exact, decimals);
    const taken = schedule.promotions
      .filter((one) => one.feeType === feeType && isOn(one, request, name))
      .map(({ kind, value }) => (kind === 'fixed' ? r.rational(value) : r.rounded(percent(value, fee), decimals)));
    const promotion = r.least(fee, r.sum(taken));
    const net = r.minus(fee, promotion);
    const tax = r.rounded(percent(schedule.taxOnFeesPct, net), decimals);
    const final = r.plus(net, tax);
    total = r.plus(total, final);
    return [feeType, ...[fee, promotion, tax, final].map((one) => r.written(one, decimals))].join(' ');
  });
  return [...lines, r.written(total, decimals)];
}

function percent(pct: Text, of: r.Rational): r.Rational {
  return r.over(r.times(r.rational(pct), of), r.rational(100));
}

function failureOf(schedule: PlainSchedule, { program = 'FS_STANDARD', sidesIn, weightLb }: PlainRequest) {
  const known = [...Object.keys(schedule.fulfillment.programs), 'FS_CORE'].map((one) => one.toUpperCase());
  if (!known.includes(program.toUpperCase())) return 'failed InvalidParameterValue 1';
  const missing = [sidesIn, weightLb].filter((one) => one === undefined).length;
  return missing > 0 ? `failed DataNotAvailable ${missing}` : undefined;
}

/**
 * Marginal: the rate of the price's own tier applies to the whole price. Each lower tier then adds the difference between its
 * rate and the next one, applied to everything up to its bound.
 */
function referral({ mode, tiers, minimum = 0, media }: PlainCategory, request: PlainRequest): r.Rational {
  const base = media ? r.rational(request.price) : r.plus(r.rational(request.price), r.rational(request.shipping));
  const below = tiers.filter(({ upTo }) => upTo !== null && r.isMore(base, r.rational(upTo)));
  let fee = percent(tiers[below.length]?.pct ?? 0, base);
  if (mode === 'marginal') {
    for (const [at, { upTo, pct }] of below.entries()) {
      const bound = r.rational(upTo as Text);
      fee = r.plus(fee, r.minus(percent(pct, bound), percent(tiers[at + 1]?.pct ?? 0, bound)));
    }
  }
  return r.most(fee, r.rational(minimum));
}

function fulfilment(schedule: PlainSchedule, name: string, category: PlainCategory, request: PlainRequest): r.Rational {
  const { weight, tiers, surcharges, programs, ...rules } = schedule.fulfillment;
  const unit = r.rational(request.weightLb ?? '');
  const sides = (request.sidesIn ?? []).map(r.rational);
  const volume = sides.reduce(r.times);
  const light = r.isMore(r.rational(weight.useUnitWeightOnlyBelowLb), unit);
  const counted = light ? unit : r.most(unit, r.over(volume, r.rational(weight.dimDivisor)));
  const pounds = r.up(r.plus(counted, r.rational(weight.packagingLb)), r.rational(weight.roundUpTo));

  const longest = sides.reduce(r.most);
  const shortest = sides.reduce(r.least);
  const median = r.minus(r.minus(r.sum(sides), longest), shortest);
  const around = r.minus(r.times(r.rational(2), r.sum(sides)), longest);
  const measures: Record<string, r.Rational> = { weight: pounds, longest, median, 'longest+girth': around };
  const holds = (rule: string) =>
    rule.split(' OR ').some((part) => {
      const [measure = '', , bound = ''] = part.split(' ');
      return r.isMore(measures[measure] as r.Rational, r.rational(bound));
    });

  const fitting = tiers.filter(({ maxLb }) => !r.isMore(pounds, r.rational(maxLb)));
  const price = (holds(rules.bigAndBulky.when) ? undefined : fitting[0]) ?? rules.bigAndBulky;
  const beyond = r.most(r.ZERO, r.minus(pounds, r.rational(price.overLb)));
  const parts: Text[] = [price.base];
  if (category.apparel ?? name.startsWith('apparel')) parts.push(surcharges.apparel);
  if (request.hazmat) parts.push(surcharges.hazmat);
  if (r.isMore(r.rational(10), r.rational(request.price))) parts.push(surcharges.priceUnder10);
  if (holds(rules.oversizeWhen)) parts.push(surcharges.oversize);
  if (holds(rules.additionalOversizeWhen)) parts.push(surcharges.additionalOversize);
  const wanted = (request.program ?? '').toUpperCase().replace(/^(FS_CORE)?$/, 'FS_STANDARD');
  parts.push(programs[wanted]?.addition ?? 'none');
  return r.plus(r.sum(parts.map(r.rational)), r.times(r.rational(price.perLb), beyond));
}

/** `category` is the charged one, which may differ from the item's. Times have one text format, so they sort as texts. */
function isOn(promotion: PlainPromotion, request: PlainRequest, category: string): boolean {
  const price = r.rational(request.price);
  const { minPrice, maxPrice, from, until, categories, itemIds } = promotion;
  if (request.at < from || request.at >= until) return false;
  if (minPrice !== undefined && r.isMore(r.rational(minPrice), price)) return false;
  if (maxPrice !== undefined && r.isMore(price, r.rational(maxPrice))) return false;
  if (categories && !categories.some((one) => [request.category, category].includes(one))) return false;
  return !itemIds || itemIds.includes(request.itemId);
}
