import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { fromMinor, toMinor } from '../../amounts.ts';
import { moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import { losesMoney } from '../../losses.ts';
import { type PriceScale, priceScale, shareOf, steppedPrice } from './price-scale.ts';

type PriceSliderProps = {
  box: BoxExplanation;
  /** About the tried terms: another shipping charge moves the winning price. */
  answer: BoxExplanation;
  price: number;
  decimals: number;
  onChange: (amountMinor: number) => void;
};

/** The price as a slider, with the part that wins shown below it. */
export function PriceSlider({ box, answer, price, decimals, onChange }: PriceSliderProps): VNode {
  const minor = (amount: { Amount: number } | undefined) => amount && toMinor(amount.Amount, decimals);
  const winning = minor(answer.WinningPrice.ListingPrice);
  const own = toMinor(box.Offer.ListingPrice.Amount, decimals);
  const scale = useScale(box, price, winning, decimals);
  const losing = losesMoney(answer.WinningPrice.AfterFees)
    ? winning
    : losesMoney(box.Offer.AfterFees)
      ? own
      : undefined;
  const text = (amount: number) => moneyText(fromMinor(amount, decimals));
  const step = (event: KeyboardEvent) => {
    const next = steppedPrice(event.key, event.shiftKey, price, scale);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const slide = (event: Event) => onChange(Number((event.currentTarget as HTMLInputElement).value));
  return html`<div class="slider">
    <input type="range" aria-label="Price to try" min=${scale.low} max=${scale.high} step="1" value=${price} aria-valuetext=${text(price)} onInput=${slide} onKeyDown=${step} />
    <${Zones} scale=${scale} winning=${winning} winsAlways=${answer.WinningPrice.resultStatus === 'NO_COMPETING_OFFER'} own=${own} loses=${losing} />
    <div class="slider-marks">
      <button type="button" class="mark-button" onClick=${() => onChange(own)}><i class="tick own"></i>Your price ${text(own)}${losesMoney(box.Offer.AfterFees) && html` <span class="loss">loses money</span>`}</button>
      ${winning !== undefined && html`<button type="button" class="mark-button" onClick=${() => onChange(winning)}><i class="tick winning"></i>Wins up to ${text(winning)}${losesMoney(answer.WinningPrice.AfterFees) && html` <span class="loss">loses money</span>`}</button>`}
    </div>
  </div>`;
}

/** The range stays while the thumb moves; it only widens for a price that was typed. */
function useScale(box: BoxExplanation, price: number, winning: number | undefined, decimals: number): PriceScale {
  const reach = useRef<number | undefined>(undefined);
  const minor = (amount: { Amount: number } | undefined) => (amount ? [toMinor(amount.Amount, decimals)] : []);
  const limit = box.Gates.find(({ Name }) => Name === 'competitivePriceThreshold')?.PassingListingPrice;
  const prices = {
    own: toMinor(box.Offer.ListingPrice.Amount, decimals),
    winning,
    others: [...minor((box.Holder ?? box.RunnerUp)?.LandedPrice), ...minor(limit)],
  };
  const { low, high } = priceScale(prices);
  if (price < low || price > high) reach.current = price;
  return priceScale({ ...prices, tried: reach.current });
}

type ZonesProps = {
  scale: PriceScale;
  winning: number | undefined;
  winsAlways: boolean;
  own: number;
  loses: number | undefined;
};

/** Which prices win: at most the winning one, or all, or none. Prices known to lose money, up to `loses`, are not marked as good. */
function Zones({ scale, winning, winsAlways, own, loses }: ZonesProps): VNode {
  const share = winsAlways ? 1 : winning === undefined ? 0 : shareOf(scale, winning);
  const losing = loses === undefined ? 0 : Math.min(share, shareOf(scale, loses));
  const at = (price: number) => ({ left: `${shareOf(scale, price) * 100}%` });
  return html`<div class="zones" aria-hidden="true">
    ${losing > 0 && html`<span class="zone wins loses" style=${{ width: `${losing * 100}%` }}>${losing > 0.3 && 'loses money'}</span>`}
    ${share > losing && html`<span class="zone wins" style=${{ width: `${(share - losing) * 100}%` }}>${share - losing > 0.15 && 'wins'}</span>`}
    ${share < 1 && html`<span class="zone">${share < 0.85 && (share === 0 ? 'no price wins' : 'does not win')}</span>`}
    <i class="tick own" style=${at(own)}></i>
    ${winning !== undefined && html`<i class="tick winning" style=${at(winning)}></i>`}
  </div>`;
}
