import { amountText } from '../money.ts';
import type { DatedEstimate, DifferenceReason, Sides } from './difference-reason.ts';
import type { FeeDetail } from './estimate.ts';
import type { PromotionShare } from './explanation.ts';
import type { FeePromotion } from './fee-schedule.ts';
import { dateText } from './reason-text.ts';

/** `ofDates`: a promotion is in its period at one date and outside it at the other. `ofTerms`: everything else. */
type PromotionReasons = { ofDates: DifferenceReason[]; ofTerms: DifferenceReason[] };

/** A promotion counts as the same when it has the same id, in whichever schedule and order. */
export function promotionReasons(details: Sides<FeeDetail>, dated: Sides<DatedEstimate>): PromotionReasons {
  const reasons: PromotionReasons = { ofDates: [], ofTerms: [] };
  const [firstShares, shares] = [sharesById(details.first), sharesById(details.other)];
  for (const [id, share] of shares) {
    const firstShare = firstShares.get(id);
    if (!firstShare) added(share, dated, reasons);
    else if (firstShare.amountMinor !== share.amountMinor) reasons.ofTerms.push(changed(firstShare, share, dated));
  }
  for (const [id, firstShare] of firstShares) if (!shares.has(id)) removed(firstShare, dated, reasons);
  return reasons;
}

const sharesById = ({ explanation }: FeeDetail) =>
  new Map(explanation.promotions.map((share) => [share.promotionId, share]));

function added(share: PromotionShare, { first, other }: Sides<DatedEstimate>, reasons: PromotionReasons): void {
  const { text, isByDate } = absence(first, share, other);
  const message = `${named(share, other)} takes ${money(share, other)} off. At the first date it does not apply: ${text}.`;
  (isByDate ? reasons.ofDates : reasons.ofTerms).push({ code: 'PromotionAdded', message });
}

function removed(share: PromotionShare, { first, other }: Sides<DatedEstimate>, reasons: PromotionReasons): void {
  const { text, isByDate } = absence(other, share, first);
  const message = `${named(share, first)} takes ${money(share, first)} off at the first date. It does not apply: ${text}.`;
  (isByDate ? reasons.ofDates : reasons.ofTerms).push({ code: 'PromotionRemoved', message });
}

/** The terms of the promotion may have changed, or the fee that it is a share of, or what other promotions leave of it. */
function changed(
  firstShare: PromotionShare,
  share: PromotionShare,
  { first, other }: Sides<DatedEstimate>,
): DifferenceReason {
  const message = `${named(share, other)} takes ${money(share, other)} off; at the first date ${money(firstShare, first)}.`;
  return { code: 'PromotionChanged', message };
}

/** Why a promotion that applies in `present` does not apply in `absent`: by its dates, which the schedules agree on, or not. */
function absence(absent: DatedEstimate, { promotionId }: PromotionShare, present: DatedEstimate) {
  const here = promotionIn(absent, promotionId);
  const there = promotionIn(present, promotionId) as FeePromotion;
  const { fromMs, untilMs } = here ?? there;
  const isByDate = isOutside(there, absent) && isOutside(here ?? there, absent);
  if (absent.atMs < fromMs) return { isByDate, text: `it begins on ${dateText(fromMs)}` };
  if (absent.atMs >= untilMs) return { isByDate, text: `it ends on ${dateText(untilMs)}` };
  const text = here ? 'its conditions in the schedule then do not hold' : 'the schedule then does not have it';
  return { isByDate, text };
}

const isOutside = ({ fromMs, untilMs }: FeePromotion, { atMs }: DatedEstimate) => atMs < fromMs || atMs >= untilMs;

const promotionIn = ({ schedule }: DatedEstimate, id: string): FeePromotion | undefined =>
  schedule.promotions.find(({ promotionId }) => promotionId === id);

const named = ({ promotionId, name }: PromotionShare, dated: DatedEstimate): string => {
  const { fromMs, untilMs } = promotionIn(dated, promotionId) as FeePromotion;
  return `Promotion ${promotionId} (${name}, from ${dateText(fromMs)} until ${dateText(untilMs)})`;
};

const money = ({ amountMinor }: PromotionShare, { schedule }: DatedEstimate): string =>
  amountText(amountMinor, schedule.currency);
