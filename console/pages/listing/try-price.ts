import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { amountNotes } from '../../amount-notes.ts';
import { decimalsOf, decimalText, fromMinor, toMinor } from '../../amounts.ts';
import { client } from '../../api.ts';
import { failureState } from '../../components/failure.ts';
import { TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { useLoad } from '../../load.ts';
import { usePriceChangeParts } from '../../price-change-parts.ts';
import { setQuery } from '../../router.ts';
import { typedMinor } from '../../typed-amount.ts';
import { PriceSlider } from './price-slider.ts';
import { changedTerms, type TriedTerms, termsIn, termsQuery } from './terms.ts';
import { Verdict } from './verdict.ts';

type TryPriceProps = { box: BoxExplanation; query: URLSearchParams; reload: () => void };

/** Fewer calls while the slider moves; still at once for the eye. */
const DEBOUNCE_MS = 120;
/** Browsers refuse to change the address many times a second. */
const ADDRESS_MS = 400;

/** Would another price win, and what would its net be? Asks the service for every price; "Use this price" changes it. */
export function TryPrice({ box, query, reload }: TryPriceProps): VNode {
  const { ListingPrice, Shipping } = box.Offer;
  const decimals = decimalsOf(ListingPrice.CurrencyCode);
  const own = toMinor(ListingPrice.Amount, decimals);
  const ownShipping = Shipping && toMinor(Shipping.Amount, decimals);
  const [terms, setTerms] = useState<TriedTerms>(() => termsIn(query, decimals));
  const changed = changedTerms(terms, box, decimals);
  const tried = useTried(box, changed, decimals);
  const parts = usePriceChangeParts();
  useAddress(changed, decimals);
  const price = terms.price ?? own;
  const isChanged = changed.price !== undefined || changed.shipping !== undefined;
  const label = box.offerType === 'B2B' ? 'Business price' : 'Price';
  return html`<section class="card try-price">
    <h2>Try a price</h2>
    <p class="soft small">You see what it would do right now. Nothing is changed until you use it.</p>
    <div class="try-fields">
      <${AmountField} label=${label} value=${price} currency=${ListingPrice.CurrencyCode} onChange=${(to: number) => setTerms({ ...terms, price: to })} />
      <${AmountField} label="Shipping" value=${terms.shipping ?? ownShipping} currency=${ListingPrice.CurrencyCode} onChange=${(to: number) => setTerms({ ...terms, shipping: to })} />
    </div>
    <${PriceSlider} box=${box} answer=${tried.answer} price=${price} decimals=${decimals} onChange=${(to: number) => setTerms({ ...terms, price: to })} />
    <${Verdict} box=${box} answer=${tried.answer} isChanged=${isChanged} isStale=${tried.isStale} />
    ${parts && html`<${parts.UsePrice} box=${box} wanted=${isChanged && !tried.isStale ? wantedPrice(changed, ListingPrice.CurrencyCode) : undefined} after=${tried.answer.Offer.AfterFees} onChanged=${reload} />`}
    ${tried.error !== undefined && html`<p class="field-error" role="alert">${failureState(tried.error).title ?? 'The service could not answer.'} <button type="button" class="link" onClick=${tried.reload}>Try again</button></p>`}
    <p class="try-reset"><button type="button" class="link" disabled=${!isChanged} onClick=${() => setTerms({ price: undefined, shipping: undefined })}>Back to your present terms</button></p>
  </section>`;
}

/** As a change names it: what stays is absent. */
function wantedPrice({ price, shipping }: TriedTerms, CurrencyCode: string) {
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : { CurrencyCode, Amount: fromMinor(amount, decimalsOf(CurrencyCode)) };
  return { price: money(price), shipping: money(shipping) };
}

/** Aborts older questions, and keeps the last valid answer while the next one is on its way, or fails. */
function useTried(box: BoxExplanation, terms: TriedTerms, decimals: number) {
  const { MarketplaceId, SellerSKU, CustomerType } = box;
  const isPresent = terms.price === undefined && terms.shipping === undefined;
  const loaded = useLoad(
    async (signal) => {
      if (isPresent) return box;
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const query = { MarketplaceId, CustomerType, ...termsQuery(terms, decimals) };
      return (await client.explainBuyBox({ path: { SellerSKU }, query, signal })).payload;
    },
    [terms.price, terms.shipping, box],
  );
  const last = useRef(box);
  if (loaded.value) last.current = loaded.value;
  return { answer: last.current, isStale: loaded.isLoading, error: loaded.error, reload: loaded.reload };
}

/** So that a link shows the same. */
function useAddress({ price, shipping }: TriedTerms, decimals: number): void {
  useEffect(() => {
    const text = (amount: number | undefined) => (amount === undefined ? undefined : decimalText(amount, decimals));
    const write = () => {
      const wanted = { price: text(price), shipping: text(shipping) };
      const { searchParams } = new URL(location.href);
      const isSame = Object.entries(wanted).every(([name, value]) => (searchParams.get(name) ?? undefined) === value);
      if (!isSame) setQuery(wanted);
    };
    const timer = setTimeout(write, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [price, shipping]);
}

type AmountFieldProps = {
  label: string;
  value: number | undefined;
  currency: string;
  onChange: (amountMinor: number) => void;
};

/** Keeps what is being typed: `24.` is on its way to `24.90`. The arrow keys change it by one unit. */
function AmountField({ label, value, currency, onChange }: AmountFieldProps): VNode {
  const decimals = decimalsOf(currency);
  const [typed, setTyped] = useState<string | undefined>();
  const text = value === undefined ? '' : decimalText(value, decimals);
  const { error, echo } = amountNotes(typed ?? '', currency, fromMinor(value ?? 10 ** decimals, decimals));
  const write = (next: string) => {
    setTyped(next);
    const amount = typedMinor(next, decimals);
    if (amount !== undefined) onChange(amount);
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    write(decimalText(Math.max(0, (value ?? 0) + by), decimals));
  };
  return html`<${TextField} label=${label} value=${typed ?? text} error=${error} hint=${echo} inputmode="decimal" autocomplete="off" onInput=${write} onKeyDown=${step} onBlur=${() => setTyped(undefined)} />`;
}
